/**
 * Entering digits, notes, colors and lines by keyboard, keypad and pointer.
 * @module
 *
 * @typedef {import('../model/keyboard.js').Mode} Mode
 */

import { commandOf } from '../model/keyboard.js';
import { withCleared, withColor, withDigit, withGiven, withLetter, withNote, withPen } from '../model/moves.js';
import { COLORS, candidatesByHouses, digitIn, isFilled, isGiven, remaining } from '../model/puzzle.js';
import { between, extended, only, toggled } from '../model/selection.js';
import { isField } from '../parts/dom.js';
import { t } from '../words/words.js';
import { spokenName } from './grid.js';

/** The modes in the order of the keys. @type {Mode[]} */
export const MODES = ['digit', 'corner', 'centre', 'color', 'pen', 'letter'];

/** The letters that can be written in cells. */
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** How long a digit waits for the next one of a number such as 12, in milliseconds. */
const PATIENCE = 1500;

export class Entry {
  /**
   * @param {import('../store/app.js').App} app
   * @param {import('./board.js').Board} board
   * @param {Record<string, () => void>} actions what letters do, by name
   * @param {{modes?: Mode[]}} [options] the modes that are offered
   */
  constructor(app, board, actions, { modes = MODES } = {}) {
    this.app = app;
    this.modes = modes;
    this.board = board;
    this.desk = board.desk;
    /** The digit that the next one may continue, as 1 before 2 for 12, its cell, its mode and its time. */
    this.begun = { cell: -1, digit: 0, mode: /** @type {Mode} */ ('digit'), at: 0 };
    /** The cell where the pointer was last, or -1 while no button is down. */
    this.dragged = -1;
    /** Whether the pen draws, or removes what is there, until the button is up; nothing before its first line. @type {boolean|null} */
    this.isDrawing = null;
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    document.addEventListener('keydown', (event) => this.#key(event, actions), { signal });
    const { root } = board.grid;
    root.addEventListener('pointerdown', (event) => this.#point(event));
    root.addEventListener('pointermove', (event) => this.#drag(event));
    root.addEventListener('dblclick', (event) => this.#selectSame(board.grid.cellAt(event.target)));
    root.addEventListener('focusin', (event) => {
      const cell = board.grid.cellAt(event.target);
      if (cell >= 0 && !this.desk.now.selection.cells.has(cell)) this.desk.select(only(cell));
    });
    for (const name of ['pointerup', 'pointercancel']) {
      window.addEventListener(name, () => {
        board.isHeld = false;
        if (this.dragged >= 0) board.focus();
        this.dragged = -1;
        this.isDrawing = null;
      }, { signal });
    }
  }

  /** Ends listening. */
  close() {
    this.leaving.abort();
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (!this.modes.includes(mode)) return;
    this.desk.set({ mode, chosen: null });
    this.app.say(t(`mode.says.${mode}`), 'quiet');
  }

  /**
   * Returns the selected cells in words.
   * @param {number[]} cells
   */
  #words(cells) {
    return cells.length === 1 ? spokenName(cells[0], this.desk.state.board.side) : t('cells', { n: cells.length });
  }

  /** Returns true if the state may be changed, and says why if not. */
  #mayChange() {
    const { shown, isPaused } = this.desk.now;
    if (shown) this.app.say(t('entry.shown'));
    else if (isPaused) this.app.say(t('entry.paused'));
    return !shown && !isPaused;
  }

  /**
   * Enters a digit or color in the selected cells, or clears them for null.
   * @param {number|null} digit
   * @param {Mode} [mode]
   */
  write(digit, mode = this.desk.now.mode) {
    const { app, desk } = this;
    if (!this.#mayChange()) return;
    const { state } = desk;
    const { values: [least, greatest] } = state.board;
    const cells = [...desk.now.selection.cells];
    if (digit === null) {
      this.clear();
    } else if (mode === 'color') {
      if (digit < 1 || digit > COLORS) return;
      desk.change(t('did.color', { cells: this.#words(cells) }), withColor(state, cells, digit));
    } else if (mode === 'letter') {
      // A digit is no letter: it is entered as usual.
      this.write(digit, 'digit');
    } else if (digit > greatest) {
      app.say(t('entry.range', { least, greatest, found: app.show(digit) }), 'bad');
    } else if (mode === 'corner' || mode === 'centre') {
      const blank = cells.filter((cell) => !isFilled(state, cell));
      if (!blank.length) {
        app.say(t('entry.filled', { n: cells.length }), 'bad');
        return;
      }
      const after = withNote(state, mode, blank, digit);
      const has = after[mode][blank[0]].includes(digit);
      desk.change(t('did.note', { digit: app.show(digit), cells: this.#words(cells) }), after);
      app.say(t(has ? 'note.added' : 'note.removed', { digit: app.show(digit), cells: this.#words(cells) }), 'quiet');
    } else {
      this.#writeDigit(cells, digit);
    }
  }

  /** Writes a letter in the selected cells, or removes it. @param {string} letter */
  writeLetter(letter) {
    const { app, desk } = this;
    if (!this.#mayChange()) return;
    const cells = [...desk.now.selection.cells];
    const blank = cells.filter((cell) => !isFilled(desk.state, cell));
    if (!blank.length) {
      app.say(t('entry.filled', { n: cells.length }), 'bad');
      return;
    }
    const after = withLetter(desk.state, blank, letter);
    const words = { digit: letter, cells: this.#words(blank) };
    desk.change(t('did.note', words), after);
    app.say(t(after.letters[blank[0]] ? 'note.added' : 'note.removed', words), 'quiet');
  }

  /**
   * @param {number[]} cells
   * @param {number} digit
   */
  #writeDigit(cells, digit) {
    const { app, desk } = this;
    const { state } = desk;
    const words = this.#words(cells);
    const shown = app.show(digit);
    if (!state.isLocked) {
      if (cells.every((cell) => state.givens[cell] === digit)) return;
      desk.change(t('did.given', { digit: shown, cells: words }), withGiven(state, cells, digit));
      if (!desk.now.look.conflicts.size) app.say(t('did.digit', { digit: shown, cells: words }), 'quiet');
      return;
    }
    const open = cells.filter((cell) => !isGiven(state, cell));
    if (!open.length) {
      app.say(t('entry.given', { n: cells.length, cells: words }), 'bad');
    } else if (open.some((cell) => state.placed[cell] !== digit || state.found[cell])) {
      desk.change(t('did.digit', { digit: shown, cells: words }), withDigit(state, open, digit, app.settings.now.tidies));
      if (!desk.now.look.conflicts.size) app.say(t('did.digit', { digit: shown, cells: words }), 'quiet');
    } else {
      // The same digit again takes it back, as in other programs.
      desk.change(t('did.cleared', { cells: words }), withDigit(state, open, null));
      app.say(t('did.cleared', { cells: words }), 'quiet');
    }
  }

  clear() {
    const { app, desk } = this;
    if (!this.#mayChange()) return;
    const { state } = desk;
    const cells = [...desk.now.selection.cells];
    if (desk.now.mode === 'pen') {
      const isAt = (/** @type {string} */ line) => line.split('-').some((end) => cells.includes(Number(end)));
      desk.change(t('did.cleared', { cells: this.#words(cells) }), { ...state, pen: state.pen.filter((line) => !isAt(line)) });
      return;
    }
    if (state.isLocked && cells.every((cell) => isGiven(state, cell)) && !cells.some((cell) => state.colors[cell].length)) {
      app.say(t('entry.given', { n: cells.length, cells: this.#words(cells) }), 'bad');
      return;
    }
    desk.change(t('did.cleared', { cells: this.#words(cells) }), withCleared(state, cells));
    app.say(t('did.cleared', { cells: this.#words(cells) }), 'quiet');
  }

  /**
   * Enters the digit of a key, which may continue a number, and goes on to the next cell while givens are entered.
   * @param {number|null} key
   * @param {Mode|null} mode
   */
  type(key, mode) {
    const { app, desk, begun } = this;
    const { active, cells } = desk.now.selection;
    const { values: [least, greatest] } = desk.state.board;
    const used = mode ?? desk.now.mode;
    // With letters a key is a whole digit.
    const isOfNumber = key !== null && used !== 'color' && greatest > 9 && !app.settings.now.letters && cells.size === 1;
    const now = performance.now();
    const continues = isOfNumber && begun.cell === active && begun.mode === used && now - begun.at < PATIENCE;
    const joined = continues ? 10 * begun.digit + key : 0;
    const isJoined = joined > 9 && joined <= greatest;
    if (isJoined && used !== 'digit') this.write(begun.digit, used);
    // Where 0 is no digit, its key clears.
    const single = key === 0 && (used === 'color' || least > 0) ? null : key;
    this.write(isJoined ? joined : single, used);
    this.begun = { cell: active, digit: isJoined || key === null || key > 9 ? 0 : key, mode: used, at: now };
    if (used === 'digit') this.#advance();
  }

  /** While givens of one character are entered in one cell, goes on to the next, row by row. */
  #advance() {
    const { state, now: { selection } } = this.desk;
    if (state.isLocked || state.board.values[1] > 9 || selection.cells.size > 1) return;
    const next = selection.active + 1;
    if (next < state.givens.length) this.desk.select(only(next));
  }

  /** Enters the digits of selected cells that have one candidate. */
  accept() {
    const { app, desk } = this;
    const { state } = desk;
    if (!this.#mayChange() || !state.isLocked) return;
    const left = remaining(state, candidatesByHouses(state));
    const { active, cells } = desk.now.selection;
    const cell = [...cells].find((one) => left[one].length === 1);
    if (cell !== undefined) {
      const words = { digit: app.show(left[cell][0]), cells: this.#words([cell]) };
      desk.change(t('did.digit', words), withDigit(state, [cell], left[cell][0], app.settings.now.tidies));
      app.say(t('did.digit', words), 'quiet');
    } else if (!isFilled(state, active)) {
      app.say(t('entry.candidates', { n: left[active].length, cells: this.#words([active]), digits: left[active].map(app.show).join(', ') }));
    }
  }

  /** What a key of the keypad does. @param {number|null} digit */
  press(digit) {
    const { app, desk } = this;
    this.begun.cell = -1;
    if (app.settings.now.digitFirst && digit !== null) {
      const chosen = desk.now.chosen === digit ? null : digit;
      desk.set({ chosen });
      app.say(chosen === null ? t('chosen.none') : t('chosen.digit', { digit: app.show(digit) }));
      return;
    }
    this.write(digit);
    // The focus returns to the grid, so that keys reach it.
    this.board.focus();
    if (desk.now.mode === 'digit') this.#advance();
  }

  /** What a letter of the keypad does. @param {string} letter */
  pressLetter(letter) {
    this.writeLetter(letter);
    this.board.focus();
  }

  /** Selects all cells with the digit of this one. @param {number} cell */
  #selectSame(cell) {
    const { state } = this.desk;
    const digit = cell < 0 ? undefined : digitIn(state, cell);
    if (digit === undefined) return;
    const cells = state.givens.flatMap((_, other) => (digitIn(state, other) === digit ? [other] : []));
    this.desk.select({ active: cell, cells: new Set(cells) });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { app, desk, board } = this;
    const cell = board.grid.cellAt(event.target);
    if (cell < 0 || event.button !== 0) return;
    // Moving the pointer selects cells; it neither scrolls nor selects text.
    event.preventDefault();
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    this.dragged = cell;
    board.isHeld = true;
    const { selection, chosen, mode } = desk.now;
    const control = event.ctrlKey || event.metaKey;
    if (app.settings.now.digitFirst && chosen !== null && !control && !event.shiftKey) {
      desk.select(only(cell));
      this.write(chosen);
    } else if (control && mode !== 'pen') {
      desk.select(toggled(selection, cell));
    } else {
      desk.select(event.shiftKey ? extended(selection, cell) : only(cell));
    }
    board.focus();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.dragged < 0) return;
    const { app, desk, board } = this;
    const cell = board.grid.cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (cell < 0 || cell === this.dragged) return;
    const { side } = desk.state.board;
    const passed = between(this.dragged, cell, side);
    const from = this.dragged;
    this.dragged = cell;
    if (desk.now.mode === 'pen') {
      if (!this.#mayChange()) return;
      let state = desk.state;
      let last = from;
      for (const one of passed) {
        this.isDrawing ??= !state.pen.includes(`${Math.min(last, one)}-${Math.max(last, one)}`);
        state = withPen(state, last, one, this.isDrawing);
        last = one;
      }
      desk.change(t('did.pen'), state);
      desk.select(only(cell));
    } else if (!app.settings.now.digitFirst || desk.now.chosen === null) {
      desk.select(passed.reduce(extended, desk.now.selection));
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Record<string, () => void>} actions
   */
  #key(event, actions) {
    const { app, desk, board } = this;
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isField(event.target)) return;
    // Keys that operate what has the focus are left to it.
    const isInGrid = event.target === document.body || board.grid.hasFocus;
    const operates = ['Enter', ' ', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    if (!isInGrid && operates.includes(event.key)) return;
    const { side, values: [, most] } = desk.state.board;
    const hasLetters = app.settings.now.letters && most > 9;
    const command = commandOf(event, { active: desk.now.selection.active, side, most, hasLetters, marksLetters: desk.now.mode === 'letter' });
    if (!command) return;
    // Typing without the focus in the grid goes there.
    if (event.target === document.body) board.focus();
    event.preventDefault();
    this.#obey(command, actions);
  }

  /**
   * @param {import('../model/keyboard.js').Command} command
   * @param {Record<string, () => void>} actions
   */
  #obey(command, actions) {
    const { app, desk } = this;
    const { selection, mode, isPaused } = desk.now;
    switch (command.kind) {
      case 'move':
        if (isPaused) break;
        desk.select(command.extends ? extended(selection, command.cell) : only(command.cell));
        break;
      case 'write':
        this.type(command.digit, command.mode);
        break;
      case 'letter':
        this.writeLetter(command.letter);
        break;
      case 'clear':
        this.clear();
        break;
      case 'accept':
        this.accept();
        break;
      case 'all':
        desk.select({ active: selection.active, cells: new Set(desk.state.givens.keys()) });
        break;
      case 'mode':
        this.setMode(command.mode === 'next' ? this.modes[(this.modes.indexOf(mode) + 1) % this.modes.length] : command.mode);
        break;
      case 'refused':
        app.say(t('entry.refused', { least: desk.state.board.values[0], greatest: desk.state.board.values[1], found: command.character }), 'bad');
        break;
      default:
        if (command.name === 'notes') this.setMode(mode === 'corner' ? 'digit' : 'corner');
        else actions[command.name]?.();
    }
  }
}
