/**
 * What all screens share: settings, games, questions to the engine, and the message to the user.
 * @module
 *
 * @typedef {{text: string, kind: 'quiet'|'plain'|'good'|'bad', isOfEngine?: boolean}} Message what is quiet is heard by screen
 *   readers, and not seen; what the engine says is English
 * @typedef {import('../model/puzzle.js').State} State
 */

import { ask, Fault, Unreachable } from '../engine/api.js';
import { Questions } from '../engine/questions.js';
import { backdropOf, layoutOf } from '../model/boards.js';
import { fragmentIn, fromFragment } from '../model/link.js';
import { startedState } from '../model/puzzle.js';
import { dialog } from '../parts/dialog.js';
import { h } from '../parts/dom.js';
import { t } from '../words/words.js';
import { isBegun, newGame } from './game.js';
import { keepSettings, shownDigit } from './settings.js';
import { Store } from './store.js';

/** @typedef {import('./settings.js').Settings} Settings */

export class App {
  /**
   * @param {Settings} settings
   * @param {import('./library.js').Library} library
   */
  constructor(settings, library) {
    this.library = library;
    this.settings = new Store(settings);
    this.message = new Store(/** @type {Message} */ ({ text: '', kind: 'quiet', isOfEngine: false }));
    this.questions = new Questions();
    /** What the engine has told. */
    this.told = new Store({ kinds: /** @type {Map<string, import('../engine/api.js').Answers['rules'][number]>} */ (new Map()) });
    /** @type {State|null} */
    this.carried = null;
    /** A text with several puzzles, on the way to the screen that shows them. */
    this.carriedText = '';
    this.settings.follow((now) => keepSettings(now));
  }

  /** By word of a rule, its kind, once the engine has told them. */
  get kinds() {
    return this.told.now.kinds;
  }

  /** Asks the engine for the kinds of rules, once. */
  async askKinds() {
    if (!this.kinds.size) this.told.set({ kinds: new Map((await ask('rules', undefined)).map((kind) => [kind.word, kind])) });
  }

  /** How boards are drawn. @returns {import('../model/boards.js').Style} */
  get style() {
    const { labels, theme } = this.settings.now;
    return { labels, theme };
  }

  /** Writes a digit as the settings ask for. @param {number} digit */
  show = (digit) => shownDigit(this.settings.now, digit);

  /**
   * Shows a message, which screen readers speak too.
   * @param {string} text
   * @param {Message['kind']} [kind]
   * @param {{isOfEngine?: boolean}} [options] whether the engine says it
   */
  say(text, kind = 'plain', { isOfEngine = false } = {}) {
    this.message.set({ text, kind, isOfEngine });
  }

