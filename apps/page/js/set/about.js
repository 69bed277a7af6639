/**
 * What stands beside the grid: author, rules in words, the solution that is stated.
 * @module
 */

import { isDigit } from '../model/puzzle.js';
import { h, update } from '../parts/dom.js';
import { t } from '../words/words.js';

export class About {
  /**
   * @param {import('./draft.js').Draft} draft
   * @param {import('./live.js').Live} live
   */
  constructor(draft, live) {
    this.draft = draft;
    this.live = live;
    const field = (/** @type {'author'|'ruleset'} */ name, /** @type {HTMLInputElement|HTMLTextAreaElement} */ element) => {
      element.addEventListener('change', () => {
        const value = element.value.trim();
        if (value !== draft.state[name]) draft.change(t(`set.did.${name}`), { ...draft.state, [name]: value });
      });
      return element;
    };
    this.author = field('author', h('input', { type: 'text', maxlength: 200 }));
    this.ruleset = field('ruleset', h('textarea.words', { rows: 5, maxlength: 4000, placeholder: t('set.ruleset.hint') }));
    this.words = h('p.soft', {});
    this.take = h('button', { click: () => draft.setSolution(draft.found) }, t('set.solution.take'));
    this.drop = h('button', { click: () => draft.setSolution(null) }, t('set.solution.drop'));
    this.propose = h('button', { click: () => this.#propose() }, t('set.ruleset.propose'));
    this.element = h('div.about-panel', {},
      h('label.stacked', {}, h('span', {}, t('set.author')), this.author),
      h('label.stacked', {}, h('span', {}, t('set.ruleset')), this.ruleset),
      h('div.bar', {}, this.propose),
      h('h2', {}, t('set.solution')), this.words, h('div.bar', {}, this.take, this.drop));
    this.leave = [draft.follow(() => this.render()), live.follow(() => this.render())];
    this.render();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** Writes what the rules of the catalogue require. */
  #propose() {
    const { draft } = this;
    const words = [...new Set(draft.rules.map(({ word, shape }) => draft.tools.get(shape === 'board' ? `board/${word}` : word)?.sentence).filter(Boolean))];
    const sentences = words.map((sentence) => `${sentence?.charAt(0).toUpperCase()}${sentence?.slice(1)}.`);
    draft.change(t('set.did.ruleset'), { ...draft.state, ruleset: [t('rules.classic'), ...sentences].join(' ') });
  }

  render() {
    const { draft, live } = this;
    const { state } = draft;
    for (const name of /** @type {const} */ (['author', 'ruleset'])) {
      const element = this[name];
      if (document.activeElement !== element && element.value !== state[name]) element.value = state[name];
    }
    const { solve } = live.now;
    const missing = state.stated?.filter((digit) => !isDigit(state.board, digit)).length ?? 0;
    const note = solve.state === 'known' ? solve.answer.stated : null;
    this.words.textContent = !state.stated ? t('set.solution.none') : note ? t('set.statedWrong', { why: note }) : missing ? t('set.solution.part', { n: missing }) : t('set.solution.stated');
    update(this.take, { disabled: !draft.found });
    update(this.drop, { disabled: !state.stated });
    update(this.propose, { disabled: !state.layout.rules.length });
  }
}
