/**
 * Elements of the page, found and made with their types.
 * @module
 */

/**
 * Returns the element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/**
 * Returns the element with this id, which must be of this class.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function typed(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`${id} is not a ${type.name}`);
  return element;
}

/** @param {string} id */
export const button = (id) => typed(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => typed(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => typed(id, HTMLSelectElement);
/** @param {string} id */
export const textarea = (id) => typed(id, HTMLTextAreaElement);
/** @param {string} id */
export const dialog = (id) => typed(id, HTMLDialogElement);

/**
 * Runs something each time a button is pressed.
 * @param {string} id
 * @param {() => void} work
 */
export function onPress(id, work) {
  button(id).addEventListener('click', work);
}

/**
 * Runs something while a button is disabled.
 * @param {string} id
 * @param {() => Promise<void>} work
 */
export async function whileDisabled(id, work) {
  button(id).disabled = true;
  try {
    await work();
  } finally {
    button(id).disabled = false;
  }
}

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node|string)} content
 */
export function make(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/**
 * Makes a button.
 * @param {string} text
 * @param {() => void} work
 * @param {Record<string, string>} [attributes]
 */
export function makeButton(text, work, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', work);
  return element;
}

/**
 * Shows a text in an element, which is hidden while it has none.
 * @param {string} id
 * @param {string} text
 */
export function showText(id, text) {
  const element = byId(id);
  element.textContent = text;
  element.hidden = text === '';
}

/**
 * Returns true if keys typed there are text.
 * @param {EventTarget|null} target
 */
export function isField(target) {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'button'].includes(target.type);
}
