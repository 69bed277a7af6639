/**
 * The rules of a puzzle: a card with the first lines, which opens in full.
 * @module
 */

import { inEnglish, t } from '../words/words.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';

/**
 * Returns what the rules require: that of a rule which is alone of its kind, otherwise that of the kind.
 * @param {import('../model/boards.js').RuleText[]} rules
 * @param {Map<string, {name: string, sentence: string}>} kinds by word of a rule
 */
export function requirements(rules, kinds) {
  /** @type {Map<string, string[]>} */
  const byWord = new Map();
  for (const { text, sentence } of rules) {
    const [word] = text.split(' ');
    byWord.set(word, [...(byWord.get(word) ?? []), sentence || text]);
  }
  const parts = [...byWord].map(([word, sentences]) => (sentences.length > 1 && kinds.get(word)?.sentence) || sentences.join('; '));
  return parts.map((part) => `${part[0].toUpperCase()}${part.slice(1)}.`);
}

/**
 * Makes the card.
 * @param {import('../store/app.js').App} app
 */
export function rulesCard(app) {
  const text = h('p', {});
  const open = h('button.link', { click: () => full() }, t('rules.all'));
  const element = h('section.card.rules', { 'aria-label': t('rules') }, h('header', {}, h('h2', {}, t('rules')), open), text);
  /** @type {import('../model/puzzle.js').State|null} */
  let shown = null;
  const lines = (/** @type {import('../model/puzzle.js').State} */ state) => {
    const found = requirements(state.layout.rules, app.kinds);
    const { houses } = state.layout;
    const { side, values: [least, most] } = state.board;
    // Who has never seen a Sudoku reads what holds besides the rules of the variant, if it does.
    const isClassic = most - least + 1 === side && ['row', 'column', 'box'].every((kind) => houses.some((house) => house.kind === kind));
    return [
      ...(state.ruleset ? [{ line: state.ruleset, attributes: {} }] : []),
      ...(isClassic && !state.ruleset ? [{ line: t('rules.classic'), attributes: {} }] : []),
      ...found.map((line) => ({ line, attributes: inEnglish() })),
    ];
  };
  const full = () => {
    if (!shown) return;
    const each = shown.layout.rules.map((rule) => h('li', inEnglish(), rule.sentence || rule.text));
    const all = each.length > 1 ? h('details', {}, h('summary', {}, t('rules.each', { n: each.length })), h('ol', {}, each)) : null;
    dialog(shown.title || t('rules'), [...lines(shown).map(({ line, attributes }) => h('p.lines', attributes, line)), all]);
  };
  return {
    element,
    /** @param {import('../model/puzzle.js').State} state */
    show(state) {
      if (shown?.layout === state.layout && shown.ruleset === state.ruleset && shown.title === state.title) return;
      shown = state;
      text.replaceChildren(...lines(state).flatMap(({ line, attributes }) => [h('span', attributes, line), ' ']));
    },
  };
}
