/**
 * Puzzles that are generated, and blank grids of other sizes.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask } from './api.js';
import { byId } from './app.js';
import { blank, fromAnswer } from './puzzle.js';

/** A seed that nobody has asked for. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * @param {App} app
 * @param {import('./entry.js').Entry} entry
 */
export function listenMaking(app, entry) {
  const size = byId('size');

  /** The rules that are asked for, one a line. @returns {string[]} */
  const rules = () => {
    const { value } = byId('variant');
    const own = byId('rules').value.split('\n').map((/** @type {string} */ line) => line.trim());
    return value === 'own' ? own.filter(Boolean) : [value].filter(Boolean);
  };
  const board = () => ({ side: Number(size.value), rules: rules() });

  byId('generate-form').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    app.attempt(async () => {
      const typed = byId('seed').value.trim();
      if (!/^\d*$/.test(typed)) {
        app.say('Expected a number as the seed.', 'bad');
        return;
      }
      const seed = typed ? Number(typed) : anySeed();
      const { side } = board();
      const [kind, level] = byId('kind').value.split('/');
      const button = byId('generate');
      button.disabled = true;
      app.say('Generating…');
      try {
        const answer = await ask('generate', { board: board(), kind, ...(level ? { level } : {}), seed });
        app.change('new puzzle', await fromAnswer(answer));
        entry.suitMode();
        const clues = answer.givens.filter(Boolean).length;
        const text = `${side}×${side}, ${clues} clues, seed ${seed}.`;
        byId('generated').hidden = false;
        byId('generated').textContent = text;
        app.say(`New puzzle: ${text}`);
      } finally {
        button.disabled = false;
      }
    });
  });

  byId('empty').addEventListener('click', () =>
    app.attempt(async () => {
      app.change('empty grid', await blank(board()));
      entry.setMode('clue');
      app.say(`Empty grid of ${size.value} rows.`);
    }),
  );

  // The digits stay, and are looked at by the other rules.
  byId('rules-apply').addEventListener('click', () =>
    app.attempt(async () => {
      byId('variant').value = 'own';
      const { side, box } = app.state.board;
      const { board: ruled, layout } = await blank({ side, box, rules: rules() });
      app.change('rules changed', { ...app.state, board: ruled, layout });
      app.say(ruled.rules.length ? `Rules: ${ruled.rules.join('; ')}.` : 'Rules: rows, columns and boxes.');
    }),
  );

  app.onChange(() => {
    const { side, rules: own } = app.state.board;
    const isListed = [...byId('variant').options].some((option) => option.value === (own[0] ?? ''));
    byId('variant').value = own.length < 2 && isListed ? (own[0] ?? '') : 'own';
    if (byId('variant').value === 'own') byId('rules').value = own.join('\n');
    if ([...size.options].some((option) => option.value === `${side}`)) size.value = `${side}`;
  });
}
