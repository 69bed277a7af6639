/**
 * What each key asks for. A command that writes null clears the cells.
 * @module
 *
 * @typedef {'digit'|'corner'|'centre'|'color'|'pen'|'letter'} Mode what keys and the pointer enter
 * @typedef {{ctrl: boolean, shift: boolean}} Held
 * @typedef {{kind: 'move', cell: number, extends: boolean}
 *   | {kind: 'write', digit: number|null, mode: Mode|null}
 *   | {kind: 'clear'} | {kind: 'all'} | {kind: 'accept'}
 *   | {kind: 'letter', letter: string}
 *   | {kind: 'mode', mode: Mode|'next'}
 *   | {kind: 'action', name: string}
 *   | {kind: 'refused', character: string}} Command
 * @typedef {{key: string, code: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean,
 *   getModifierState?: (name: string) => boolean}} Key
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @type {Record<string, [number, number]>} */
const LETTER_STEPS = { w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1] };

/** The modes of these keys, as in SudokuPad. @type {Record<string, Mode>} */
const MODES = { z: 'digit', x: 'corner', c: 'centre', v: 'color', b: 'pen', t: 'letter' };

/** The actions of letters. @type {Record<string, string>} */
const ACTIONS = { u: 'undo', r: 'redo', h: 'hint', l: 'steps', n: 'notes', ' ': 'notes', p: 'pause', m: 'mark', f: 'fill', k: 'check' };

/**
 * Returns whether a key of the numeric pad is pressed with Shift. Windows then says that it is an arrow and that Shift is up.
 * @param {Key} event
 */
const isShiftedPad = (event) => /^Numpad\d$/.test(event.code) && !/^\d$/.test(event.key) && event.getModifierState?.('NumLock') === true;

/**
 * Returns the digit of a key, whatever Shift makes of it.
 * @param {Key} event
 */
function digitOf(event) {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(event.code) ?? (/^\d$/.test(event.key) ? ['', event.key] : []);
  return digit === undefined ? undefined : Number(digit);
}

/**
 * Returns where a key leads from a cell, or nothing.
 * @param {Key} event
 * @param {number} cell
 * @param {number} side
 * @param {boolean} hasLetters whether letters are digits
 */
function target(event, cell, side, hasLetters) {
  const [row, column] = [Math.floor(cell / side), cell % side];
  const control = event.ctrlKey || event.metaKey;
  if (event.key === 'Home') return control ? column : row * side;
  if (event.key === 'End') return control ? (side - 1) * side + column : row * side + side - 1;
  const letter = control || hasLetters ? undefined : LETTER_STEPS[event.key.toLowerCase()];
  const step = STEPS[event.key] ?? letter;
  if (!step) return undefined;
  const clamp = (/** @type {number} */ place) => Math.min(side - 1, Math.max(0, place));
  return clamp(row + step[0]) * side + clamp(column + step[1]);
}

/**
 * Returns what a key asks for in the grid, or nothing.
 * @param {Key} event
 * @param {{active: number, side: number, most?: number, hasLetters: boolean, marksLetters?: boolean}} grid its greatest digit is `most`; with
 *   `marksLetters` a letter is written as a mark, until Escape
 * @returns {Command|undefined}
 */
export function commandOf(event, { active, side, most = side, hasLetters, marksLetters = false }) {
  if (event.altKey) return undefined;
  const control = event.ctrlKey || event.metaKey;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : '';
  const isShifted = event.shiftKey || isShiftedPad(event);
  const cell = isShiftedPad(event) ? undefined : target(event, active, side, hasLetters || marksLetters);
  if (cell !== undefined) return { kind: 'move', cell, extends: event.shiftKey };
  const digit = digitOf(event);
  if (digit !== undefined) {
    const held = control ? (isShifted ? 'color' : 'centre') : isShifted ? 'corner' : null;
    return { kind: 'write', digit, mode: held };
  }
  if (control) {
    if (letter === 'a') return { kind: 'all' };
    if (letter === 'z') return { kind: 'action', name: event.shiftKey ? 'redo' : 'undo' };
    if (letter === 'y') return { kind: 'action', name: 'redo' };
    return undefined;
  }
  if (event.key === 'Backspace' || event.key === 'Delete') return { kind: 'clear' };
  if (letter === '.') return { kind: 'write', digit: null, mode: null };
  if (event.key === 'Enter') return { kind: 'accept' };
  if (marksLetters && event.key === 'Escape') return { kind: 'mode', mode: 'digit' };
  if (!letter) return undefined;
  if (marksLetters && letter >= 'a' && letter <= 'z') return { kind: 'letter', letter: letter.toUpperCase() };
  const value = letter >= 'a' && letter <= 'z' ? letter.charCodeAt(0) - 'a'.charCodeAt(0) + 10 : 0;
  if (hasLetters && value >= 10 && value <= most) return { kind: 'write', digit: value, mode: null };
  if (MODES[letter]) return { kind: 'mode', mode: MODES[letter] };
  if (letter === 'e') return { kind: 'mode', mode: 'next' };
  if (letter === '?') return { kind: 'action', name: 'help' };
  if (ACTIONS[letter]) return { kind: 'action', name: ACTIONS[letter] };
  return { kind: 'refused', character: event.key };
}
