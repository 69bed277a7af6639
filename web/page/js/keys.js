/**
 * The keyboard in the grid: what each key asks for.
 * @module
 *
 * @typedef {object} Keyboard
 * @property {() => import('./puzzle.js').State} state
 * @property {() => number} selected
 * @property {(cell: number) => void} move
 * @property {(digit: number, asNote: boolean) => void} write
 * @property {(character: string) => void} refuse
 * @property {Record<string, () => void>} actions by letter
 * @property {() => void} accept
 */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  KeyW: [-1, 0],
  KeyS: [1, 0],
  KeyA: [0, -1],
  KeyD: [0, 1],
};

/**
 * The digit of a key, whatever Shift makes of it.
 * @param {KeyboardEvent} event
 */
function digitOf(event) {
  const match = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (match) return Number(match[1]);
  return /^\d$/.test(event.key) ? Number(event.key) : undefined;
}

/**
 * Where a key leads from a cell, or nothing.
 * @param {KeyboardEvent} event
 * @param {number} cell
 * @param {number} side
 */
function target(event, cell, side) {
  const [row, column] = [Math.floor(cell / side), cell % side];
  const control = event.ctrlKey || event.metaKey;
  if (event.key === 'Home') return control ? column : row * side;
  if (event.key === 'End') return control ? (side - 1) * side + column : row * side + side - 1;
  const isLetter = event.code.startsWith('Key');
  // A letter moves where it stands on the keyboard, unless it is written with another key.
  const code = isLetter ? `Key${event.key.toUpperCase()}` : event.key;
  const step = isLetter && control ? undefined : STEPS[code];
  if (!step) return undefined;
  const clamp = (/** @type {number} */ place) => Math.min(side - 1, Math.max(0, place));
  return clamp(row + step[0]) * side + clamp(column + step[1]);
}

/**
 * Listens to the keys of the grid.
 * @param {HTMLElement} grid
 * @param {Keyboard} keyboard
 */
export function listen(grid, keyboard) {
  grid.addEventListener('keydown', (event) => {
    if (event.altKey || event.isComposing) return;
    const { side } = keyboard.state().board;
    const control = event.ctrlKey || event.metaKey;
    const next = target(event, keyboard.selected(), side);
    const digit = digitOf(event);
    if (next !== undefined) {
      keyboard.move(next);
    } else if (digit !== undefined) {
      keyboard.write(digit, control || event.shiftKey);
    } else if (event.key === 'Backspace' || event.key === 'Delete' || (event.key === '.' && !control)) {
      keyboard.write(0, false);
    } else if (event.key === 'Enter') {
      keyboard.accept();
    } else if (control) {
      return;
    } else if (event.key.length === 1 && keyboard.actions[event.key.toLowerCase()]) {
      keyboard.actions[event.key.toLowerCase()]();
    } else if (event.key.length === 1 && event.key !== ' ') {
      keyboard.refuse(event.key);
    } else {
      return;
    }
    event.preventDefault();
  });
}
