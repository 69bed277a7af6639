/**
 * The matrix and the tree of a trace, as they are after so many happenings.
 * @module
 *
 * @typedef {import('./dance.js').Problem} Problem
 * @typedef {import('./dance.js').Trace} Trace
 */

import { t } from '../words/words.js';
import { Links } from './dance.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Distances of the matrix, in points. */
const COLUMN = 34;
const ROW = 20;
const LEFT = 16;
const TOP = 46;
/** How far links bend around what is hidden. */
const BEND = 10;

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 * @param {string} [text]
 */
function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The width that a small drawing is enlarged towards, at most twice. */
const WIDE = 900;

/**
 * Gives a drawing its size.
 * @param {SVGElement} svg
 * @param {number} width
 * @param {number} height
 */
function size(svg, width, height) {
  const scale = Math.min(Math.max(WIDE / width, 1), 2);
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('width', `${width * scale}`);
  svg.setAttribute('height', `${height * scale}`);
}

/** What is covered, hidden and taken, moved forward and back along a trace. */
export class Stage {
  /**
   * @param {Problem} problem
   * @param {Trace} trace
   */
  constructor(problem, trace) {
    this.problem = problem;
    this.trace = trace;
    this.links = new Links(problem);
    this.at = 0;
    /** @type {Set<number>} */ this.covered = new Set();
    /** @type {Set<number>} */ this.hidden = new Set();
    /** @type {Set<number>} */ this.taken = new Set();
    this.counters = { nodes: 0, updates: 0, solutions: 0 };
  }

  /** Goes to where so many things have happened. @param {number} target */
  go(target) {
    while (this.at < target) {
      this.#apply(this.trace.happenings[this.at], 1);
      this.at += 1;
    }
    while (this.at > target) {
      this.at -= 1;
      this.#apply(this.trace.happenings[this.at], -1);
    }
  }

