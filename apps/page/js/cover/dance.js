/**
 * Dancing links, one step at a time: a model to look at, not the engine.
 *
 * It follows Algorithm X with the links of D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, with the
 * rule of dlx-core: the open item with the fewest options left, the first of equals; options in their order. The page
 * compares its covers and nodes with those of dlx-core.
 * @module
 *
 * @typedef {import('../engine/api.js').Schemas['Square']} Square
 * @typedef {import('../engine/api.js').Schemas['Problem']} Problem
 * @typedef {object} Happening
 * @property {'choose'|'dead'|'take'|'cover'|'uncover'|'untake'|'solution'} kind
 * @property {number} item the item, or -1
 * @property {number} option the option, or -1
 * @property {number[]} nodes those that are hidden or come back, in the order in which it happens
 * @property {number} place the node of the search tree that it happens at
 * @typedef {{option: number, parent: number, level: number, end: ''|'dead'|'solution'}} TreeNode
 * @typedef {{happenings: Happening[], tree: TreeNode[], covers: number[][], nodes: number}} Trace
 */

/** The most happenings that are kept: far more than the problems of the page have. */
const MOST = 50_000;

/** The arena: a header for each item, then a node for each use, all in circular lists. */
export class Links {
  /** @param {Problem} problem */
  constructor(problem) {
    const items = problem.items.length;
    this.items = items;
    /** @type {number[]} */ this.up = [];
    /** @type {number[]} */ this.down = [];
    /** @type {number[]} the item of a node */ this.top = [];
    /** @type {number[]} the option of a node, -1 of a header */ this.row = [];
    /** @type {number[]} how many options each item has left */ this.length = new Array(items).fill(0);
    /** @type {number[][]} the nodes of each option */ this.uses = [];
    // Headers are numbered as their items; the root comes after the last one.
    /** @type {number[]} */ this.left = [];
    /** @type {number[]} */ this.right = [];
    const root = items;
    for (let item = 0; item < items; item += 1) {
      this.up[item] = this.down[item] = this.top[item] = item;
      this.row[item] = -1;
      this.left[item] = this.right[item] = item;
    }
    this.left[root] = this.right[root] = root;
    for (let item = 0; item < problem.primary; item += 1) {
      const last = this.left[root];
      this.left[item] = last;
      this.right[last] = item;
      this.right[item] = root;
      this.left[root] = item;
    }
    let next = items + 1;
    problem.options.forEach((option, row) => {
      this.uses[row] = option.map((item) => {
        const node = next;
        next += 1;
        this.top[node] = item;
        this.row[node] = row;
        this.up[node] = this.up[item];
        this.down[node] = item;
        this.down[this.up[item]] = node;
        this.up[item] = node;
        this.length[item] += 1;
        return node;
      });
    });
  }

  /** The options of an item that are left, as nodes. @param {number} item */
  column(item) {
    const nodes = [];
    for (let node = this.down[item]; node !== item; node = this.down[node]) nodes.push(node);
    return nodes;
  }

  /** The open items. */
  open() {
    const items = [];
    for (let item = this.right[this.items]; item !== this.items; item = this.right[item]) items.push(item);
    return items;
  }

  /** Covers an item. Gives the nodes that are hidden. @param {number} item */
  cover(item) {
    const hidden = [];
    for (const node of this.column(item)) {
      for (const other of this.others(node)) {
        this.down[this.up[other]] = this.down[other];
        this.up[this.down[other]] = this.up[other];
        this.length[this.top[other]] -= 1;
        hidden.push(other);
      }
    }
    this.right[this.left[item]] = this.right[item];
    this.left[this.right[item]] = this.left[item];
    return hidden;
  }

  /** Takes back what covering did, the last first: the links of what was hidden still say where it belongs. */
  uncover(/** @type {number} */ item, /** @type {number[]} */ hidden) {
    this.right[this.left[item]] = item;
    this.left[this.right[item]] = item;
    const back = hidden.slice().reverse();
    for (const node of back) {
      this.length[this.top[node]] += 1;
      this.down[this.up[node]] = node;
      this.up[this.down[node]] = node;
    }
    return back;
  }

  /** The other nodes of the option of a node, from it on and around. @param {number} node */
  others(node) {
    const nodes = this.uses[this.row[node]];
    const place = nodes.indexOf(node);
    return [...nodes.slice(place + 1), ...nodes.slice(0, place)];
  }

  /** The open item with the fewest options, or -1 if none is open. */
  choose() {
    return this.open().reduce((best, item) => (best < 0 || this.length[item] < this.length[best] ? item : best), -1);
  }
}

/**
 * Everything that happens in the search for all covers.
 * @param {Problem} problem
 * @returns {Trace}
 */
export function trace(problem) {
  const links = new Links(problem);
  /** @type {Happening[]} */
  const happenings = [];
  /** @type {TreeNode[]} */
  const tree = [{ option: -1, parent: -1, level: 0, end: '' }];
  /** @type {number[][]} */
  const covers = [];
  /** A level of the search: its item, the ways on, and what the one that was taken has covered.
   *  @type {{item: number, ways: number[], next: number, place: number, covered: [number, number[]][]}[]} */
  const levels = [];
  let place = 0;
  const note = (/** @type {Happening['kind']} */ kind, item = -1, option = -1, nodes = /** @type {number[]} */ ([])) =>
    happenings.push({ kind, item, option, nodes, place });

  /** Covers an item, and remembers it at the level. */
  const cover = (/** @type {typeof levels[0]} */ level, /** @type {number} */ item) => {
    const hidden = links.cover(item);
    level.covered.push([item, hidden]);
    note('cover', item, -1, hidden);
  };
  const uncover = (/** @type {typeof levels[0]} */ level) => {
    const [item, hidden] = /** @type {[number, number[]]} */ (level.covered.pop());
    note('uncover', item, -1, links.uncover(item, hidden));
  };
  /** Looks at where the search is: true if there is a level to go on with. */
  const enter = () => {
    const item = links.choose();
    if (item < 0) {
      tree[place].end = 'solution';
      covers.push(levels.map((level) => links.row[level.ways[level.next - 1]]).sort((a, b) => a - b));
      note('solution');
      return false;
    }
    note('choose', item);
    if (!links.length[item]) {
      tree[place].end = 'dead';
      note('dead', item);
      return false;
    }
    levels.push({ item, ways: links.column(item), next: 0, place, covered: [] });
    cover(levels[levels.length - 1], item);
    return true;
  };

  enter();
  while (levels.length && happenings.length < MOST) {
    const level = levels[levels.length - 1];
    // The item of the level stays covered; the others of an option that was tried come back.
    if (level.next > 0) {
      while (level.covered.length > 1) uncover(level);
      note('untake', level.item, links.row[level.ways[level.next - 1]]);
      place = level.place;
    }
    if (level.next === level.ways.length) {
      uncover(level);
      levels.pop();
      continue;
    }
    const node = level.ways[level.next];
    level.next += 1;
    tree.push({ option: links.row[node], parent: level.place, level: levels.length, end: '' });
    place = tree.length - 1;
    note('take', level.item, links.row[node]);
    for (const other of links.others(node)) cover(level, links.top[other]);
    enter();
  }
  return { happenings, tree, covers, nodes: tree.length - 1 };
}
