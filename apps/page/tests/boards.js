/**
 * Boards for tests, without a server.
 * @module
 */

/**
 * Returns the layout of a board with boxes and no other rules.
 * @param {number} height
 * @param {number} width
 * @returns {import('../js/model/boards.js').Layout}
 */
export function plainLayout(height, width) {
  const side = height * width;
  const cells = Array.from({ length: side * side }, (_, cell) => cell);
  const row = (/** @type {number} */ cell) => Math.floor(cell / side);
  const column = (/** @type {number} */ cell) => cell % side;
  const box = (/** @type {number} */ cell) => Math.floor(row(cell) / height) * height + Math.floor(column(cell) / width);
  const houses = [['row', row], ['column', column], ['box', box]].flatMap(([kind, of]) =>
    Array.from({ length: side }, (_, index) => ({
      kind: String(kind),
      name: `${kind} ${index + 1}`,
      cells: cells.filter((cell) => /** @type {(cell: number) => number} */ (of)(cell) === index),
    })),
  );
  const peers = cells.map((cell) => [
    ...new Set(houses.filter((house) => house.cells.includes(cell)).flatMap((house) => house.cells)),
  ].filter((other) => other !== cell));
  return {
    board: { side, box: [height, width], values: [1, side], rules: [] },
    houses,
    peers,
    cages: [],
    even: new Set(),
    odd: new Set(),
    rules: [],
  };
}
