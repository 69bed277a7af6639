/**
 * Entering digits, notes and colors by keyboard, keypad and pointer.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./keyboard.js').Mode} Mode
 */

import { byId, input, isField, make } from './dom.js';
import { COLOR_NAMES } from './grid.js';
import { commandOf } from './keyboard.js';
import {
  COLORS,
  candidatesByHouses,
  digitIn,
  digitsOf,
  isFilled,
  isGiven,
  remaining,
  spokenName,
  withCleared,
  withColor,
  withDigit,
  withGiven,
  withNote,
} from './puzzle.js';
import { between, extended, only, toggled } from './selection.js';

/** @type {Mode[]} */
const MODES = ['digit', 'corner', 'centre', 'color'];

export class Entry {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The digit that the next one may continue, as 1 before 2 for 12, and its cell. */
    this.begun = { cell: -1, digit: 0 };
    /** What takes cells instead of the selection, as while a rule is drawn. @type {((cell: number, isFirst: boolean) => void)|null} */
    this.taker = null;
    /** The cell where the pointer was last, or -1 while no button is down. */
    this.dragged = -1;
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const { app } = this;
    app.mode = mode;
    app.chosen = null;
    input(`mode-${mode}`).checked = true;
    this.drawKeypad();
    app.render();
  }

  /**
   * Returns the selected cells in words.
   * @param {number[]} cells
   */
  #words(cells) {
    return cells.length === 1 ? spokenName(cells[0], this.app.state.board.side) : `${cells.length} cells`;
  }

  /** @param {number[]} cells that hold givens */
  #refuseGivens(cells) {
    const what = cells.length === 1 ? 'holds a given, which stays' : 'hold givens, which stay';
    this.app.say(`${this.#words(cells)} ${what}.`, 'bad');
  }

  /** Returns true if the state may be changed, and says why if not. */
  #mayChange() {
    if (!this.app.view) return true;
    this.app.say('An explanation is shown. Choose “Play on from here” or close it to enter digits.');
    return false;
  }

  /**
   * Enters a digit or color in the selected cells, or clears them for null.
   * @param {number|null} digit
   * @param {Mode} [mode]
   */
  write(digit, mode = this.app.mode) {
    const { app } = this;
    if (!this.#mayChange()) return;
    const { state } = app;
    const { values: [least, greatest] } = state.board;
    const cells = [...app.selection.cells];
    if (digit === null) {
      this.clear();
    } else if (mode === 'color') {
      if (digit < 1 || digit > COLORS) return;
      app.change(`color of ${this.#words(cells)}`, withColor(state, cells, digit));
    } else if (digit > greatest) {
      app.say(`Expected a digit from ${least} to ${greatest}, found ${app.show(digit)}.`, 'bad');
    } else if (mode === 'digit') {
      this.#writeDigit(cells, digit);
    } else {
      const blank = cells.filter((cell) => !isFilled(state, cell));
      if (!blank.length) {
        app.say(`${cells.length === 1 ? 'The cell holds a digit' : 'The cells hold digits'}. Clear it to enter notes.`, 'bad');
        return;
      }
      const after = withNote(state, mode, blank, digit);
      const has = after[mode][blank[0]].includes(digit);
      app.change(`note ${digit} in ${this.#words(cells)}`, after);
      app.say(`Note ${app.show(digit)} ${has ? 'added' : 'removed'} in ${this.#words(cells)}.`);
    }
  }

  /**
   * @param {number[]} cells
   * @param {number} digit
   */
  #writeDigit(cells, digit) {
    const { app } = this;
    const { state } = app;
    const words = this.#words(cells);
    if (!state.isLocked) {
      if (cells.some((cell) => state.givens[cell] !== digit)) {
        app.change(`given ${digit} in ${words}`, withGiven(state, cells, digit));
        app.say(`${app.show(digit)} in ${words}.`);
      }
      return;
    }
    const open = cells.filter((cell) => !isGiven(state, cell));
    if (!open.length) {
      this.#refuseGivens(cells);
    } else if (open.some((cell) => state.placed[cell] !== digit || state.found[cell])) {
      app.change(`${digit} in ${words}`, withDigit(state, open, digit, app.settings.tidies));
      if (!app.look.conflicts.size) app.say(`${app.show(digit)} in ${words}.`);
    } else {
      // The same digit again takes it back, as in other programs.
      app.change(`${words} cleared`, withDigit(state, open, null));
      app.say(`${words} cleared.`);
    }
  }

  clear() {
    const { app } = this;
    if (!this.#mayChange()) return;
    const cells = [...app.selection.cells];
    if (app.state.isLocked && cells.every((cell) => isGiven(app.state, cell))) {
      this.#refuseGivens(cells);
      return;
    }
    app.change(`${this.#words(cells)} cleared`, withCleared(app.state, cells));
    app.say(`${this.#words(cells)} cleared.`);
  }

  /**
   * Enters the digit of a key, which may continue a number, and goes on to the next cell while givens are entered.
   * @param {number|null} key
   * @param {Mode|null} mode
   */
  type(key, mode) {
    const { app } = this;
    const cell = app.selection.active;
    const { values: [least, greatest] } = app.state.board;
    const used = mode ?? app.mode;
    const continues = key !== null && used !== 'color' && this.begun.cell === cell && app.selection.cells.size === 1;
    const joined = continues ? 10 * this.begun.digit + key : 0;
    const isJoined = joined > 9 && joined <= greatest;
    if (isJoined && used !== 'digit') this.write(this.begun.digit, used);
    // Where 0 is no digit, its key clears.
    const single = key === 0 && (used === 'color' || least > 0) ? null : key;
    this.write(isJoined ? joined : single, used);
    this.begun = { cell, digit: isJoined || key === null || key > 9 ? 0 : key };
    if (used === 'digit') this.#advance();
  }

  /** While givens of one character are entered in one cell, goes on to the next, row by row. */
  #advance() {
    const { app } = this;
    if (app.state.isLocked || app.state.board.values[1] > 9 || app.selection.cells.size > 1) return;
    const next = app.selection.active + 1;
    if (next < app.state.givens.length) app.select(only(next));
  }

  /** Enters the digits of selected cells that have one candidate. */
  accept() {
    const { app } = this;
    if (!this.#mayChange() || !app.state.isLocked) return;
    const left = remaining(app.state, candidatesByHouses(app.state));
    const single = [...app.selection.cells].filter((cell) => left[cell].length === 1);
    if (single.length) {
      const cell = single[0];
      app.change(`${left[cell][0]} in ${this.#words([cell])}`, withDigit(app.state, [cell], left[cell][0], app.settings.tidies));
      app.say(`${app.show(left[cell][0])} in ${this.#words([cell])}.`);
    } else {
      const { active } = app.selection;
      if (!isFilled(app.state, active)) {
        const list = left[active].map(app.show).join(', ');
        app.say(`${this.#words([active])} has ${left[active].length} candidates: ${list}.`);
      }
    }
  }

  /** Makes the keys of the keypad. */
  drawKeypad() {
    const { app } = this;
    const { board } = app.state;
    const isColor = app.mode === 'color';
    const keypad = byId('keypad');
    const digits = isColor ? [...COLOR_NAMES.keys()].slice(1) : digitsOf(board);
    const shape = `${isColor ? 'color' : board.values} ${app.show(board.values[1])}`;
    if (keypad.dataset.shape === shape) return;
    keypad.dataset.shape = shape;
    keypad.dataset.side = `${digits.length}`;
    const keys = digits.map((digit) => {
      const attributes = { type: 'button', 'data-digit': `${digit}`, 'aria-pressed': 'false' };
      const key = isColor
        ? make('button', { ...attributes, 'data-color': `${digit}`, 'aria-label': COLOR_NAMES[digit] })
        : make('button', attributes, app.show(digit));
      key.addEventListener('click', () => this.#press(digit));
      return key;
    });
    const erase = make('button', { type: 'button', 'aria-label': 'Clear' }, '⌫');
    erase.addEventListener('click', () => this.#press(null));
    keypad.replaceChildren(...keys, erase);
  }

  /** @param {number|null} digit */
  #press(digit) {
    const { app } = this;
    this.begun.cell = -1;
    if (app.settings.digitFirst && digit !== null) {
      app.chosen = app.chosen === digit ? null : digit;
      app.render();
      app.say(app.chosen !== null ? `Choose cells for ${app.show(digit)}.` : 'No digit is chosen.');
      return;
    }
    this.write(digit);
    // The focus returns to the grid, so that keys reach it.
    app.focus();
    if (app.mode === 'digit') this.#advance();
  }

  /** @param {Record<string, () => void>} actions by name */
  listen(actions) {
    const { app } = this;
    document.addEventListener('keydown', (event) => this.#key(event, actions));
    byId('modes').addEventListener('change', (event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement) this.setMode(/** @type {Mode} */ (target.value));
    });
    const grid = byId('grid');
    grid.addEventListener('pointerdown', (event) => this.#point(event));
    grid.addEventListener('pointermove', (event) => this.#drag(event));
    for (const name of ['pointerup', 'pointercancel']) {
      window.addEventListener(name, () => {
        if (this.dragged >= 0 && !this.taker) app.focus();
        this.dragged = -1;
      });
    }
    grid.addEventListener('dblclick', (event) => this.#selectSame(app.grid.cellAt(event.target)));
    app.onChange((isNew) => (isNew ? this.setMode('digit') : this.drawKeypad()));
    app.viewListeners.push(() => this.drawKeypad());
    this.drawKeypad();
  }

  /** Selects all cells with the digit of this one. @param {number} cell */
  #selectSame(cell) {
    const { app } = this;
    const digit = cell < 0 ? undefined : digitIn(app.state, cell);
    if (digit === undefined) return;
    const cells = app.state.givens.flatMap((_, other) => (digitIn(app.state, other) === digit ? [other] : []));
    app.select({ active: cell, cells: new Set(cells) });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { app } = this;
    const cell = app.grid.cellAt(event.target);
    if (cell < 0 || event.button !== 0) return;
    // Moving the pointer selects cells; it neither scrolls nor selects text.
    event.preventDefault();
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    this.dragged = cell;
    if (this.taker) {
      this.taker(cell, true);
      app.focus();
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    if (app.settings.digitFirst && app.chosen !== null && !control && !event.shiftKey) {
      app.select(only(cell));
      this.write(app.chosen);
    } else if (control) {
      app.select(toggled(app.selection, cell));
    } else {
      app.select(event.shiftKey ? extended(app.selection, cell) : only(cell));
    }
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.dragged < 0) return;
    const { app } = this;
    const cell = app.grid.cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (cell < 0 || cell === this.dragged) return;
    const passed = between(this.dragged, cell, app.state.board.side);
    this.dragged = cell;
    if (this.taker) {
      for (const one of passed) this.taker(one, false);
    } else if (!app.settings.digitFirst || app.chosen === null) {
      app.select(passed.reduce(extended, app.selection), { focuses: false });
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Record<string, () => void>} actions
   */
  #key(event, actions) {
    const { app } = this;
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isField(event.target)) return;
    // Keys that operate what has the focus are left to it.
    const isInGrid = event.target === document.body || app.grid.hasFocus;
    const operates = ['Enter', ' ', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    if (!isInGrid && operates.includes(event.key)) return;
    const { side, values: [, most] } = app.state.board;
    const hasLetters = app.settings.letters && most > 9;
    const command = commandOf(event, { active: app.selection.active, side, most, hasLetters });
    if (!command) return;
    event.preventDefault();
    this.#obey(command, actions);
  }

  /**
   * @param {import('./keyboard.js').Command} command
   * @param {Record<string, () => void>} actions
   */
  #obey(command, actions) {
    const { app } = this;
    switch (command.kind) {
      case 'move':
        if (this.taker) app.select(only(command.cell));
        else app.select(command.extends ? extended(app.selection, command.cell) : only(command.cell));
        break;
      case 'write':
        this.type(command.digit, command.mode);
        break;
      case 'clear':
        this.clear();
        break;
      case 'accept':
        if (this.taker) this.taker(app.selection.active, app.stroke.length === 0);
        else this.accept();
        break;
      case 'all':
        app.select({ active: app.selection.active, cells: new Set(app.state.givens.keys()) });
        break;
      case 'mode':
        this.setMode(command.mode === 'next' ? MODES[(MODES.indexOf(app.mode) + 1) % MODES.length] : command.mode);
        app.say(`Keys enter ${{ digit: 'digits', corner: 'corner notes', centre: 'centre notes', color: 'colors' }[app.mode]}.`);
        break;
      case 'refused':
        app.say(`Expected a digit from ${app.state.board.values.join(' to ')}, found “${command.character}”.`, 'bad');
        break;
      default:
        if (command.name === 'notes') this.setMode(app.mode === 'corner' ? 'digit' : 'corner');
        actions[command.name]?.();
    }
  }
}
