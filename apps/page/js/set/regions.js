/**
 * Regions that are being drawn: a letter for each cell, and a dot for a cell in none yet.
 * @module
 */

/** The letters of regions, as many as the largest board has rows. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY';

/** What stands for a cell in no region. */
const NONE = '.';

/**
 * Returns the letters as the rule of regions has them, renamed in the order of the board, so that each is a known one.
 * @param {string} text
 */
export function renamed(text) {
  /** @type {Map<string, string>} */
  const names = new Map();
  return [...text].map((sign) => {
    if (sign === NONE) return NONE;
    if (!names.has(sign)) names.set(sign, LETTERS[names.size] ?? NONE);
    return names.get(sign);
  }).join('');
}

/**
 * Returns the boxes of a board as letters.
 * @param {{side: number, box: number[]}} board
 */
export function boxLetters({ side, box: [height, width] }) {
  const letters = Array.from({ length: side * side }, (_, cell) => {
    const [row, column] = [Math.floor(cell / side), cell % side];
    return LETTERS[Math.floor(row / height) * (side / width) + Math.floor(column / width)];
  });
  return letters.join('');
}

/**
 * Returns the number of cells of each region.
 * @param {string} letters
 */
export function sizesOf(letters) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const letter of letters) if (letter !== NONE) sizes.set(letter, (sizes.get(letter) ?? 0) + 1);
  return sizes;
}

/**
 * Returns a letter of a region for each cell, after a stroke. The cells of the stroke join the region of its first cell, or a
 * new region if that cell has none.
 * @param {string} letters
 * @param {number[]} cells
 */
export function painted(letters, cells) {
  if (!cells.length) return letters;
  const used = sizesOf(letters);
  const first = letters[cells[0]];
  const letter = first === NONE ? [...LETTERS].find((other) => !used.has(other)) : first;
  if (!letter) return letters;
  const after = [...letters];
  for (const cell of cells) after[cell] = letter;
  return after.join('');
}

/**
 * Returns the letters without a region.
 * @param {string} letters
 * @param {number} cell of the region
 */
export const withoutRegion = (letters, cell) => (letters[cell] === NONE ? letters : letters.replaceAll(letters[cell], NONE));

/**
 * Returns whether the regions are those of a board: all cells are in one, and each has as many as the board has rows.
 * @param {string} letters
 * @param {number} side
 */
export function areWhole(letters, side) {
  const sizes = sizesOf(letters);
  return sizes.size === side && [...sizes.values()].every((size) => size === side);
}

/** Returns no regions. @param {number} side */
export const noRegions = (side) => NONE.repeat(side * side);