  /**
   * @param {import('./dance.js').Happening} happening
   * @param {1|-1} sign
   */
  #apply({ kind, item, option, nodes }, sign) {
    const put = (/** @type {Set<number>} */ set, /** @type {number} */ value, /** @type {boolean} */ goesIn) =>
      goesIn === sign > 0 ? set.add(value) : set.delete(value);
    if (kind === 'cover' || kind === 'uncover') {
      put(this.covered, item, kind === 'cover');
      for (const node of nodes) put(this.hidden, node, kind === 'cover');
      if (kind === 'cover') this.counters.updates += sign * nodes.length;
    } else if (kind === 'take' || kind === 'untake') {
      put(this.taken, option, kind === 'take');
      if (kind === 'take') this.counters.nodes += sign;
    } else if (kind === 'solution') {
      this.counters.solutions += sign;
    }
  }

  /** What has happened last, in words. */
  words() {
    const happening = this.trace.happenings[this.at - 1];
    if (!happening) return t('dance.did.start');
    const { items, options } = this.problem;
    const option = (options[happening.option] ?? []).map((item) => items[item]).join(' ');
    return t(`dance.did.${happening.kind}`, { item: items[happening.item] ?? '', option, n: happening.nodes.length });
  }

  /** @param {SVGElement} svg */
  drawMatrix(svg) {
    const { problem, links } = this;
    const now = this.trace.happenings[this.at - 1];
    const busy = new Set(now?.nodes ?? []);
    const [width, height] = [LEFT + problem.items.length * COLUMN + 30, TOP + problem.options.length * ROW + 10];
    size(svg, width, height);
    const x = (/** @type {number} */ item) => LEFT + (item + 0.5) * COLUMN;
    const y = (/** @type {number} */ row) => TOP + (row + 0.5) * ROW;
    /** @type {SVGElement[]} */
    const drawn = [];
    problem.options.forEach((option, row) => {
      const kind = this.taken.has(row) ? 'row chosen' : 'row';
      drawn.push(element('line', { class: kind, x1: x(Math.min(...option)), x2: x(Math.max(...option)), y1: y(row), y2: y(row) }));
    });
    problem.items.forEach((name, item) => {
      if (!this.covered.has(item)) drawn.push(this.#column(item, x(item), y));
    });
    drawn.push(this.#headers(x));
    problem.items.forEach((name, item) => {
      const isCovered = this.covered.has(item);
      const isNow = now?.item === item ? ' now' : '';
      drawn.push(
        element('rect', { class: `head-box${isCovered ? ' covered' : ''}${isNow}`, x: x(item) - 15, y: 14, width: 30, height: 22, rx: 3 }),
        element('text', { class: isCovered ? 'head gone' : 'head', x: x(item), y: 29, 'text-anchor': 'middle' }, name),
      );
    });
    links.uses.forEach((nodes, row) => {
      for (const node of nodes) {
        const item = links.top[node];
        const isHidden = this.hidden.has(node) || this.covered.has(item);
        const look = this.taken.has(row) ? ' chosen' : isHidden ? ' hidden' : '';
        const isNow = busy.has(node) ? ' now' : '';
        drawn.push(element('circle', { class: `node${look}${isNow}`, cx: x(item), cy: y(row), r: 6 }));
      }
    });
    svg.replaceChildren(...drawn);
  }

  /**
   * The list of an item: from its header down, around what is hidden.
   * @param {number} item
   * @param {number} x
   * @param {(row: number) => number} y
   */
  #column(item, x, y) {
    let path = `M${x} 36`;
    let last = 36;
    let isBent = false;
    for (const [row, nodes] of this.links.uses.entries()) {
      const node = nodes.find((one) => this.links.top[one] === item);
      if (node === undefined) continue;
      if (this.hidden.has(node)) {
        isBent = true;
        continue;
      }
      const next = y(row);
      path += isBent ? `C${x + BEND} ${last + 8} ${x + BEND} ${next - 8} ${x} ${next}` : `L${x} ${next}`;
      last = next;
      isBent = false;
    }
    return element('path', { class: 'links', d: path });
  }

  /**
   * The list of open items: around those that are covered.
   * @param {(item: number) => number} x
   */
  #headers(x) {
    let path = `M4 25`;
    let last = 4;
    let isBent = false;
    for (let item = 0; item < this.problem.primary; item += 1) {
      if (this.covered.has(item)) {
        isBent = true;
        continue;
      }
      const next = x(item) - 15;
      path += isBent ? `C${last + 12} 2 ${next - 12} 2 ${next} 25` : `L${next} 25`;
      path += `M${next + 30} 25`;
      last = next + 30;
      isBent = false;
    }
    return element('path', { class: 'links header', d: path });
  }

  /** Draws the board with the options that are taken, if the problem has one. @param {SVGElement} svg */
  drawBoard(svg) {
    const { board } = this.problem;
    if (!board) {
      svg.replaceChildren();
      return;
    }
    const { rows, columns, box, given, options } = board;
    svg.setAttribute('viewBox', `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`);
    const now = this.trace.happenings[this.at - 1];
    const taken = [...this.taken].flatMap((option) => options[option] ?? []);
    const busy = now && now.option >= 0 ? (options[now.option] ?? []) : [];
    const has = (/** @type {import('./dance.js').Square[]} */ list, /** @type {number} */ row, /** @type {number} */ column) =>
      list.some((square) => square.row === row && square.column === column);
    const squares = Array.from({ length: rows * columns }, (_, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const kind = `square${has(taken, row, column) ? ' taken' : ''}${has(busy, row, column) ? ' busy' : ''}`;
      return element('rect', { class: kind, x: column, y: row, width: 1, height: 1 });
    });
    const text = (/** @type {import('./dance.js').Square} */ { row, column, text: words }, /** @type {string} */ kind) =>
      element('text', { class: kind, x: column + 0.5, y: row + 0.72 }, words);
    const [height, width] = box ?? [rows, columns];
    const boxes = Array.from({ length: (rows / height) * (columns / width) }, (_, index) => {
      const across = columns / width;
      return element('rect', {
        class: 'thick', x: (index % across) * width, y: Math.floor(index / across) * height, width, height,
      });
    });
    const words = [...given.map((square) => text(square, 'given')), ...taken.map((square) => text(square, ''))];
    svg.replaceChildren(...squares, ...boxes, ...words);
  }

  /** @param {SVGElement} svg */
  drawTree(svg) {
    const { tree, happenings } = this.trace;
    const met = new Set([0]);
    for (const { kind, place } of happenings.slice(0, this.at)) if (kind === 'take') met.add(place);
    const here = happenings[this.at - 1]?.place ?? 0;
    const places = layOut(tree);
    const [width, height] = [Math.max(...places.map(([x]) => x)) + 20, Math.max(...places.map(([, y]) => y)) + 20];
    size(svg, width, height);
    const edges = tree.slice(1).map(({ parent }, index) => {
      const [[x1, y1], [x2, y2]] = [places[parent], places[index + 1]];
      return element('line', { class: met.has(index + 1) ? 'edge' : 'edge later', x1, y1, x2, y2 });
    });
    const nodes = tree.map(({ end, option }, node) => {
      const [cx, cy] = places[node];
      const isMet = met.has(node) ? '' : ' later';
      const drawn = element('circle', { class: `leaf ${end}${isMet}${node === here ? ' here' : ''}`, cx, cy, r: 7 });
      const words = (this.problem.options[option] ?? []).map((item) => this.problem.items[item]).join(' ');
      const name = words || t('dance.root');
      drawn.append(element('title', {}, end ? t(`dance.end.${end}`, { option: name }) : name));
      return drawn;
    });
    svg.replaceChildren(...edges, ...nodes);
  }
}

/**
 * Where each node of a tree stands: leaves side by side, others above the middle of their children.
 * @param {import('./dance.js').TreeNode[]} tree
 * @returns {[number, number][]}
 */
function layOut(tree) {
  /** @type {number[][]} */
  const children = tree.map(() => []);
  tree.forEach(({ parent }, node) => parent >= 0 && children[parent].push(node));
  /** @type {[number, number][]} */
  const places = tree.map(() => [0, 0]);
  let leaves = 0;
  // Children come after their parents: backwards, they have their places first, but leaves run from the right.
  for (let node = tree.length - 1; node >= 0; node -= 1) {
    const own = children[node];
    const x = own.length ? own.reduce((sum, child) => sum + places[child][0], 0) / own.length : (leaves += 1) * -22;
    places[node] = [x, 16 + tree[node].level * 34];
  }
  const shift = 16 + leaves * 22;
  return places.map(([x, y]) => [x + shift, y]);
}
