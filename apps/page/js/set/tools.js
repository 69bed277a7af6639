/**
 * The rules that a setter draws: how those of each kind are drawn, and in which group of the palette they stand.
 * @module
 *
 * @typedef {import('../engine/api.js').Answers['rules'][number]} Kind
 * @typedef {'board'|'line'|'cells'|'cage'|'marks'|'arrow'|'pair'|'quad'|'clone'|'diagonal'|'outside'|'regions'|'text'} Shape how a rule is drawn:
 *   `cells` and `cage` as a group of cells, without and with a number; `marks` as cells that belong to one rule
 * @typedef {object} Tool
 * @property {string} word the first word of its rules
 * @property {string} name
 * @property {string} sentence what it requires
 * @property {Shape} shape
 * @property {number|null} number the usual number after the word on boards of side 9, if it has one
 * @property {string} example a rule of the kind, for those that are written
 */

/** The shapes of the forms of the catalogue. @type {Record<Kind['form'], Shape>} */
const SHAPES = { board: 'board', line: 'line', pair: 'pair', cells: 'marks', sum: 'cage', arrow: 'arrow', regions: 'regions', other: 'text' };

/** The rules of cells of which each is a group of its own. */
const GROUPED = new Set(['different', 'equality']);

/** The shapes of rules whose form is that of no other. @type {Record<string, Shape>} */
const OWN_SHAPES = {
  quad: 'quad',
  clone: 'clone',
  'little-killer': 'diagonal',
  sandwich: 'outside',
  'x-sum': 'outside',
  skyscraper: 'outside',
  'hidden-skyscraper': 'outside',
  'numbered-room': 'outside',
  'full-rank': 'outside',
};

/** A rule of each kind that is written. @type {Record<string, string>} */
const EXAMPLES = {
  values: 'values 0-8',
  samurai: 'grids 4 r1c1 r3c3',
  pairs: 'pairs |a-b| >= 3 r1c1 r1c2 r1c3',
  'all-pairs': 'all-pairs a != b r1c1 r2c5 r3c9',
  moves: 'moves 1 3 a != b',
  'sum-condition': 'sum s in {10, 15} r1c1 r1c2 r1c3',
  product: 'product s == 12 r1c1 r1c2',
  count: 'count a % 2 == 0 : s == 2 r1c1 r1c2 r1c3',
  regex: 'regex [12].*6 r1c1 r1c2 r1c3',
  automaton: 'automaton 0[1-4]1 1[5-9]0 accept 0 1 r1c1 r1c2 r1c3',
  any: 'any(x r1c1 r1c2; v r1c1 r1c2)',
  all: 'all(thermo r1c1 r1c2; x r1c2 r1c3)',
  not: 'not(thermo r1c1 r1c2)',
  connected: 'connected 1 2 3',
};

/** The groups of the palette, each with the shapes in it. @type {{name: import('../words/words.js').Key, shapes: Shape[]}[]} */
export const GROUPS = [
  { name: 'set.group.lines', shapes: ['line', 'arrow'] },
  { name: 'set.group.cages', shapes: ['cage', 'cells', 'clone'] },
  { name: 'set.group.dots', shapes: ['pair', 'quad'] },
  { name: 'set.group.outside', shapes: ['outside', 'diagonal'] },
  { name: 'set.group.cells', shapes: ['marks'] },
  { name: 'set.group.board', shapes: ['board', 'regions'] },
  { name: 'set.group.text', shapes: ['text'] },
];

/**
 * Returns the rules that can be chosen, in the order of the catalogue.
 * @param {Iterable<Kind>} kinds
 * @returns {Tool[]}
 */
export function toolsOf(kinds) {
  return [...kinds].flatMap(({ form, word, lines, name, sentence, number = null }) => {
    const shape = OWN_SHAPES[word] ?? (GROUPED.has(word) ? 'cells' : SHAPES[form]);
    return lines.map((line) => ({
      // Written kinds may share the first word of their lines with drawn ones.
      word: shape === 'text' ? word : line,
      name: lines.length > 1 ? `${name}: ${line.toUpperCase()}` : name,
      sentence,
      shape,
      number,
      example: EXAMPLES[word] ?? line,
    }));
  });
}

/**
 * Returns a key for a tool: a rule of the board and a mark may have the same word.
 * @param {Pick<Tool, 'word'|'shape'>} tool
 */
export const keyOf = ({ word, shape }) => `${shape === 'board' ? 'board/' : ''}${word}`;

/**
 * Returns the number after the word of a line on a board of this side.
 * @param {Pick<Tool, 'word'|'number'>} tool
 * @param {number} side
 */
export function usualNumber({ word, number }, side) {
  if (number === null) return '';
  const scaled = { whisper: Math.ceil(side / 2), lockout: Math.floor(side / 2), 'sum-line': side + 1 }[word];
  return `${scaled ?? number}`;
}

/** The least and the greatest number of cells of a stroke. @type {Partial<Record<Shape, [number, number]>>} */
const LENGTHS = { line: [2, Infinity], arrow: [2, Infinity], pair: [2, 2], quad: [1, 1] };

/** @param {Pick<Tool, 'shape'>} tool @returns {[number, number]} */
export const lengthsOf = ({ shape }) => LENGTHS[shape] ?? [1, Infinity];

/**
 * Returns whether the rule needs a number that the setter types: a sum, a clue, or the digits in a circle.
 * @param {Shape} shape
 */
export const needsNumber = (shape) => ['cage', 'outside', 'diagonal', 'quad'].includes(shape);
