/**
 * The storage of the browser. Without it everything works until the page is closed.
 * @module
 */

const PREFIX = 'dlx-sudoku-';

/**
 * Returns what was saved under a name, or the fallback.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

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