  /**
   * Runs something that may fail, and says why it did.
   * @param {() => Promise<unknown>|unknown} work
   * @returns {Promise<boolean>} whether it worked
   */
  async attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.say(error.message, 'bad', error);
      return false;
    }
  }

  /**
   * Returns a board.
   * @param {import('../model/boards.js').Shape} shape
   */
  layout(shape) {
    return layoutOf(shape, this.style);
  }

  /** Returns the picture of a board. @param {import('../model/boards.js').Shape} shape */
  backdrop(shape) {
    return backdropOf(shape, this.style);
  }

  /**
   * Returns the state of a puzzle that the engine has read or made.
   * @param {{board: import('../engine/api.js').Board, givens: number[], placed?: number[]|null, notes?: number[][]|null,
   *   corner?: number[][]|null, centre?: number[][]|null, colors?: number[][]|null, cosmetics?: State['cosmetics'], fog?: State['fog'],
   *   allowed?: number[][]|null, solution?: number[]|null, title?: string, author?: string, ruleset?: string, level?: string}} answer
   * @returns {Promise<State>}
   */
  async stateOf(answer) {
    const state = startedState(await this.layout(answer.board), answer.givens);
    return {
      ...state,
      isLocked: state.isLocked || Boolean(answer.allowed) || answer.board.rules.length > 0,
      placed: answer.placed ?? state.placed,
      corner: answer.corner ?? answer.notes ?? state.corner,
      centre: answer.centre ?? state.centre,
      colors: answer.colors ?? state.colors,
      cosmetics: answer.cosmetics ?? [],
      fog: answer.fog ?? null,
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
   * @param {string} fragment
   * @returns {Promise<State|null>}
   */
  async stateOfFragment(fragment) {
    let read;
    try {
      read = fromFragment(fragment);
    } catch (error) {
      throw new Fault(t('link.bad', { why: error instanceof Error ? error.message : `${error}` }));
    }
    if (!read) return null;
    const { parts, shape } = read;
    return startedState(await this.layout(shape), parts.givens, parts);
  }

  /**
   * Returns the puzzles of a text in any format, the first ones if it has many.
   * @param {string} text
   * @returns {Promise<{puzzles: {state: State, format: string, leftOut: string[]}[], hasMore: boolean}|undefined>} nothing if another text is
   *   read meanwhile
   */
  async read(text) {
    if (text.length > MOST_TEXT) throw new Fault(t('read.long', { most: MOST_TEXT, found: text.length }));
    const own = fragmentIn(text);
    const state = own && (await this.stateOfFragment(own));
    if (state) return { puzzles: [{ state, format: t('read.ownLink'), leftOut: [] }], hasMore: false };
    const answer = await this.questions.ask('read', 'parse', { text }, t('busy.read')).catch((error) => {
      throw error instanceof Fault && !(error instanceof Unreachable) ? new Fault(t('read.bad', { why: error.message })) : error;
    });
    if (!answer) return undefined;
    const puzzles = await Promise.all(answer.puzzles.map(async (puzzle) => ({
      state: await this.stateOf(puzzle),
      format: puzzle.format,
      leftOut: puzzle.left_out.map((part) => part.text),
    })));
    return { puzzles, hasMore: answer.more };
  }

  /**
   * Opens a text in any format: a puzzle with givens is played, a blank one set; several are shown one after the other.
   * @param {string} text
   */
  async openText(text) {
    const read = await this.read(text);
    if (!read) return;
    const [{ state, leftOut }] = read.puzzles;
    if (read.puzzles.length > 1 || read.hasMore) {
      this.carriedText = text;
      this.go('/solve');
      return;
    }
    if (!state.isLocked) this.carry('set', state);
    else if (!(await this.play(state, { source: 'text' }))) return;
    if (leftOut.length) this.say(t('read.leftOut', { what: leftOut.join(', ') }), 'bad');
  }

  /**
   * Takes a puzzle along to another screen, which asks for it by `taken`.
   * @param {'solve'|'set'} place
   * @param {State} state
   */
  carry(place, state) {
    this.carried = state;
    this.go(`/${place}`);
  }

  /** Returns the puzzle that was taken along, once. */
  taken() {
    const state = this.carried;
    this.carried = null;
    return state;
  }

  /** Goes to an address of the page, such as `/play/ID`. @param {string} path */
  go(path) {
    location.hash = `#${path}`;
  }

  /**
   * Plays a puzzle. If a game of it was begun, the user is asked whether to continue it; it stays in the library either way.
   * @param {State} state
   * @param {{source?: string}} [options] where it comes from
   * @returns {Promise<boolean>} false if the user cancels
   */
  async play(state, { source = '' } = {}) {
    const made = newGame(state, { source });
    // A game without entries is opened again instead of a new one, unless the new one has entries.
    const isSame = (/** @type {import('./library.js').Game} */ game) => isBegun(game) || (game.source === source && !isBegun(made));
    const begun = (await this.library.all()).find((game) => game.kind === 'play' && game.key === made.key && isSame(game));
    let id = begun?.id;
    if (begun && isBegun(begun)) {
      const filled = t('progress', { filled: begun.filled, blank: begun.blank });
      const choice = await dialog(t('again.title'), [h('p', {}, t('again.text', { what: begun.title || t('untitled'), progress: filled }))], [
        { label: t('again.over'), value: 'over' },
        { label: t('again.continue'), value: 'continue', isMain: true },
      ]);
      if (!choice) return false;
      if (choice === 'over') id = undefined;
    }
    id ??= (await this.library.put(made, null)).id;
    this.go(`/play/${id}`);
    return true;
  }
}

/** The most characters of a text: what the server accepts, less what surrounds it. */
const MOST_TEXT = 200_000;
