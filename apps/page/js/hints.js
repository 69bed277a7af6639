/**
 * The hint in four grades, notes, and what can be asked about the state of the puzzle.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./api.js').Step} Step
 */

import { ask } from './api.js';
import { button, byId, input, onPress, select, showText } from './dom.js';
import { blankCells, candidatesByHouses, cellOf, digitsOf, nameOf, remaining, toQuestion, withStep, wrongCells } from './puzzle.js';
import { showReason } from './reasons.js';

/** The grades, each of which says more. @type {import('./api.js').Schemas['Grade'][]} */
const GRADES = ['area', 'technique', 'cells', 'full'];

/** The button that asks for each grade. */
const WORDS = ['Hint', 'Which technique?', 'Which cells?', 'Show the step'];

/**
 * Returns the puzzle with what is left in each cell.
 * @param {App} app
 */
export function questionOf({ state, settings }) {
  const { without } = settings;
  return { ...toQuestion(state, remaining(state, candidatesByHouses(state))), ...(without.length && { without }) };
}

/**
 * Applies a step, of which at least one conclusion is new.
 * @param {App} app
 * @param {Step|null} step
 */
export async function applyStep(app, step) {
  if (!step) return;
  const { version, state } = app;
  const { candidates } = step.eliminations.length ? await ask('candidates', toQuestion(state)) : { candidates: [] };
  if (version !== app.version) return;
  app.change(step.technique, withStep(state, step, candidates));
  app.say(`Applied: ${step.text}`);
}

export class Hints {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The number of grades that were shown. */
    this.shown = 0;
    /** @type {Step|null} */
    this.step = null;
  }

  /** Shows the next grade of the hint. */
  async more() {
    const { app } = this;
    if (app.view) {
      app.say('An explanation is shown. Close it to get hints.');
      return;
    }
    const { version } = app;
    const grade = GRADES[Math.min(this.shown, GRADES.length - 1)];
    const answer = await ask('hint', { ...questionOf(app), grade });
    if (version !== app.version) return;
    const { side } = app.state.board;
    app.clearLook();
    const cells = answer.cells.map((name) => cellOf(name, side));
    if (answer.status === 'mistake') app.look.wrong = new Set(cells);
    else app.look.marked = new Set(cells);
    this.step = answer.step;
    if (answer.status === 'step' || answer.status === 'mistake') this.shown = Math.min(this.shown + 1, GRADES.length);
    showText('hint-text', answer.text);
    showReason('hint-reason', this.step, app);
    button('hint-apply').disabled = !this.step;
    button('hint').textContent = WORDS[this.shown] ?? 'Show again';
    app.say(answer.text, answer.status === 'mistake' ? 'bad' : answer.status === 'solved' ? 'good' : 'plain');
    if (this.step) app.showStep(this.step);
    else app.render();
    document.body.classList.add('sheet');
    byId('hints').scrollIntoView({ block: 'nearest' });
  }

  /** Forgets the hint, which was about another state. */
  forget() {
    this.shown = 0;
    this.step = null;
    showText('hint-text', '');
    showReason('hint-reason', null, this.app);
    showText('why-text', '');
    button('hint-apply').disabled = true;
    button('hint').textContent = WORDS[0];
  }

  /** Says whether the digits are those of the solution. */
  async checkDigits() {
    const { app } = this;
    const { version, state } = app;
    const solution = await app.solution();
    if (version !== app.version) return;
    if (!solution) {
      app.say('The puzzle has no single solution to check against.', 'bad');
      return;
    }
    const wrong = wrongCells(state, solution);
    app.clearLook();
    app.look.wrong = new Set(wrong);
    app.render();
    const names = wrong.map((cell) => nameOf(cell, state.board.side));
    app.say(wrong.length ? `Wrong: ${names.join(', ')}.` : 'All digits are right.', wrong.length ? 'bad' : 'good');
  }

  /** Says why a digit cannot be in the active cell. */
  async whyNot() {
    const { app } = this;
    const { version, state } = app;
    const { active } = app.selection;
    const digit = Number(select('why-digit').value);
    const question = { ...toQuestion(state), placed: undefined, cell: nameOf(active, state.board.side), digit };
    const answer = await ask('why-not', question);
    if (version !== app.version) return;
    app.clearLook();
    const cases = answer.cases.map(({ depth, text }) => `${'  '.repeat(depth)}${text}`);
    showText('why-text', [answer.text, ...cases].join('\n'));
    showReason('hint-reason', answer.step, app);
    app.say(answer.text.split('\n')[0]);
    if (answer.step) app.showStep(answer.step);
    else app.render();
  }

  /** Offers the digits of the board. */
  #offerDigits() {
    const options = digitsOf(this.app.state.board).map((digit) => new Option(this.app.show(digit), `${digit}`));
    const values = (/** @type {Iterable<HTMLOptionElement>} */ list) => Array.from(list, ({ value }) => value).join();
    if (values(select('why-digit').options) !== values(options)) select('why-digit').replaceChildren(...options);
  }

  /** Writes all candidates as corner notes. */
  async writeNotes() {
    const { app } = this;
    const { version, state } = app;
    const { candidates } = await ask('candidates', toQuestion(state));
    if (version !== app.version) return;
    const corner = candidates.map((list, cell) =>
      list.filter((digit) => !state.removed[cell].includes(digit)),
    );
    app.change('all candidates', { ...state, corner });
    app.say('All candidates are written as notes.');
  }

  listen() {
    const { app } = this;
    for (const id of ['hint', 'pad-hint']) onPress(id, () => app.attempt(() => this.more()));
    onPress('hint-apply', () => app.attempt(() => applyStep(app, this.step)));
    onPress('check', () => app.attempt(() => this.checkDigits()));
    onPress('why-not', () => app.attempt(() => this.whyNot()));
    onPress('notes-all', () => app.attempt(() => this.writeNotes()));
    onPress('notes-none', () => {
      const none = app.state.corner.map(() => []);
      const cells = blankCells(app.state);
      if (!cells.some((cell) => app.state.corner[cell].length || app.state.centre[cell].length)) return;
      app.change('notes cleared', { ...app.state, corner: none, centre: none.map(() => []) });
      app.say('All notes are cleared.');
    });
    input('show-candidates').addEventListener('change', () => {
      app.showsCandidates = input('show-candidates').checked;
      app.refresh();
    });
    app.onChange(() => {
      this.forget();
      this.#offerDigits();
    });
    this.#offerDigits();
  }
}

