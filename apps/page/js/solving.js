/**
 * What the givens allow: the solution, the number of solutions, the level, and why there is not exactly one.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask, lines } from './api.js';
import { button, onPress, showText } from './dom.js';
import { blankState, cellOf, toQuestion, withGivensAlone, withSolution, withTrueCandidates } from './puzzle.js';

/** The most cells that are named. */
const MOST_NAMED = 12;

/**
 * Returns the first names of a list, and the number of those that follow.
 * @param {string[]} names
 */
export function listed(names) {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns a number with its digits in groups of three. @param {string} digits */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** @param {App} app */
async function solve(app) {
  const { state, version } = app;
  app.say('Solving…');
  const answer = await ask('solve', { ...toQuestion(state), ...(state.stated && { stated: state.stated }) });
  if (version !== app.version) return;
  const { side } = state.board;
  const note = answer.stated ? ` Note: ${answer.stated}.` : '';
  switch (answer.status) {
    case 'invalid':
      app.say(`Invalid puzzle: ${answer.reason}`, 'bad');
      break;
    case 'none':
      app.say(`No solution. “Why?” finds the reason.${note}`, 'bad');
      break;
    case 'several': {
      app.clearLook();
      for (const name of answer.differing) {
        const cell = cellOf(name, side);
        const digits = [answer.solution, answer.second].flatMap((solution) => solution?.[cell] ?? []);
        app.look.asides.set(cell, digits.map(app.show).join(' or '));
      }
      const difference = answer.differing.length
        ? `Two of them differ in ${answer.differing.length} cells: ${listed(answer.differing)}.`
        : 'Two of them have the same digits in other regions.';
      app.say(`Several solutions. ${difference}`, 'bad');
      app.render();
      break;
    }
    default: {
      if (!answer.solution) return;
      const corrected = answer.wrong.length ? ` Corrected: ${listed(answer.wrong)}.` : '';
      app.change('solving', withSolution(state, answer.solution, answer.regions[0] ?? null));
      app.say(`Solved: this is the only solution.${corrected}${note}`, 'good');
    }
  }
}

/** Says why there is no solution, or why there are several. @param {App} app */
async function diagnose(app) {
  const { state, version } = app;
  app.say('Searching for the reason…');
  const answer = await ask('diagnose', { ...toQuestion(state), placed: undefined });
  if (version !== app.version) return;
  app.clearLook();
  app.look.marked = new Set(answer.cells.map((name) => cellOf(name, state.board.side)));
  app.render();
  app.say(answer.text, answer.status === 'unique' ? 'good' : 'bad');
  showText('answer', [answer.text, ...answer.lines].join('\n'));
}

/** Notes the digits that cells have in solutions, and says in how many. @param {App} app */
async function noteTrueCandidates(app) {
  const { state, version } = app;
  app.say('Searching for the digits of solutions…');
  const { status, cells } = await ask('true-candidates', { ...toQuestion(state), placed: undefined });
  if (version !== app.version) return;
  if (status === 'none' || status === 'invalid') {
    app.say('No solution. “Why?” finds the reason.', 'bad');
    return;
  }
  const { side } = state.board;
  app.change('true candidates', withTrueCandidates(state, new Map(
    cells.map(({ cell, digits }) => [cellOf(cell, side), digits.map(({ digit }) => digit)]),
  )));
  const open = cells.filter(({ digits }) => digits.length > 1);
  const counted = open.map(({ cell, digits }) => {
    const counts = digits.map(({ digit, count, complete }) => `${app.show(digit)} in ${complete ? '' : 'at least '}${grouped(count)}`);
    return `${cell}: ${counts.join(', ')}`;
  });
  showText('answer', counted.length ? ['Digits and the number of their solutions', ...counted].join('\n') : '');
  if (open.length) app.say(`Several solutions. ${open.length} cells have several digits in them.`, 'bad');
  else app.say('There is only one solution: each cell has one digit.', 'good');
}

/** Names the givens and the rules that the puzzle does not need. @param {App} app */
async function findRedundant(app) {
  const { state, version } = app;
  app.say('Searching for givens and rules that are not needed…');
  const answer = await ask('redundant', { ...toQuestion(state), placed: undefined });
  if (version !== app.version) return;
  if (answer.status !== 'unique') {
    app.say('The puzzle does not have one solution. “Why?” finds the reason.', 'bad');
    return;
  }
  const givens = answer.redundant.map(({ cell }) => cell);
  app.clearLook();
  app.look.marked = new Set(givens.map((name) => cellOf(name, state.board.side)));
  app.render();
  const parts = [
    givens.length && `${givens.length} givens: ${listed(givens)}`,
    answer.redundant_rules.length && `${answer.redundant_rules.length} rules`,
    (answer.undecided || answer.undecided_rules) && 'some are not decided',
  ].filter(Boolean);
  const text = parts.length ? `Not needed, each alone: ${parts.join('; ')}.` : 'The puzzle needs all givens and rules.';
  showText('answer', [text, ...answer.redundant_rules].join('\n'));
  app.say(text, parts.length ? 'bad' : 'good');
}

/** @param {App} app */
async function rate(app) {
  const { version, state } = app;
  app.say('Rating…');
  const answer = await ask('rate', { ...toQuestion(state), placed: undefined });
  if (version !== app.version) return;
  if (answer.level) app.retitle({ level: answer.level });
  showText('answer', answer.text);
  app.say(answer.text);
}

/** Counts solutions until all are counted, or it is cancelled. */
class Counting {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController|null} */
    this.controller = null;
  }

  async run() {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    button('count-cancel').disabled = false;
    let last = { count: '0', nodes: 0, state: 'stopped' };
    showText('answer', 'Counting…');
    try {
      for await (const line of lines('count', { ...toQuestion(this.app.state), placed: undefined }, controller.signal)) {
        last = line;
        const soFar = line.count === '0' ? '' : `${grouped(line.count)} so far, `;
        if (line.state === 'running') showText('answer', `Counting: ${soFar}${grouped(`${line.nodes}`)} nodes…`);
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        showText('answer', '');
        throw error;
      }
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        button('count-cancel').disabled = true;
      }
    }
    if (controller.signal.aborted) {
      const least = last.count === '0' ? '' : ` At least ${grouped(last.count)} solutions.`;
      showText('answer', `Cancelled.${least}`);
      this.app.say('Counting was cancelled.');
      return;
    }
    const number = `${grouped(last.count)} ${last.count === '1' ? 'solution' : 'solutions'}`;
    const text = last.state === 'exact' ? `${number}.` : `At least ${number}; the count was stopped.`;
    showText('answer', text);
    this.app.say(text);
  }

  cancel() {
    this.controller?.abort();
  }
}

