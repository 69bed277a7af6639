/**
 * Solve, Reset, Clear, and counting: what the clues allow.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask, lines } from './api.js';
import { byId } from './app.js';
import { blank, cellOf, toQuestion, withCluesAlone, withSolution } from './puzzle.js';

/** How many cells are named before it is said how many more there are. */
const MOST_NAMED = 12;

/**
 * Cells as a list that does not grow too long.
 * @param {string[]} names
 */
export function listed(names) {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** @param {App} app */
async function solve(app) {
  const { state, version } = app;
  app.say('Solving…');
  const answer = await ask('solve', toQuestion(state));
  if (version !== app.version) return;
  const { side } = state.board;
  switch (answer.status) {
    case 'invalid':
      app.say(`Invalid puzzle: ${answer.reason}`, 'bad');
      break;
    case 'none':
      app.say('No solution.', 'bad');
      break;
    case 'several': {
      app.clearLook();
      for (const name of answer.differing) {
        const cell = cellOf(name, side);
        app.look.asides.set(cell, `${answer.solution[cell]} or ${answer.second[cell]}`);
      }
      app.say(
        `Several solutions. Two of them differ in ${answer.differing.length} cells: ${listed(answer.differing)}.`,
        'bad',
      );
      app.render();
      break;
    }
    default: {
      const corrected = answer.wrong.length ? ` Corrected: ${listed(answer.wrong)}.` : '';
      app.change('solving', withSolution(state, answer.solution));
      app.say(`Solved: this is the only solution.${corrected}`, 'good');
    }
  }
}

/** A number as people read it. @param {string} digits */
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ' ');

/** Counts solutions until it is done, or somebody cancels. */
class Counting {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController|null} */
    this.controller = null;
  }

  /** @param {string} text */
  show(text) {
    const answer = byId('count-text');
    answer.hidden = false;
    answer.textContent = text;
  }

  async run() {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    byId('count-cancel').disabled = false;
    let last = { count: '0', nodes: 0, state: 'stopped' };
    this.show('Counting…');
    try {
      for await (const line of lines('count', toQuestion(this.app.state), controller.signal)) {
        last = line;
        const soFar = line.count === '0' ? '' : `${grouped(line.count)} so far, `;
        if (line.state === 'running') this.show(`Counting: ${soFar}${grouped(`${line.nodes}`)} nodes…`);
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        this.show('');
        throw error;
      }
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        byId('count-cancel').disabled = true;
      }
    }
    if (controller.signal.aborted) {
      const least = last.count === '0' ? '' : ` At least ${grouped(last.count)} solutions.`;
      this.show(`Cancelled.${least}`);
      this.app.say('Counting was cancelled.');
      return;
    }
    const number = `${grouped(last.count)} ${last.count === '1' ? 'solution' : 'solutions'}`;
    const text = last.state === 'exact' ? `${number}.` : `At least ${number}; the count was stopped.`;
    this.show(text);
    this.app.say(text);
  }

  cancel() {
    this.controller?.abort();
  }
}

/** @param {App} app */
export function listenSolving(app) {
  byId('solve').addEventListener('click', () => app.attempt(() => solve(app)));
  byId('reset').addEventListener('click', () => {
    app.change('reset', withCluesAlone(app.state));
    app.say('Cleared everything but the givens.');
  });
  byId('clear').addEventListener('click', () =>
    app.attempt(async () => {
      app.change('clearing', await blank(app.state.board));
      app.say('The grid is empty.');
    }),
  );
  byId('undo').addEventListener('click', () => app.undo());
  byId('redo').addEventListener('click', () => app.redo());
  const counting = new Counting(app);
  byId('count').addEventListener('click', () => app.attempt(() => counting.run()));
  byId('count-cancel').addEventListener('click', () => counting.cancel());
  // A browser may keep a page that was left, with its connections.
  window.addEventListener('pagehide', () => counting.cancel());
  app.onChange(() => {
    counting.cancel();
    byId('count-text').hidden = true;
  });
}
