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
const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * @param {App} app
 * @param {import('./entry.js').Entry} entry
 */
export function listenMaking(app, entry) {
  const size = byId('size');

  byId('generate-form').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    app.attempt(async () => {
      const typed = byId('seed').value.trim();
      if (!/^\d*$/.test(typed)) {
        app.say('A seed is a number.', 'bad');
        return;
      }
      const seed = typed ? Number(typed) : anySeed();
      const side = Number(size.value);
      const button = byId('generate');
      button.disabled = true;
      app.say('Making a puzzle…');
      try {
        const answer = await ask('generate', { board: { side }, kind: byId('kind').value, seed });
        app.change('a new puzzle', await fromAnswer(answer));
        entry.suitMode();
        const clues = answer.givens.filter(Boolean).length;
        const text = `${side}×${side}, ${clues} clues, seed ${seed}.`;
        byId('generated').hidden = false;
        byId('generated').textContent = text;
        app.say(`A new puzzle: ${text}`);
      } finally {
        button.disabled = false;
      }
    });
  });

  byId('empty').addEventListener('click', () =>
    app.attempt(async () => {
      const side = Number(size.value);
      app.change('an empty grid', await blank({ side }));
      entry.setMode('clue');
      app.say(`An empty grid of ${side} rows.`);
    }),
  );

  app.onChange(() => {
    const { side } = app.state.board;
    if ([...size.options].some((option) => option.value === `${side}`)) size.value = `${side}`;
  });
}
