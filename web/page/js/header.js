/**
 * What is said about the puzzle above the grid: title, size, level, givens, rules.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { byId } from './dom.js';

/** @param {import('./puzzle.js').State} state */
function facts({ board: { side }, givens, level, allowed, isLocked }) {
  const count = givens.filter(Boolean).length;
  const parts = [`${side}×${side}`, level.toLowerCase(), allowed ? 'candidates given' : `${count} ${count === 1 ? 'given' : 'givens'}`];
  return [...parts, isLocked ? '' : 'editing givens'].filter(Boolean).join(' · ');
}

/** @param {App} app */
export function listenHeader(app) {
  const show = () => {
    const { state } = app;
    byId('title').textContent = state.title || (state.isLocked ? 'Sudoku' : 'New puzzle');
    byId('facts').textContent = facts(state);
    const rules = state.layout.rules.map(({ sentence }) => sentence).join(' ') || 'Every digit once in each row, column and box.';
    byId('rules-text').textContent = rules;
    byId('rules-text').title = rules;
  };
  app.onChange(show);
  app.viewListeners.push(show);
  show();
}
