/**
 * The card of what is selected: a rule with its number, its cells and its text; or the tool that draws, and how it is used.
 * @module
 *
 * @typedef {import('./draft.js').Draft} Draft
 */

import { dialog } from '../parts/dialog.js';
import { h, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../words/words.js';
import { BRUSH_COLORS, isBrush, setFog } from './drawings.js';
import { boxLetters, noRegions } from './regions.js';
import { isDrawnBy, takesNumber } from './rule.js';
import { keyOf } from './tools.js';

export class Inspector {
  /**
   * @param {Draft} draft
   * @param {{focusBoard: () => void}} options
   */
  constructor(draft, { focusBoard }) {
    this.draft = draft;
    this.focusBoard = focusBoard;
    this.title = h('h2', {});
    this.about = h('p.soft.about-rule', {});
    this.controls = h('div.bar.controls', {});
    this.closing = h('button.plain', { 'aria-label': t('set.done'), click: () => draft.choose(null) }, icon('close'));
    this.removing = h('button.plain', { 'aria-label': t('set.remove'), title: t('set.remove'), click: () => {
      const { picked } = draft.setting.now;
      if (picked !== null) draft.remove(picked);
      focusBoard();
    } }, icon('trash'));
    this.element = h('section.card.inspect', { 'aria-label': t('set.inspect') }, h('header', {}, this.title, h('div.ends', {}, this.removing, this.closing)), this.about, this.controls);
    /** What the card shows, and what of it can have a number that is being typed. */
    this.shown = '';
    this.subject = '';
    /** @type {HTMLInputElement|null} */
    this.number = null;
    this.leave = [draft.follow(() => this.render()), draft.setting.follow(() => this.render())];
    this.render();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /**
   * Puts the focus into the field of the number, so that the next digit replaces it, or follows what was typed before the
   * rule was there.
   */
  askNumber(typed = '') {
    this.draft.setting.tell();
    this.render();
    const { number } = this;
    number?.focus();
    number?.select();
    if (!number || !typed) return;
    number.setRangeText(typed, 0, number.value.length, 'end');
    // Browsers tell of changes by keys alone.
    number.addEventListener('blur', () => number.dispatchEvent(new Event('change')), { once: true });
  }

  render() {
    const { draft } = this;
    const { setting, current, tool } = draft;
    const { picked, pending, tool: key, redrawn } = setting.now;
    const solution = draft.reference ? 'solved' : '';
    const shown = JSON.stringify([picked, pending, key, redrawn, current, solution, key === 'brush/fog' && draft.state.fog !== null, setting.now.brush.color, setting.now.brush.fill, setting.now.number === '']);
    if (shown === this.shown) return;
    // An answer that comes while a number is typed does not take the field away.
    const subject = JSON.stringify([picked, pending !== null, key, redrawn]);
    if (this.number && document.activeElement === this.number && subject === this.subject) return;
    [this.shown, this.subject] = [shown, subject];
    this.number = null;
    this.closing.hidden = !current && !key;
    this.removing.hidden = picked === null || !current;
    update(this.element, { 'data-state': current ? 'rule' : key ? 'tool' : 'none' });
    if (current) {
      const kind = draft.tools.get(keyOf(current));
      // A cage that waits for its sum is still what the setter draws.
      this.title.textContent = tool && isDrawnBy(tool, current) ? tool.name : draft.nameOf(current);
      const rule = picked === null ? null : draft.state.layout.rules[picked];
      this.about.textContent = redrawn !== null ? t('set.redraw.how') : pending?.shape === 'clone' ? t('set.clone.place') : rule?.sentence || kind?.sentence || '';
      this.controls.replaceChildren(...this.#ruleControls(current, picked));
    } else if (isBrush(key)) {
      const name = /** @type {import('./drawings.js').BRUSHES[number]} */ (key?.replace('brush/', ''));
      this.title.textContent = t(`set.brush.${name}`);
      this.about.textContent = t(`set.brush.${name}.how`);
      this.controls.replaceChildren(...this.#brushControls(name));
    } else if (tool) {
      this.title.textContent = tool.name;
      this.about.textContent = t(`set.how.${tool.shape}`);
      this.controls.replaceChildren(...this.#toolControls(tool));
    } else {
      this.title.textContent = t('set.nothing');
      this.about.textContent = t('set.nothing.how');
      this.controls.replaceChildren();
    }
    this.about.title = this.about.textContent ?? '';
    // A rule that waits for its number asks for it at once.
    if (pending && pending.shape !== 'clone' && this.number) {
      /** @type {HTMLInputElement} */ (this.number).focus();
    }
  }

  /**
   * @param {import('./rule.js').Drawn} drawn
   * @param {number|null} picked
   */
  #ruleControls(drawn, picked) {
    const { draft } = this;
    const { shape, cells, head, word } = drawn;
    const replace = (/** @type {Partial<import('./rule.js').Drawn>} */ more) => picked !== null && draft.replace(picked, { ...drawn, ...more });
    const parts = [];
    if (takesNumber(drawn)) {
      const isDigits = shape === 'quad';
      this.number = h('input.number', { type: 'text', inputmode: isDigits ? 'text' : 'numeric', autocomplete: 'off', size: isDigits ? 7 : 4, value: drawn.number,
        change: async (/** @type {Event} */ event) => {
          await draft.setNumber(/** @type {HTMLInputElement} */ (event.target).value.trim());
          // What the engine refuses is not left in the field.
          if (this.draft.current && this.number && document.activeElement !== this.number) this.number.value = this.draft.current.number;
        },
        blur: () => this.render(),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Escape' && this.number) this.number.value = drawn.number;
          this.focusBoard();
        } });
      parts.push(h('label.field', {}, h('span', {}, t(isDigits ? 'set.digits' : 'set.number')), this.number));
      const proposed = draft.proposed(drawn);
      if (proposed && proposed !== drawn.number) parts.push(h('button', { click: () => draft.setNumber(proposed), title: t('set.number.solution') }, t('set.number.take', { number: proposed })));
    }
    if (shape === 'arrow' && cells.length > 2) {
      parts.push(h('label.field', {}, h('span', {}, t('set.head')), h('select', { change: (/** @type {Event} */ event) => replace({ head: Number(/** @type {HTMLSelectElement} */ (event.target).value) }) },
        [1, 2, 3].filter((n) => n < cells.length).map((n) => h('option', { value: n, selected: n === head }, n)))));
    }
    if (picked === null) return parts;
    if (shape === 'line' || (shape === 'pair' && word === 'greater')) parts.push(h('button', { click: () => replace({ cells: [...cells].reverse() }) }, t('set.reverse')));
    if (!['text', 'board', 'regions'].includes(shape)) parts.push(h('button', { click: () => this.#redraw(drawn, picked) }, t('set.redraw')));
    if (shape === 'regions') parts.push(h('button', { click: () => draft.choose('regions') }, t('set.redraw')));
    if (shape !== 'board') {
      parts.push(h('button', { click: () => writeDialog(draft, draft.state.layout.rules[picked].text, picked) }, t('set.text')));
    }
    return parts;
  }

  /**
   * @param {import('./rule.js').Drawn} drawn
   * @param {number} picked
   */
  #redraw(drawn, picked) {
    const { draft } = this;
    draft.choose(keyOf(drawn));
    draft.setting.set({ tab: 'draw', redrawn: picked, picked });
    this.focusBoard();
  }

  /** @param {import('./tools.js').Tool} tool */
  #toolControls(tool) {
    const { draft } = this;
    const { setting } = draft;
    const { side, box } = draft.state.board;
    if (tool.shape === 'regions') {
      return [
        h('button', { click: () => draft.change(t('set.did.region'), { ...draft.state, sketch: boxLetters({ side, box }) }) }, t('set.regions.boxes')),
        h('button', { click: () => draft.change(t('set.did.region'), { ...draft.state, sketch: noRegions(side) }) }, t('set.regions.clear')),
      ];
    }
    const isMark = tool.shape === 'pair' && ['white', 'black'].includes(tool.word);
    if (setting.now.number === '' && !isMark) return [];
    return [h('label.field', {}, h('span', {}, t(isMark ? 'set.number.dot' : 'set.number')), h('input.number', { type: 'text', inputmode: 'numeric', autocomplete: 'off', size: 4, value: setting.now.number,
      placeholder: { white: '1', black: '2' }[tool.word] ?? null,
      change: (/** @type {Event} */ event) => setting.set({ number: /** @type {HTMLInputElement} */ (event.target).value.trim() }) }))];
  }

  /** @param {'line'|'rectangle'|'ellipse'|'text'|'fog'} name */
  #brushControls(name) {
    const { draft } = this;
    const { setting } = draft;
    const { brush } = setting.now;
    const choose = (/** @type {Partial<typeof brush>} */ more) => setting.set({ brush: { ...setting.now.brush, ...more } });
    if (name === 'fog') {
      return [h('label.check', {}, h('input.switch', { type: 'checkbox', role: 'switch', checked: draft.state.fog !== null, change: (/** @type {Event} */ event) => setFog(draft, /** @type {HTMLInputElement} */ (event.target).checked) }), ` ${t('set.fog')}`)];
    }
    const colors = h('div.colors-row', { role: 'group', 'aria-label': t('set.color') }, BRUSH_COLORS.map((color, index) =>
      h('button.color-button', { 'aria-label': t('set.color.n', { n: index + 1 }), 'aria-pressed': `${color === brush.color}`, click: () => choose({ color }) })));
    for (const [index, button] of [...colors.children].entries()) /** @type {HTMLElement} */ (button).style.setProperty('--own', BRUSH_COLORS[index]);
    const text = h('input', { type: 'text', size: 8, value: brush.text, placeholder: t('set.brush.words'), 'aria-label': t('set.brush.words'), change: (/** @type {Event} */ event) => choose({ text: /** @type {HTMLInputElement} */ (event.target).value }) });
    const fill = h('label.check', {}, h('input', { type: 'checkbox', checked: brush.fill, change: (/** @type {Event} */ event) => choose({ fill: /** @type {HTMLInputElement} */ (event.target).checked }) }), ` ${t('set.brush.fill')}`);
    const width = h('label.field', {}, h('span', {}, t('set.brush.width')), h('select', { change: (/** @type {Event} */ event) => choose({ width: Number(/** @type {HTMLSelectElement} */ (event.target).value) }) },
      [0.05, 0.1, 0.2, 0.35].map((value) => h('option', { value, selected: value === brush.width }, value))));
    return [colors, ...{ line: [width], rectangle: [fill, text], ellipse: [fill, text], text: [text] }[name]];
  }
}

/**
 * Takes a rule in words.
 * @param {Draft} draft
 * @param {string} text an example, or the rule as it is
 * @param {number|null} [index] the rule that it replaces
 */
export async function writeDialog(draft, text, index = null) {
  const area = h('textarea', { rows: 3, spellcheck: 'false', 'aria-label': t('set.text') });
  area.value = text;
  for (let place = index; ;) {
    const value = await dialog(t(index === null ? 'set.write' : 'set.text'), [
      index === null ? h('p.soft', {}, t('set.write.how')) : null,
      area,
    ], [{ label: t(index === null ? 'set.write.add' : 'set.write.change'), value: 'yes', isMain: true }]);
    if (!value) return;
    // One rule a line. What is refused, and what follows it, stays to be corrected.
    const lines = area.value.split('\n').map((line) => line.trim()).filter(Boolean);
    while (lines.length && (await (place === null ? draft.addText(lines[0]) : draft.replaceText(place, lines[0])))) {
      lines.shift();
      place = null;
    }
    if (!lines.length) return;
    area.value = lines.join('\n');
  }
}
