/**
 * The games that were begun, one record each in IndexedDB. Each record counts its versions: a tab that saves a game which
 * another tab has saved meanwhile merges the two, so that no move of either is lost. Other tabs are told of each change.
 *
 * Without IndexedDB, as in some private windows, games are kept until the page is closed, and the user is told so.
 * @module
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {number} version the number of times it was saved
 * @property {string} key the puzzle: games of the same puzzle have the same one
 * @property {'play'|'set'} kind whether it is played, or a puzzle that is being made
 * @property {string} fragment the puzzle and the state of solving it
 * @property {string} title
 * @property {string} level
 * @property {string} source where it comes from, such as `daily/2026-11-28/hard`; empty for others
 * @property {string} shape the side and the words of its rules, for thumbnails and lists
 * @property {number} filled how many of its blank cells have a digit
 * @property {number} blank how many cells were blank at the beginning
 * @property {number} seconds that it was played
 * @property {number} hints that were asked for
 * @property {string[]} techniques of the hints that were shown in full
 * @property {boolean} isDone
 * @property {number} created when, in milliseconds
 * @property {number} moved when it was changed last
 * @property {Record<string, number>} [saves] by session that has changed it, the number of its last change that is in it
 */

import { merged } from './merge.js';
import { isObject, isText, loadList } from './storage.js';
import { leftUnsaved, noteSaved, versionIn } from './unsaved.js';

const NAME = 'dlx-sudoku';
const GAMES = 'games';

/**
 * @param {unknown} value
 * @returns {value is Game}
 */
export function isGame(value) {
  if (!isObject(value)) return false;
  const texts = ['id', 'key', 'kind', 'fragment', 'title', 'level', 'source', 'shape'];
  const numbers = ['version', 'filled', 'blank', 'seconds', 'hints', 'created', 'moved'];
  return (
    texts.every((name) => isText(value[name])) &&
    numbers.every((name) => Number.isFinite(value[name])) &&
    (value.saves === undefined || isObject(value.saves)) &&
    Array.isArray(value.techniques) && value.techniques.every(isText) && typeof value.isDone === 'boolean'
  );
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction */
const completed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
  return answered(request);
}

export class Library {
  /** @param {IDBDatabase|null} database */
  constructor(database) {
    this.database = database;
    /** The games, without a database. @type {Map<string, Game>} */
    this.memory = new Map();
    /** Called with the game that this or another tab has changed, or with nothing after many changes. @type {Set<(id: string|null, isOther: boolean) => void>} */
    this.listeners = new Set();
    this.channel = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.#tell(isText(data) ? data : null, true);
  }

  /** Opens the games of this browser, with the moves that killed tabs have left. */
  static async open() {
    let database = null;
    try {
      database = await opened();
    } catch (error) {
      console.warn('games are not kept:', error);
    }
    const library = new Library(database);
    // A newer page in another tab may need another layout.
    if (database) database.onversionchange = () => database.close();
    // On a full disk, what is left stays where it is.
    await library.#recover().catch(console.error);
    return library;
  }

  /** Saves the moves that killed tabs have left. Open tabs save their moves again, which changes nothing. */
  async #recover() {
    if (!this.isKept) return;
    for (const { name, unsaved } of leftUnsaved()) {
      if (unsaved && isGame(unsaved.game)) {
        const { game, session } = unsaved;
        const found = await this.get(game.id);
        const isSaved = (found?.saves?.[session] ?? 0) >= (game.saves?.[session] ?? 0);
        const isRemoved = !found && game.version > 0;
        if (!isSaved && !isRemoved) await this.put(game, unsaved);
      }
      noteSaved(name);
    }
  }

  /** Whether games outlive the page. */
  get isKept() {
    return this.database !== null;
  }

  /**
   * @param {string|null} id
   * @param {boolean} isOther
   */
  #tell(id, isOther) {
    for (const listener of [...this.listeners]) listener(id, isOther);
  }

  /** @param {string|null} id */
  #changed(id) {
    this.channel?.postMessage(id);
    this.#tell(id, false);
  }

  /** Returns all games that can be read, the one that was changed last first. @returns {Promise<Game[]>} */
  async all() {
    const found = this.database
      ? await answered(this.database.transaction(GAMES).objectStore(GAMES).getAll())
      : [...this.memory.values()];
    return found.filter(isGame).sort((one, other) => other.moved - one.moved);
  }

  /** @param {string} id @returns {Promise<Game|undefined>} */
  async get(id) {
    const found = this.database
      ? await answered(this.database.transaction(GAMES).objectStore(GAMES).get(id))
      : this.memory.get(id);
    return isGame(found) ? found : undefined;
  }

  /**
   * Saves a game.
   * @param {Game} game with the version of the record that it was made of
   * @param {import('./unsaved.js').Made|null} made how it was made of it, or nothing for a new game
   * @returns {Promise<Game>} what is saved: with the moves of other tabs, if they have saved meanwhile
   */
  async put(game, made) {
    /** @type {Game} */
    let saved;
    if (this.database) {
      // With strict durability a move is on the disk when the browser is killed.
      const transaction = this.database.transaction(GAMES, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(GAMES);
      const over = completed(transaction);
      saved = this.#next(game, made, await answered(store.get(game.id)));
      store.put(saved);
      await over;
    } else {
      saved = this.#next(game, made, this.memory.get(game.id));
      this.memory.set(game.id, saved);
    }
    this.#changed(game.id);
    return saved;
  }

  /**
   * @param {Game} game
   * @param {import('./unsaved.js').Made|null} made
   * @param {unknown} found
   * @returns {Game}
   */
  #next(game, made, found) {
    if (!isGame(found)) return { ...game, version: game.version + 1 };
    const next = made && found.version !== game.version ? merged(versionIn(made, found).fragment, found, game) : game;
    return { ...next, version: found.version + 1 };
  }

  /** @param {string} id */
  async remove(id) {
    if (this.database) {
      const transaction = this.database.transaction(GAMES, 'readwrite');
      transaction.objectStore(GAMES).delete(id);
      await completed(transaction);
    }
    this.memory.delete(id);
    this.#changed(null);
  }

  /**
   * Adds games of a file. Of two records of the same game the one that was changed last is kept.
   * @param {unknown} list
   * @returns {Promise<{added: number, refused: number}>}
   */
  async add(list) {
    if (!Array.isArray(list)) return { added: 0, refused: 1 };
    const right = list.filter(isGame);
    const here = new Map((await this.all()).map((game) => [game.id, game]));
    const newer = right.filter((game) => (here.get(game.id)?.moved ?? -1) < game.moved);
    if (this.database) {
      const transaction = this.database.transaction(GAMES, 'readwrite');
      for (const game of newer) transaction.objectStore(GAMES).put({ ...game, version: Math.max(game.version, here.get(game.id)?.version ?? 0) + 1 });
      await completed(transaction);
    } else {
      for (const game of newer) this.memory.set(game.id, game);
    }
    this.#changed(null);
    return { added: newer.length, refused: list.length - right.length };
  }

  /**
   * Calls a function after each change of the games, here or in another tab.
   * @param {(id: string|null, isOther: boolean) => void} listener
   * @returns {() => void} ends it
   */
  follow(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The games that earlier versions of the page have kept, as fragments with their times. */
export const earlierGames = () => loadList('games', isEarlier);

/**
 * @param {unknown} value
 * @returns {value is {fragment: string, seconds: number, saved: number, isDone?: boolean}}
 */
const isEarlier = (value) => isObject(value) && isText(value.fragment) && Number.isFinite(value.seconds) && Number.isFinite(value.saved);
