/**
 * Making elements.
 * @module
 *
 * @typedef {Node|string|number|null|undefined|false} Child
 * @typedef {Record<string, unknown>} Attributes functions listen to the event of that name; true and false set and leave out
 *   the attribute; null and undefined leave it out
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, `${value}`);
  }
}

/**
 * @param {Element} element
 * @param {(Child|Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : `${child}`);
  }
}

/**
 * Makes an element of HTML. Its name may be followed by classes, as in `button.main`.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N|`${N}.${string}`} name
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  if (tag === 'button') element.setAttribute('type', 'button');
  dress(element, attributes);
  fill(element, children);
  return /** @type {HTMLElementTagNameMap[N]} */ (element);
}

/**
 * Makes an element of SVG.
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[N]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * Sets the attributes that have changed. Null removes one.
 * @param {Element} element
 * @param {Record<string, string|number|boolean|null>} attributes
 */
export function update(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) {
      if (element.hasAttribute(name)) element.removeAttribute(name);
    } else {
      const text = value === true ? '' : `${value}`;
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/**
 * Returns true if keys typed there are text.
 * @param {EventTarget|null} target
 */
export function isField(target) {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'button'].includes(target.type);
}
