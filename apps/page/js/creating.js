/**
 * Puzzles that are generated or drawn, and booklets of them.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask, Fault } from './api.js';
import { button, byId, input, make, makeButton, onPress, select, showText, textarea, whileDisabled } from './dom.js';
import { requirements } from './header.js';
import { anySeed } from './practice.js';
import { COLORS, blankState, countDigits, nameOf, withLayout } from './puzzle.js';
import { stateOf } from './reading.js';
import { saveFile } from './sharing.js';

/**
 * A rule that can be drawn: the form and the first word of its line, whether a number stands before the cells and which is
 * usual, the least and the greatest number of cells, and what stands after the first cell.
 * @typedef {{
 *   form: string, word: string, name: string, hasValue?: boolean, usual?: string, least: number, most?: number, between?: string,
 * }} Tool
 */

/** How rules of each form are drawn. @type {Record<string, Partial<Tool> & {least: number}>} */
const FORMS = {
  line: { least: 2 },
  pair: { least: 2, most: 2 },
  cells: { least: 1 },
  sum: { least: 1, hasValue: true },
  arrow: { least: 2, between: '=' },
  regions: { least: 1 },
};

/**
 * Returns the rules that can be drawn.
 * @param {import('./api.js').Answers['rules']} kinds
 * @returns {Tool[]}
 */
export function toolsOf(kinds) {
  return kinds.flatMap(({ form, lines, name, number }) => {
    const drawn = FORMS[form];
    if (!drawn) return [];
    return lines.map((word) => ({
      form,
      word,
      name: lines.length > 1 ? `${name}: ${word.toUpperCase()}` : name,
      ...(typeof number === 'number' && { hasValue: true, usual: `${number}` }),
      ...drawn,
    }));
  });
}

/**
 * Returns the text of a rule that was drawn.
 * @param {Pick<Tool, 'word' | 'hasValue' | 'usual' | 'between'>} tool
 * @param {number[]} cells
 * @param {string} value
 * @param {number} side
 */
export function ruleText({ word, hasValue, usual = '', between }, cells, value, side) {
  const names = cells.map((cell) => nameOf(cell, side));
  const parts = between ? [names[0], between, ...names.slice(1)] : names;
  return [word, ...(hasValue && (value || usual) ? [value || usual] : []), ...parts].join(' ');
}

export class Creating {
  /**
   * @param {App} app
   * @param {import('./entry.js').Entry} entry
   */
  constructor(app, entry) {
    this.app = app;
    this.entry = entry;
    /** The regions that are drawn, until all are. @type {number[][]} */
    this.regions = [];
    /** The rules that can be drawn. @type {Tool[]} */
    this.tools = [];
  }

