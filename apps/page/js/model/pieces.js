/**
 * Pieces and regions as drawings: rows of `#` and `.`, pieces with a blank line between.
 * @module
 */

/** Returns the name of a piece by its number: letters, and numbers after them. @param {number} index */
const nameOf = (index) => (index < 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : `P${index + 1}`);

/** Returns the rows of a region, as wide as each other. @param {string} text */
export function regionOf(text) {
  const rows = text.split('\n').map((row) => row.trimEnd().replaceAll(' ', '.')).filter((row) => row.length > 0);
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(width, '.'));
}

/** Returns the pieces of a text, named in their order. @param {string} text */
export function piecesOf(text) {
  return text.split(/\n\s*\n/).map(regionOf).filter((cells) => cells.length > 0).map((cells, index) => ({ name: nameOf(index), cells }));
}
