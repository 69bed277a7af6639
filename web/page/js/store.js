/**
 * The state in the address and in the browser's storage, as short texts that no server sees.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 */

import { blank } from './puzzle.js';

const KEY = 'dlx-sudoku';

/** @param {number} value */
const symbol = (value) => (value ? value.toString(36) : '.');

/** @param {number[]} digits */
const written = (digits) => digits.map(symbol).join('');

/**
 * @param {string|null} text
 * @param {number} side
 * @returns {number[]|null}
 */
function digits(text, side) {
  if (text?.length !== side * side) return null;
  const values = [...text].map((character) => (character === '.' || character === '0' ? 0 : parseInt(character, 36)));
  return values.every((value) => value >= 0 && value <= side) ? values : null;
}

/** @param {number[][]} lists */
const writtenLists = (lists) => lists.map((list) => list.map(symbol).join('')).join('-');

/**
 * @param {string|null} text
 * @param {number} side
 * @returns {number[][]|null}
 */
function lists(text, side) {
  const parts = text?.split('-');
  if (parts?.length !== side * side) return null;
  const values = parts.map((part) => [...part].map((character) => parseInt(character, 36)));
  return values.every((list) => list.every((value) => value >= 1 && value <= side)) ? values : null;
}

/**
 * The state as the fragment of an address.
 * @param {State} state
 */
export function toFragment(state) {
  const fragment = new URLSearchParams({ b: state.board.box.join('x'), p: written(state.givens) });
  if (state.board.rules.length) fragment.set('r', state.board.rules.join(';'));
  if (state.placed.some(Boolean)) fragment.set('s', written(state.placed));
  if (state.found.some(Boolean)) fragment.set('f', state.found.map(Number).join(''));
  if (state.notes.some((list) => list.length)) fragment.set('n', writtenLists(state.notes));
  if (state.allowed) fragment.set('a', writtenLists(state.allowed));
  if (state.title) fragment.set('t', state.title);
  return fragment.toString();
}

/**
 * The state that a fragment holds, or nothing.
 * @param {string} text
 * @returns {Promise<State|null>}
 */
export async function fromFragment(text) {
  const fragment = new URLSearchParams(text);
  const [height, width] = (fragment.get('b') ?? '3x3').split('x').map(Number);
  const side = height * width;
  if (!(side >= 1 && side <= 25)) return null;
  const givens = digits(fragment.get('p'), side);
  if (!givens) return null;
  const rules = (fragment.get('r') ?? '').split(';').filter(Boolean);
  const state = await blank({ side, box: [height, width], rules });
  const placed = digits(fragment.get('s'), side) ?? state.placed;
  return {
    ...state,
    givens,
    placed: placed.map((digit, cell) => (givens[cell] ? 0 : digit)),
    found: [...(fragment.get('f') ?? '')].length === side * side ? [...fragment.get('f')].map((bit) => bit === '1') : state.found,
    notes: lists(fragment.get('n'), side) ?? state.notes,
    allowed: lists(fragment.get('a'), side),
    title: fragment.get('t') ?? '',
  };
}

/**
 * Keeps the state for the next time.
 * @param {State} state
 */
export function keep(state) {
  const fragment = toFragment(state);
  history.replaceState(null, '', `#${fragment}`);
  try {
    localStorage.setItem(KEY, fragment);
  } catch {
    // Storage may be forbidden or full; the address has it all.
  }
}

/**
 * The state of the address, or else of the last time.
 * @returns {Promise<State|null>}
 */
export async function kept() {
  const here = await fromFragment(location.hash.slice(1));
  if (here) return here;
  try {
    return await fromFragment(localStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}
