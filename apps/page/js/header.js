/**
 * What is said about the puzzle above the grid: title, size, level, givens, rules.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { byId } from './dom.js';
import { countDigits } from './puzzle.js';

/** @param {import('./puzzle.js').State} state */
function facts({ board, givens, level, allowed, isLocked, author }) {
  const count = countDigits(board, givens);
  const parts = [`${board.side}×${board.side}`, level.toLowerCase(), allowed ? 'candidates given' : `${count} ${count === 1 ? 'given' : 'givens'}`];
  return [...parts, author && `by ${author}`, isLocked ? '' : 'editing givens'].filter(Boolean).join(' · ');
}

/**
 * Returns what the rules require: that of a rule which is alone of its kind, otherwise that of the kind.
 * @param {import('./boards.js').RuleText[]} rules
 * @param {Map<string, string>} kinds by word of a rule, what its kind requires
 */
export function requirements(rules, kinds) {
  /** @type {Map<string, string[]>} */
  const byWord = new Map();
  for (const { text, sentence } of rules) {
    const [word] = text.split(' ');
    byWord.set(word, [...(byWord.get(word) ?? []), sentence || text]);
  }
  const parts = [...byWord].map(([word, sentences]) => (sentences.length > 1 && kinds.get(word)) || sentences.join('; '));
  return parts.map((part) => `${part[0].toUpperCase()}${part.slice(1)}.`).join(' ');
}

/** @param {App} app */
export function listenHeader(app) {
  const show = () => {
    const { state } = app;
    byId('title').textContent = state.title || (state.isLocked ? 'Sudoku' : 'New puzzle');
    byId('facts').textContent = facts(state);
    const rules = requirements(state.layout.rules, app.kinds) || 'Every digit once in each row, column and box.';
    byId('rules-text').textContent = rules;
    byId('rules-text').title = rules;
  };
  app.onChange(show);
  app.viewListeners.push(show);
  show();
}