/** @param {App} app */
export function listenSolving(app) {
  onPress('solve', () => app.attempt(() => solve(app)));
  onPress('diagnose', () => app.attempt(() => diagnose(app)));
  onPress('true-candidates', () => app.attempt(() => noteTrueCandidates(app)));
  onPress('redundant', () => app.attempt(() => findRedundant(app)));
  onPress('rate', () => app.attempt(() => rate(app)));
  onPress('reset', () => {
    app.change('reset', withGivensAlone(app.state));
    app.say('Everything but the givens is cleared.');
  });
  onPress('empty', () => {
    app.open('clearing', blankState(app.state.layout));
    app.say('The grid is empty: enter givens.');
  });
  onPress('start', () => {
    const { state } = app;
    app.change(state.isLocked ? 'givens opened' : 'givens fixed', { ...state, isLocked: !state.isLocked });
    app.say(app.state.isLocked ? 'The givens are fixed: play.' : 'Keys enter givens now.');
    app.focus();
  });
  const counting = new Counting(app);
  onPress('count', () => app.attempt(() => counting.run()));
  onPress('count-cancel', () => counting.cancel());
  // A browser may keep a page that was left, with its connections.
  window.addEventListener('pagehide', () => counting.cancel());
  const offer = () => {
    button('start').textContent = app.state.isLocked ? 'Edit the givens' : 'Start playing';
  };
  app.onChange(() => {
    counting.cancel();
    showText('answer', '');
    offer();
  });
  offer();
}
