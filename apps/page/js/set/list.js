/**
 * The rules and the drawings of the puzzle, each of which can be selected and removed.
 * @module
 *
 * @typedef {import('./draft.js').Draft} Draft
 */

import { dialog } from '../parts/dialog.js';
import { h, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../words/words.js';
import { drawingName, removeDrawing } from './drawings.js';
import { minimize } from './status.js';

export class RuleList {
  /**
   * @param {Draft} draft
   * @param {import('./live.js').Live} live
   */
  constructor(draft, live) {
    this.draft = draft;
    this.live = live;
    this.list = h('ul.rule-list', {});
    this.empty = h('p.soft', {}, t('set.list.empty'));
    this.numbers = h('button', { click: () => draft.numbersFromSolution() }, t('set.numbers'));
    this.element = h('div.rules-panel', {}, this.list, this.empty,
      h('div.bar', {}, this.numbers,
        h('button', { click: () => minimize(draft) }, t('set.minimize')),
        h('button', { click: () => this.#writeAll() }, t('set.textAll'))));
    /** What is listed. @type {unknown[]} */
    this.shown = [];
    this.leave = [draft.follow(() => this.render()), draft.setting.follow(() => this.render()), live.follow(() => this.render())];
    this.render();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** Removes a rule; the focus goes to the one that takes its place. @param {number} index */
  async #remove(index) {
    await this.draft.remove(index);
    this.draft.tell();
    const items = /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll('[data-rule]'));
    (items[index] ?? items[index - 1])?.focus();
  }

  /** Changes all rules as a text. */
  async #writeAll() {
    const { draft } = this;
      const area = h('textarea', { rows: 12, spellcheck: 'false', 'aria-label': t('set.textAll') });
    area.value = draft.state.layout.rules.map(({ text }) => text).join('\n');
    const value = await dialog(t('set.textAll'), [h('p.soft', {}, t('set.textAll.how')), area], [{ label: t('set.write.change'), value: 'yes', isMain: true }]);
    if (value) await draft.edit(t('set.did.text'), () => ({ texts: area.value.split('\n').map((line) => line.trim()).filter(Boolean) }));
  }

  render() {
    const { draft } = this;
    const { layout, cosmetics } = draft.state;
    const { redundant } = this.live.now;
    const spare = redundant.state === 'known' ? redundant.answer.redundant_rules : null;
    if (this.shown[0] !== layout || this.shown[1] !== cosmetics || this.shown[2] !== spare || this.shown[3] !== draft.tools.size) {
      this.shown = [layout, cosmetics, spare, draft.tools.size];
      const rules = draft.rules.map((drawn, index) => {
        const { text, sentence } = layout.rules[index];
        return h('li', {},
          h('button.rule-item', { 'data-rule': index, title: text, click: () => draft.setting.set({ picked: index, pending: null, redrawn: null }), keydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') this.#remove(index);
          } },
            h('strong', {}, draft.nameOf(drawn), drawn.number ? ` ${drawn.number}` : ''), h('small', {}, sentence || text),
            spare?.includes(text) ? h('small.badge', {}, t('set.spare.badge')) : null),
          h('button.plain', { 'aria-label': t('set.removeIt', { what: text }), click: () => this.#remove(index) }, icon('trash')));
      });
      const drawings = cosmetics.map((one, index) => h('li', {},
        h('span.rule-item', {}, h('strong', {}, drawingName(one)), h('small', {}, t('set.group.drawings'))),
        h('button.plain', { 'aria-label': t('set.removeIt', { what: drawingName(one) }), click: () => removeDrawing(draft, index) }, icon('trash'))));
      this.list.replaceChildren(...rules, ...drawings);
      this.empty.hidden = rules.length + drawings.length > 0;
    }
    const { picked } = draft.setting.now;
    for (const button of this.list.querySelectorAll('[data-rule]')) {
      const isPicked = Number(/** @type {HTMLElement} */ (button).dataset.rule) === picked;
      if (isPicked && button.getAttribute('aria-pressed') !== 'true') button.scrollIntoView({ block: 'nearest' });
      update(button, { 'aria-pressed': `${isPicked}` });
    }
    update(this.numbers, { disabled: !draft.reference });
  }
}