  /**
   * Returns the puzzle that is asked for.
   * @param {number} seed
   * @returns {import('./api.js').Schemas['Wish']}
   */
  #wish(seed) {
    const chosen = [...byId('variants').querySelectorAll('input:checked')].map((box) => /** @type {HTMLInputElement} */ (box));
    const drawn = chosen.filter((box) => box.dataset.drawn === 'true').map((box) => box.value);
    const rules = chosen.filter((box) => box.dataset.drawn !== 'true').map((box) => box.value);
    const [kind, level] = select('kind').value.split('/');
    return {
      board: { side: Number(select('size').value), rules },
      seed,
      kind: /** @type {import('./api.js').Schemas['Kind']} */ (kind),
      ...(level && { level: /** @type {import('./api.js').Schemas['Level']} */ (level) }),
      ...(drawn.length && { drawn }),
    };
  }

  async generate() {
    const { app } = this;
    const { version } = app;
    const typed = input('seed').value.trim();
    if (!/^\d*$/.test(typed)) throw new Fault('Expected a number as the seed.');
    const seed = typed ? Number(typed) : anySeed();
    const wish = this.#wish(seed);
    app.say('Generating…');
    const answer = await ask('generate', wish);
    if (version !== app.version) return;
    app.open('new puzzle', await stateOf(app, { ...answer, level: wish.level ?? '' }));
    const text = `${answer.board.side}×${answer.board.side}, ${countDigits(answer.board, answer.givens)} givens, seed ${seed}.`;
    showText('generated', text);
    app.say(`New puzzle: ${text}`);
  }

  /** Offers the levels of the board that is chosen. */
  async #offerLevels() {
    const { board, drawn = [] } = this.#wish(0);
    const { levels } = await ask('levels', { board, drawn });
    for (const option of select('kind').options) {
      const [, level] = option.value.split('/');
      option.disabled = level !== undefined && !levels.some((offered) => offered === level);
    }
    if (select('kind').selectedOptions[0]?.disabled) select('kind').value = 'unique';
  }

  /** Makes a blank grid of the size and the rules that are chosen. */
  async blank() {
    const side = Number(select('size').value);
    const { rules } = this.#wish(0).board;
    this.app.open('empty grid', blankState(await this.app.layout({ side, ...(rules && { rules }) })));
    this.app.say(`Empty grid of ${side} rows: enter givens, draw rules.`);
  }

  /**
   * Sets the rules of the board. The digits that it has stay.
   * @param {string[]} rules
   */
  async setRules(rules) {
    const { app } = this;
    const { side, box } = app.state.board;
    const layout = await app.layout({ side, box, rules });
    app.change('rules changed', { ...withLayout(app.state, layout), level: '' });
    app.say(layout.rules.length ? requirements(layout.rules, app.kinds) : 'Rules: rows, columns and boxes.');
  }

  /** Lists the rules of the board, each of which can be removed. */
  #listRules() {
    const { rules } = this.app.state.layout;
    const items = rules.map(({ text, sentence }, index) => {
      const others = rules.filter((_, other) => other !== index).map((rule) => rule.text);
      const remove = makeButton('Remove', () => this.app.attempt(() => this.setRules(others)), { 'aria-label': `Remove ${text}` });
      return make('li', {}, make('span', { title: text }, sentence || text), ' ', remove);
    });
    byId('rules-list').replaceChildren(...items);
    if (document.activeElement !== textarea('rules')) textarea('rules').value = rules.map(({ text }) => text).join('\n');
  }

  /** Begins or ends drawing. */
  toggleDrawing() {
    const { app, entry } = this;
    const isDrawing = entry.taker === null;
    entry.taker = isDrawing ? (cell, isFirst) => this.#draw(cell, isFirst) : null;
    app.stroke = [];
    app.render();
    button('draw').setAttribute('aria-pressed', `${isDrawing}`);
    app.say(isDrawing ? 'Drag over the cells of the rule, or move and press Enter; then press “Add”.' : 'Drawing is off.');
  }

  /**
   * @param {number} cell
   * @param {boolean} isFirst
   */
  #draw(cell, isFirst) {
    const { app } = this;
    const isJoined = isFirst && app.stroke.includes(cell) && app.stroke.length > 0;
    if (isFirst && !isJoined && !input('draw-more').checked) app.stroke = [];
    if (!app.stroke.includes(cell)) app.stroke = [...app.stroke, cell];
    else if (isJoined) app.stroke = app.stroke.filter((other) => other !== cell);
    button('draw-add').disabled = app.stroke.length === 0;
    app.render();
    app.say(`${app.stroke.length} cells: ${app.stroke.map((one) => nameOf(one, app.state.board.side)).join(' ')}`);
  }

  /** Adds the rule that was drawn. */
  async add() {
    const { app } = this;
    const tool = this.#tool();
    if (!tool) return;
    const { stroke } = app;
    const { least, most = Infinity } = tool;
    if (stroke.length < least || stroke.length > most) {
      throw new Fault(`Expected ${most === least ? least : `at least ${least}`} cells for this rule, found ${stroke.length}.`);
    }
    if (tool.form === 'regions') {
      await this.#addRegion(stroke);
    } else {
      const text = ruleText(tool, stroke, input('tool-value').value.trim(), app.state.board.side);
      await this.setRules([...app.state.layout.rules.map((rule) => rule.text), text]);
    }
    app.stroke = [];
    button('draw-add').disabled = true;
    app.render();
  }

  /**
   * Adds a region, which is colored until all regions are drawn and take the place of the boxes.
   * @param {number[]} cells
   */
  async #addRegion(cells) {
    const { app } = this;
    const { side } = app.state.board;
    if (cells.length !== side) throw new Fault(`Expected a region of ${side} cells, found ${cells.length}.`);
    const taken = cells.find((cell) => this.regions.some((region) => region.includes(cell)));
    if (taken !== undefined) throw new Fault(`${nameOf(taken, side)} is already in another region.`);
    this.regions.push(cells);
    const count = this.regions.length;
    if (count < side) {
      const colors = app.state.colors.slice();
      for (const cell of cells) colors[cell] = ((count - 1) % COLORS) + 1;
      app.change(`region ${count}`, { ...app.state, colors });
      app.say(`${count} of ${side} regions are drawn.`);
      return;
    }
    const letters = app.state.givens.map((_, cell) => this.regions.findIndex((region) => region.includes(cell)));
    this.regions = [];
    const text = `regions ${letters.map((region) => String.fromCharCode('A'.charCodeAt(0) + region)).join('')}`;
    const others = app.state.layout.rules.map((rule) => rule.text).filter((rule) => !rule.startsWith('regions'));
    app.change('regions drawn', { ...app.state, colors: app.state.colors.map(() => 0) });
    await this.setRules([...others, text]);
  }

  /** Makes a booklet of new puzzles, as a file. */
  async booklet() {
    const { app } = this;
    const count = Number(input('booklet-count').value);
    if (!(count >= 1 && count <= 60)) throw new Fault(`Expected 1 to 60 puzzles, found ${input('booklet-count').value}.`);
    const puzzles = [];
    const seed = anySeed();
    for (let index = 0; index < count; index += 1) {
      app.say(`Generating puzzle ${index + 1} of ${count}…`);
      const answer = await ask('generate', this.#wish(seed + index));
      puzzles.push({ board: answer.board, givens: answer.givens });
    }
    const per_page = Number(select('booklet-page').value);
    const { html } = await ask('booklet', { title: input('booklet-title-text').value || 'Sudoku', puzzles, per_page, solutions: true });
    saveFile('sudoku-booklet', 'html', html);
    app.say(`Booklet of ${count} puzzles saved.`);
  }

  listen() {
    const { app } = this;
    byId('generate-form').addEventListener('submit', (event) => {
      event.preventDefault();
      app.attempt(() => whileDisabled('generate', () => this.generate()));
    });
    for (const id of ['size', 'variants']) {
      byId(id).addEventListener('change', () => app.attempt(() => this.#offerLevels()));
    }
    onPress('blank', () => app.attempt(() => this.blank()));
    onPress('rules-apply', () => {
      const rules = textarea('rules').value.split('\n').map((line) => line.trim()).filter(Boolean);
      app.attempt(() => this.setRules(rules));
    });
    onPress('draw', () => this.toggleDrawing());
    onPress('draw-add', () => app.attempt(() => this.add()));
    onPress('booklet', () => app.attempt(() => whileDisabled('booklet', () => this.booklet())));
    select('tool').addEventListener('change', () => this.#offerValue());
    app.onChange(() => this.#listRules());
    this.#listRules();
  }

  /** Returns the rule that is chosen to be drawn. */
  #tool() {
    return this.tools.find(({ word }) => word === select('tool').value);
  }

  #offerValue() {
    input('tool-value').disabled = !this.#tool()?.hasValue;
  }

  /** @param {import('./api.js').Answers['rules']} kinds the kinds of rules */
  offer(kinds) {
    this.tools = toolsOf(kinds);
    byId('tool').replaceChildren(...this.tools.map(({ word, name }) => new Option(name, word)));
    this.#offerValue();
    // It needs a board of another side.
    const chosen = kinds.filter(({ word }) => word !== 'samurai');
    const boxes = chosen.map(({ word, name, drawn }) => {
      const box = make('input', { type: 'checkbox', value: word, 'data-drawn': `${drawn}` });
      return make('label', { class: 'check' }, box, ` ${name}`);
    });
    byId('variants').replaceChildren(...boxes);
  }
}
