/**
 * The storage of the browser. Without it everything works until the page is closed. What is in it may come from another
 * version of the page or from anywhere else, so that it is read with a check only.
 * @module
 */

const PREFIX = 'dlx-sudoku-';

/**
 * Returns what was saved under a name, or the fallback if that is not right.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @param {(value: unknown) => value is T} isRight
 * @returns {T}
 */
export function load(name, fallback, isRight) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value = text === null ? fallback : JSON.parse(text);
    return isRight(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/**
 * Returns the members that are right of a list that was saved under a name.
 * @template T
 * @param {string} name
 * @param {(value: unknown) => value is T} isRight
 * @returns {T[]}
 */
export const loadList = (name, isRight) => load(name, [], isList).filter(isRight);

/**
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
const isList = (value) => Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export const isText = (value) => typeof value === 'string';

/**
 * Saves a value that JSON can hold.
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full.
  }
}

/** Returns the names that begin so, of what was saved. @param {string} start */
export function namesOf(start) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start)).map((name) => name.slice(PREFIX.length));
  } catch {
    // Storage may be forbidden.
    return [];
  }
}

/**
 * Removes what was saved under a name.
 * @param {string} name
 */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Storage may be forbidden.
  }
}
