/**
 * Boards as the server describes them, kept in the browser so that playing needs no server.
 * @module
 *
 * @typedef {import('../engine/api.js').Board} Board
 * @typedef {{kind: string, name: string, cells: number[]}} House
 * @typedef {{address: string, view: number[], insets: number[]}} Backdrop the picture
 *   of the blank board, its left and upper side, width and height, and the space in a cell above the notes and beside
 *   them; lengths in sides of a cell
 * @typedef {{text: string, sentence: string}} RuleText
 * @typedef {{board: Board, houses: House[], peers: number[][], cages: {sum: number, cells: number[]}[],
 *   even: Set<number>, odd: Set<number>, rules: RuleText[]}} Layout
 * @typedef {{side: number, box?: number[], rules?: string[]}} Shape
 * @typedef {{labels: boolean, theme: 'auto'|'light'|'dark'}} Style
 */

import { ask, Unreachable } from '../engine/api.js';
import { cellOf } from './puzzle.js';
import { isObject, isText, loadList, save } from '../store/storage.js';

/** The most boards that are kept for a time without a server. */
const MOST_KEPT = 12;

/** By shape. @type {Map<string, Promise<Layout>>} */
const layouts = new Map();

/** By shape and style. @type {Map<string, Promise<Backdrop>>} */
const backdrops = new Map();

/** By question, while they are under way. @type {Map<string, Promise<import('../engine/api.js').Answers['board']>>} */
const asked = new Map();

/**
 * @param {unknown} value
 * @returns {value is [string, import('../engine/api.js').Answers['board']]}
 */
function isKept(value) {
  if (!Array.isArray(value) || value.length !== 2 || !isText(value[0]) || !isObject(value[1])) return false;
  const [, { board, houses, peers, cages, even, odd, rules, backdrop }] = value;
  const haveCells = (/** @type {unknown} */ list) =>
    Array.isArray(list) && list.every((member) => isObject(member) && areTexts(member.cells));
  return (
    isObject(board) && Array.isArray(board.values) && haveCells(houses) && haveCells(cages) && areTexts(even) && areTexts(odd) &&
    Array.isArray(peers) && peers.every(Array.isArray) && Array.isArray(rules) && rules.every(isObject) &&
    isObject(backdrop) && Array.isArray(backdrop.view) && Array.isArray(backdrop.insets) && isText(backdrop.svg)
  );
}

/** @param {unknown} value */
const areTexts = (value) => Array.isArray(value) && value.every(isText);

/**
 * Returns the answer of the engine, or the one that was kept.
 * @param {Shape} shape
 * @param {Style} style
 * @returns {Promise<import('../engine/api.js').Answers['board']>}
 */
function described({ side, box, rules }, style) {
  const question = { side, ...(box && { box }), ...(rules?.length && { rules }), ...style };
  const key = JSON.stringify(question);
  const kept = () => loadList('boards', isKept);
  let answer = asked.get(key);
  if (!answer) {
    answer = ask('board', question).then((fresh) => {
      save('boards', [[key, fresh], ...kept().filter(([other]) => other !== key)].slice(0, MOST_KEPT));
      return fresh;
    }, (error) => {
      const found = kept().find(([other]) => other === key);
      if (!(error instanceof Unreachable) || !found) throw error;
      return found[1];
    });
    answer.finally(() => asked.delete(key)).catch(() => {});
    asked.set(key, answer);
  }
  return answer;
}

/** @param {Shape} shape */
const keyOf = ({ side, box, rules = [] }) => JSON.stringify([side, box, rules]);

/**
 * Returns what a map has under a key, or makes it. What fails is not kept.
 * @template T
 * @param {Map<string, Promise<T>>} map
 * @param {string} key
 * @param {() => Promise<T>} make
 */
function remembered(map, key, make) {
  let value = map.get(key);
  if (!value) {
    value = make();
    value.catch(() => map.delete(key));
    map.set(key, value);
  }
  return value;
}

/**
 * Returns a board with its houses.
 * @param {Shape} shape
 * @param {Style} style in which its picture is wanted soon
 * @returns {Promise<Layout>}
 */
export function layoutOf(shape, style) {
  const { side } = shape;
  const cells = (/** @type {string[]} */ names) => names.map((name) => cellOf(name, side));
  return remembered(layouts, keyOf(shape), async () => {
    const answer = await described(shape, style);
    return {
      board: answer.board,
      houses: answer.houses.map((house) => ({ ...house, cells: cells(house.cells) })),
      peers: answer.peers,
      cages: answer.cages.map((cage) => ({ ...cage, cells: cells(cage.cells) })),
      even: new Set(cells(answer.even)),
      odd: new Set(cells(answer.odd)),
      rules: answer.rules,
    };
  });
}

/**
 * Returns the picture of a board.
 * @param {Shape} shape
 * @param {Style} style
 * @returns {Promise<Backdrop>}
 */
export function backdropOf(shape, style) {
  return remembered(backdrops, keyOf(shape) + JSON.stringify(style), async () => {
    const { view, insets, svg } = (await described(shape, style)).backdrop;
    return { address: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), view, insets };
  });
}
