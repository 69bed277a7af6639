/**
 * The games in the browser's storage, the clock, and new puzzles by level.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {{id: string, fragment: string, words: string, seconds: number, isDone: boolean, saved: number}} Game
 */

import { ask } from './api.js';
import { button, byId, make, makeButton, onPress, showText } from './dom.js';
import { fromFragment, toFragment } from './link.js';
import { anySeed } from './practice.js';
import { blankCells, countDigits, isComplete } from './puzzle.js';
import { stateOf, stateOfFragment } from './reading.js';
import { isObject, isText, loadList, save } from './storage.js';

/** The most games that are kept. */
const MOST = 20;

/** @typedef {import('./api.js').Schemas['Level']} Level */

/** @type {Level[]} */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'];

/**
 * Returns a time in minutes and seconds, with hours if there are any.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, '0');
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/**
 * Returns the seed of the daily puzzle: the date as a number such as 20261126.
 * @param {Date} date
 */
export const seedOf = (date) => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

/** @param {import('./puzzle.js').State} state */
const idOf = ({ board: { side, box, rules }, givens, allowed }) =>
  JSON.stringify([{ side, box, rules }, givens.join(), allowed?.join('-')]);

/**
 * @param {unknown} value
 * @returns {value is Game}
 */
function isGame(value) {
  if (!isObject(value)) return false;
  const { id, fragment, words, seconds, isDone, saved } = value;
  const isNumber = (/** @type {unknown} */ number) => typeof number === 'number' && number >= 0 && number <= 8.64e15;
  if (!isText(id) || !isText(words) || !isText(fragment) || !isNumber(seconds) || !isNumber(saved)) return false;
  try {
    return typeof isDone === 'boolean' && fromFragment(fragment) !== null;
  } catch {
    return false;
  }
}

export class Games {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Game[]} */
    this.games = loadList('games', isGame);
    this.seconds = 0;
    this.isPaused = false;
  }

  /** Returns the fragment of the last game, if there is one. */
  get last() {
    return this.games[0]?.fragment;
  }

  /** Saves the current state, in the storage and in the address. */
  keep() {
    const { app } = this;
    const { state } = app;
    const fragment = toFragment(state);
    history.replaceState(null, '', `#${fragment}`);
    if (!countDigits(state.board, state.givens) && !state.board.rules.length && !state.allowed) return;
    const id = idOf(state);
    const game = {
      id,
      fragment,
      words: state.title || `${state.board.side}×${state.board.side}${state.level ? `, ${state.level.toLowerCase()}` : ''}`,
      seconds: this.seconds,
      isDone: isComplete(state) && app.look.conflicts.size === 0,
      saved: Date.now(),
    };
    this.games = [game, ...this.games.filter((other) => other.id !== id)].slice(0, MOST);
    save('games', this.games);
  }

  /** Shows the recent games. */
  list() {
    const items = this.games.slice(1).map((game) => {
      const day = new Date(game.saved).toLocaleDateString();
      const text = `${game.words}: ${timeText(game.seconds)}${game.isDone ? ', solved' : ''}, ${day}`;
      return make('li', {}, makeButton(text, () => this.app.attempt(() => this.resume(game))));
    });
    byId('recent-list').replaceChildren(...items);
    showText('recent-none', items.length ? '' : 'No other games yet.');
  }

  /** @param {Game} game */
  async resume(game) {
    const state = await stateOfFragment(this.app, game.fragment);
    if (state) this.app.open('another game', state);
    this.app.say(`Play on: ${game.words}.`);
  }

  /**
   * Opens a new puzzle.
   * @param {Level} level
   * @param {number} seed
   * @param {string} [title]
   */
  async start(level, seed, title = '') {
    const { app } = this;
    const { version } = app;
    app.say('Generating…');
    const answer = await ask('generate', { board: { side: 9 }, kind: 'unique', level, seed });
    if (version !== app.version) return;
    app.open('new puzzle', await stateOf(app, { ...answer, level, title }));
    app.say(`New puzzle: ${level}, ${countDigits(answer.board, answer.givens)} givens.`);
  }

  /** Shows the time, and counts it while the puzzle is played. */
  #tick() {
    const { state } = this.app;
    const isRunning = state.isLocked && !this.isPaused && !document.hidden && blankCells(state).length > 0;
    if (isRunning) this.seconds += 1;
    byId('time').textContent = timeText(this.seconds);
    // The storage is not written every second.
    if (isRunning && this.seconds % 15 === 0) this.keep();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    document.body.classList.toggle('paused', isPaused);
    button('pause').textContent = isPaused ? 'Go on' : 'Pause';
    byId('grid').inert = isPaused;
    this.app.say(isPaused ? 'Paused: the grid is hidden.' : 'The clock runs.');
    if (!isPaused) this.app.focus();
  }

  listen() {
    const { app } = this;
    for (const level of LEVELS) {
      onPress(`level-${level}`, () => app.attempt(() => this.start(level, anySeed())));
    }
    onPress('daily', () => {
      const today = new Date();
      app.attempt(() => this.start('medium', seedOf(today), `Daily puzzle, ${today.toLocaleDateString()}`));
    });
    onPress('pause', () => this.pause(!this.isPaused));
    byId('recent').addEventListener('toggle', () => this.list());
    app.onChange((isNew) => {
      if (isNew) {
        this.seconds = this.games.find(({ id }) => id === idOf(app.state))?.seconds ?? 0;
        if (this.isPaused) this.pause(false);
      }
      this.keep();
      this.list();
    });
    this.seconds = this.games.find(({ id }) => id === idOf(app.state))?.seconds ?? 0;
    setInterval(() => this.#tick(), 1000);
    this.#tick();
    this.keep();
    this.list();
    window.addEventListener('pagehide', () => this.keep());
  }
}
