/**
 * A game of the library on the desk: it is saved after each move, and takes over the moves of other tabs.
 * @module
 *
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {import('./library.js').Game} Game
 */

import { toFragment } from '../model/link.js';
import { blankCells } from '../model/puzzle.js';
import { t } from '../words/words.js';
import { told } from './game.js';
import { mergedFragments } from './merge.js';
import { noteSaved, noteUnsaved, versionIn } from './unsaved.js';

/** The most sessions that a record names. Older ones have left nothing that is not saved. */
const MOST_SESSIONS = 16;

/** The most versions of a game that are kept for the library, when it cannot save for a while. */
const MOST_VERSIONS = 64;

export class Session {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./desk.js').Desk} desk
   * @param {Game} game
   */
  constructor(app, desk, game) {
    this.app = app;
    this.desk = desk;
    /** The name of this session among those that change the game. */
    this.name = crypto.randomUUID().slice(0, 8);
    /** The number of changes in it. */
    this.changes = 0;
    /** The record with what is not saved yet. Its version is that of the record that was saved last. */
    this.game = game;
    /** What the library may have of this session, the oldest first: what was saved last, and each change since. @type {import('./unsaved.js').Version[]} */
    this.versions = [{ number: 0, fragment: game.fragment }];
    /** The name of the note of what is not saved yet. @type {string|null} */
    this.note = null;
    this.isDirty = false;
    /** Whether another tab has saved the record. */
    this.isBehind = false;
    /** Called after each change of the record. @type {Set<() => void>} */
    this.listeners = new Set();
    /** What is being saved and taken over. @type {Promise<void>|null} */
    this.working = null;
    this.leave = [
      desk.follow((now, before) => this.#follow(now, before)),
      app.library.follow((id, isOther) => {
        if (isOther && (id === game.id || id === null)) app.attempt(() => this.#adopt());
      }),
    ];
    this.timer = setInterval(() => this.#tick(), 1000);
    // Another tab may have saved since the record was read.
    app.attempt(() => this.#adopt());
  }

  /** Whether time counts. */
  get isRunning() {
    const { state, isPaused, shown, look } = this.desk.now;
    return state.isLocked && !isPaused && !shown && !document.hidden && !look.isSolved && !this.game.isDone;
  }

  #tick() {
    if (!this.isRunning) return;
    this.game = { ...this.game, seconds: this.game.seconds + 1 };
    for (const listener of this.listeners) listener();
    // The storage is not written every second.
    if (this.game.seconds % 15 === 0) this.save();
  }

  /**
   * @param {import('./desk.js').View} now
   * @param {import('./desk.js').View} before
   */
  #follow(now, before) {
    if (now.state !== before.state) {
      this.game = { ...this.game, ...told(now.state), moved: Date.now(), isDone: this.game.isDone && blankCells(now.state).length === 0 };
      if (this.game.fragment !== this.versions.at(-1)?.fragment) this.#keep();
    }
    if (now.look.isSolved && !this.game.isDone) {
      this.game = { ...this.game, isDone: true, moved: Date.now() };
      this.#keep();
    }
    for (const listener of this.listeners) listener();
  }

  /** Notes a hint. @param {string} [technique] that was shown in full */
  hinted(technique) {
    const { techniques } = this.game;
    const more = technique && !techniques.includes(technique) ? [technique] : [];
    this.game = { ...this.game, hints: this.game.hints + (technique ? 0 : 1), techniques: [...techniques, ...more] };
    this.#keep();
  }

  /** Saves a change that the tab may be killed after. */
  #keep() {
    this.#note();
    this.save();
  }

  /** Keeps a change until it is saved. */
  #note() {
    const { name } = this;
    this.changes += 1;
    const others = Object.entries(this.game.saves ?? {}).filter(([session]) => session !== name);
    this.game = { ...this.game, saves: Object.fromEntries([...others.slice(1 - MOST_SESSIONS), [name, this.changes]]) };
    const [first, ...later] = this.versions;
    this.versions = [first, ...later.slice(2 - MOST_VERSIONS), { number: this.changes, fragment: this.game.fragment }];
    // The note of before goes last: a tab may be killed at any place.
    const before = this.note;
    this.note = noteUnsaved({ session: name, game: this.game, versions: this.versions });
    if (before) noteSaved(before);
  }

  /** Saves the record; once more if it changes meanwhile. @returns {Promise<void>} */
  save() {
    this.isDirty = true;
    this.working ??= this.#work();
    return this.working;
  }

  /** Takes over what another tab has saved. @returns {Promise<void>} */
  #adopt() {
    this.isBehind = true;
    this.working ??= this.#work();
    return this.working;
  }

  /** Saves and takes over, one after the other: each goes on from the record that the one before leaves. */
  async #work() {
    try {
      while (this.isDirty || this.isBehind) await (this.isDirty ? this.#write() : this.#read());
    } finally {
      this.working = null;
    }
  }

  async #write() {
    this.isDirty = false;
    try {
      await this.#rebase(await this.app.library.put(this.game, { session: this.name, versions: this.versions }));
      if (!this.isDirty && this.note) {
        noteSaved(this.note);
        this.note = null;
      }
    } catch (error) {
      // A full disk, for example. The game goes on, and the user is told.
      console.error(error);
      this.app.say(t('library.unsaved'), 'bad');
    }
  }

  async #read() {
    this.isBehind = false;
    const saved = await this.app.library.get(this.game.id);
    if (saved && saved.version > this.game.version) await this.#rebase(saved);
  }

  /**
   * Goes on from a record that was saved: with the moves in it that are not ours, and ours that are not in it.
   * @param {Game} saved
   */
  async #rebase(saved) {
    const common = versionIn({ session: this.name, versions: this.versions }, saved);
    const rebased = (/** @type {string} */ fragment) => mergedFragments(common.fragment, saved.fragment, fragment);
    for (;;) {
      const own = toFragment(this.desk.state);
      const fragment = rebased(own);
      const state = fragment === own ? null : await this.app.stateOfFragment(fragment);
      // What was played meanwhile is merged as well.
      if (toFragment(this.desk.state) !== own) continue;
      // The record and the desk change together: a save between them would undo what is new in one.
      const { seconds, hints, techniques, isDone, version, saves } = saved;
      const later = this.versions.filter(({ number }) => number > common.number);
      this.versions = [{ ...common, fragment: saved.fragment }, ...later.map((change) => ({ ...change, fragment: rebased(change.fragment) }))];
      this.game = {
        ...this.game,
        version,
        seconds: Math.max(seconds, this.game.seconds),
        hints: Math.max(hints, this.game.hints),
        techniques: [...new Set([...techniques, ...this.game.techniques])],
        isDone: isDone || this.game.isDone,
        saves: { ...saves, ...(this.changes && { [this.name]: this.changes }) },
      };
      if (state) this.desk.adopt(state);
      this.desk.tell();
      return;
    }
  }

  /** Ends the session; what is not saved is. */
  async close() {
    clearInterval(this.timer);
    for (const leave of this.leave) leave();
    this.desk.tell();
    // A draft that nothing was done with is not kept.
    if (this.isDirty || this.game.version > 0) await this.save();
  }
}
