/**
 * Boards as the server describes them, kept in the browser so that playing needs no server.
 * @module
 *
 * @typedef {import('./api.js').Board} Board
 * @typedef {{kind: string, name: string, cells: number[]}} House
 * @typedef {{address: string, view: number[], insets: number[]}} Backdrop the picture
 *   of the blank board, its left and upper side, width and height, and the space in a cell above the notes and beside
 *   them; lengths in sides of a cell
 * @typedef {{text: string, sentence: string}} RuleText
 * @typedef {{board: Board, houses: House[], peers: number[][], cages: {sum: number, cells: number[]}[],
 *   even: Set<number>, odd: Set<number>, rules: RuleText[], backdrop: Backdrop}} Layout
 * @typedef {{side: number, box?: number[], rules?: string[]}} Shape
 * @typedef {{labels: boolean, theme: 'auto'|'light'|'dark'}} Style
 */

import { ask, Unreachable } from './api.js';
import { cellOf } from './puzzle.js';
import { isObject, isText, loadList, save } from './storage.js';

/** The most boards that are kept for a time without a server. */
const MOST_KEPT = 12;

/** @type {Map<string, Promise<Layout>>} */
const known = new Map();

/**
 * @param {unknown} value
 * @returns {value is [string, import('./api.js').Answers['board']]}
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
 * Returns the answer of the server, or the one that was kept.
 * @param {string} key
 * @param {import('./api.js').Questions['board']} question
 * @returns {Promise<import('./api.js').Answers['board']>}
 */
async function fetched(key, question) {
  const kept = loadList('boards', isKept);
  try {
    const answer = await ask('board', question);
    save('boards', [[key, answer], ...kept.filter(([other]) => other !== key)].slice(0, MOST_KEPT));
    return answer;
  } catch (error) {
    const found = kept.find(([other]) => other === key);
    if (!(error instanceof Unreachable) || !found) throw error;
    return found[1];
  }
}

/**
 * Returns a board with its houses and its picture.
 * @param {Shape} shape
 * @param {Style} style
 * @returns {Promise<Layout>}
 */
export function layoutOf({ side, box, rules }, style) {
  const question = { side, ...(box && { box }), ...(rules?.length && { rules }), ...style };
  const key = JSON.stringify(question);
  let layout = known.get(key);
  if (!layout) {
    layout = fetched(key, question).then((answer) => {
      const cells = (/** @type {string[]} */ names) => names.map((name) => cellOf(name, side));
      const { view, insets, svg } = answer.backdrop;
      const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      return {
        board: answer.board,
        houses: answer.houses.map((house) => ({ ...house, cells: cells(house.cells) })),
        peers: answer.peers,
        cages: answer.cages.map((cage) => ({ ...cage, cells: cells(cage.cells) })),
        even: new Set(cells(answer.even)),
        odd: new Set(cells(answer.odd)),
        rules: answer.rules,
        backdrop: { address, view, insets },
      };
    });
    layout.catch(() => known.delete(key));
    known.set(key, layout);
  }
  return layout;
}
