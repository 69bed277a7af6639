/**
 * Puzzles from elsewhere: typed or pasted texts, links, files.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./puzzle.js').State} State
 */

import { ask, Fault } from './api.js';
import { button, byId, input, isField, onPress, showText, textarea } from './dom.js';
import { fragmentIn, fromFragment } from './link.js';
import { countDigits, startedState } from './puzzle.js';

/** The most characters of a text: what the server accepts, less what surrounds it. */
const MOST = 200_000;

/**
 * Returns the state of a puzzle that the server has read or made.
 * @param {App} app
 * @param {{board: import('./api.js').Board, givens: number[], placed?: number[]|null, notes?: number[][]|null,
 *   allowed?: number[][]|null, solution?: number[]|null, title?: string, author?: string, ruleset?: string,
 *   level?: string}} answer
 * @returns {Promise<State>}
 */
export async function stateOf(app, answer) {
  const state = startedState(await app.layout(answer.board), answer.givens);
  return {
    ...state,
    isLocked: state.isLocked || Boolean(answer.allowed) || answer.board.rules.length > 0,
    placed: answer.placed ?? state.placed,
    corner: answer.notes ?? state.corner,
    allowed: answer.allowed ?? null,
    stated: answer.solution ?? null,
    title: answer.title ?? '',
    author: answer.author ?? '',
    ruleset: answer.ruleset ?? '',
    level: answer.level ?? '',
  };
}

/**
 * Returns the state of a fragment, or null if it has no puzzle.
 * @param {App} app
 * @param {string} fragment
 * @returns {Promise<State|null>}
 */
export async function stateOfFragment(app, fragment) {
  let read;
  try {
    read = fromFragment(fragment);
  } catch (error) {
    throw new Fault(`The link cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  if (!read) return null;
  const { parts, shape } = read;
  return startedState(await app.layout(shape), parts.givens, parts);
}

/**
 * Returns what a text has and its puzzle has not, as sentences.
 * @param {import('./api.js').Answers['parse']['puzzles'][number]} puzzle
 */
function leftOut({ left_out: parts, ruleset }) {
  if (!parts.length) return '';
  const names = parts.map(({ text }) => text).join(', ');
  return ` Left out ${names}, which have no meaning here.${ruleset ? ` The rules in words: ${ruleset}` : ''}`;
}

export class Reading {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The puzzles of the text that was read last. @type {import('./api.js').Answers['parse']['puzzles']} */
    this.puzzles = [];
    this.at = 0;
    /** Whether the text has more puzzles than these. */
    this.hasMore = false;
  }

  /**
   * Reads a text in any format, and opens its first puzzle.
   * @param {string} text
   */
  async take(text) {
    const { app } = this;
    if (text.length > MOST) throw new Fault(`Expected at most ${MOST} characters, found ${text.length}.`);
    const fragment = fragmentIn(text);
    if (fragment) {
      const state = await stateOfFragment(app, fragment);
      if (state) app.open('puzzle from a link', state);
      app.say('Puzzle from a link of this page.');
      return;
    }
    const answer = await ask('parse', { text });
    this.puzzles = answer.puzzles;
    this.hasMore = answer.more;
    await this.go(0);
  }

  /** Opens one of the puzzles. @param {number} index */
  async go(index) {
    const { app } = this;
    this.at = Math.min(Math.max(index, 0), this.puzzles.length - 1);
    const puzzle = this.puzzles[this.at];
    app.open('puzzle read', await stateOf(app, puzzle));
    const { length } = this.puzzles;
    const count = countDigits(puzzle.board, puzzle.givens);
    const what = puzzle.allowed ? 'A puzzle of candidates' : `${count} givens`;
    const rules = puzzle.board.rules.length ? `, ${puzzle.board.rules.length} rules` : '';
    const which = length > 1 ? ` Puzzle ${this.at + 1} of ${length}.` : '';
    app.say(`${what}${rules}, read as ${puzzle.format}.${which}${leftOut(puzzle)}`);
    byId('reader').hidden = length < 2;
    showText('reader-text', `${this.at + 1} of ${length}${this.hasMore ? ' or more' : ''}`);
    button('reader-back').disabled = this.at === 0;
    button('reader-next').disabled = this.at + 1 === length;
  }

  listen() {
    const { app } = this;
    document.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isField(event.target) || !text.trim()) return;
      event.preventDefault();
      app.attempt(() => this.take(text));
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      app.attempt(async () => this.take(file ? await file.text() : text));
    });
    input('file').addEventListener('change', () => {
      const file = input('file').files?.[0];
      if (file) app.attempt(async () => this.take(await file.text()));
      // The same file can be chosen again.
      input('file').value = '';
    });
    onPress('read', () => app.attempt(() => this.take(textarea('text').value)));
    onPress('reader-back', () => app.attempt(() => this.go(this.at - 1)));
    onPress('reader-next', () => app.attempt(() => this.go(this.at + 1)));
  }
}
