/**
 * A puzzle that is being set: its rules one by one, what is chosen to be drawn, and what of it is selected.
 * @module
 *
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {import('./rule.js').Drawn} Drawn
 * @typedef {import('./tools.js').Tool} Tool
 *
 * @typedef {object} Setting
 * @property {'digits'|'draw'|'rules'|'about'} tab
 * @property {string|null} tool the key of the tool that draws, if one is chosen
 * @property {string} number the number of the next rules of the tool, if it has one
 * @property {number[]} stroke the cells that are being drawn
 * @property {number|null} picked the rule that is selected
 * @property {Drawn|null} pending a rule that lacks its number, or the cells of a copy
 * @property {number|null} redrawn the rule whose cells the next stroke replaces
 * @property {{color: string, width: number, fill: boolean, text: string}} brush how drawings without a meaning look
 */

import { isDigit, withLayout } from '../model/puzzle.js';
import { Desk } from '../store/desk.js';
import { keyOf } from '../store/game.js';
import { Store } from '../store/store.js';
import { t } from '../words/words.js';
import { areWhole, painted, renamed, noRegions } from './regions.js';
import { cellsOf, drawnAs, numberIn, read, write } from './rule.js';
import { keyOf as toolKey, needsNumber, toolsOf, usualNumber } from './tools.js';

/** @type {Map<string, Tool>} */
const NO_TOOLS = new Map();

export class Draft extends Desk {
  /**
   * @param {import('../store/app.js').App} app
   * @param {State} state
   */
  constructor(app, state) {
    super(app, state, 'set');
    this.undoesLevels = true;
    /** @type {Store<Setting>} */
    this.setting = new Store(/** @type {Setting} */ ({
      tab: 'draw',
      tool: null,
      number: '',
      stroke: [],
      picked: null,
      pending: null,
      redrawn: null,
      brush: { color: '#8a8f9c', width: 0.2, fill: false, text: '' },
    }));
    /** The digits that each blank cell has in solutions, while they are shown. @type {number[][]|null} */
    this.truth = null;
    /** The only solution, once it is known. @type {number[]|null} */
    this.found = null;
    /** The tools, once they are known. @type {Map<string, Tool>|null} */
    this.byKey = null;
    /** The rules of the layout for which they were taken apart. @type {{layout: unknown, drawn: Drawn[]}|null} */
    this.taken = null;
    /** Where a drawing without a meaning begins. @type {[number, number]} */
    this.brushPoint = [0, 0];
    /** Changes of rules wait for each other: each needs the board that the one before leaves. */
    this.queue = Promise.resolve(true);
    /** The number of changes that the engine has not answered. */
    this.changes = 0;
  }

  /** Whether a change of the rules is under way. */
  get isChanging() {
    return this.changes > 0;
  }

  /** The tools by key, once the engine has told the kinds of rules. */
  get tools() {
    if (!this.byKey && this.app.kinds.size) this.byKey = new Map(toolsOf(this.app.kinds.values()).map((tool) => [toolKey(tool), tool]));
    return this.byKey ?? NO_TOOLS;
  }

  /** The tool that draws. */
  get tool() {
    return this.tools.get(this.setting.now.tool ?? '');
  }

  /** The rules of the board, taken apart. */
  get rules() {
    const { layout, board } = this.state;
    const { tools } = this;
    if (this.taken?.layout !== layout || !this.taken.drawn.length) {
      this.taken = { layout, drawn: tools.size ? layout.rules.map(({ text }) => read(text, tools, board.side)) : [] };
    }
    return this.taken.drawn;
  }

  /** The rule that is selected, or that waits for its number. */
  get current() {
    const { picked, pending } = this.setting.now;
    return pending ?? (picked === null ? null : (this.rules[picked] ?? null));
  }

  /**
   * What is shown as candidates are the digits of solutions.
   * @param {Partial<import('../board/grid.js').Look>} look
   */
  mark(look) {
    super.mark('candidates' in look ? { ...look, candidates: this.truth } : look);
  }

  /**
   * A change of the puzzle leaves the solution that it states, and ends what is known of its level.
   * @param {string} words
   * @param {State} state
   */
  change(words, state) {
    if (state === this.state) return;
    // What another tab has made of the same puzzle is taken as it is.
    const isSame = keyOf(state) === keyOf(this.state);
    super.change(words, isSame ? state : { ...state, stated: state.stated ?? this.state.stated, level: '' });
  }

  /**
   * States a solution, or none.
   * @param {number[]|null} stated
   */
  setSolution(stated) {
    super.change(t(stated ? 'set.did.solution' : 'set.did.noSolution'), { ...this.state, stated });
  }

  undo() {
    if (this.setting.now.pending || this.setting.now.stroke.length) {
      this.setting.set({ pending: null, stroke: [], redrawn: null });
      this.app.say(t('set.stroke.dropped'), 'quiet');
      return;
    }
    this.setting.set({ picked: null, redrawn: null });
    super.undo();
  }

  redo() {
    this.setting.set({ picked: null, pending: null, stroke: [], redrawn: null });
    super.redo();
  }

  /** Chooses what draws, or nothing. @param {string|null} tool */
  choose(tool) {
    const chosen = tool === null ? undefined : this.tools.get(tool);
    const number = chosen ? usualNumber(chosen, this.state.board.side) : '';
    this.setting.set({ tool, number, stroke: [], pending: null, redrawn: null, picked: null });
  }

  /**
   * Changes the rules. What the engine refuses is said, and changes nothing. What was selected meanwhile stays selected.
   * @param {string} words what is done
   * @param {(texts: string[]) => {texts: string[], picked?: number|null}|null} edit
   * @param {Partial<State>} [more] what else changes
   * @returns {Promise<boolean>} whether the engine took it
   */
  edit(words, edit, more = {}) {
    const asked = this.setting.now;
    this.changes++;
    this.queue = this.queue.then(() => this.app.attempt(async () => {
      const { side, box } = this.state.board;
      const { rules } = this.state.layout;
      const edited = edit(rules.map(({ text }) => text));
      if (!edited) return;
      const layout = await this.app.layout({ side, box, rules: edited.texts });
      const { picked, pending } = this.setting.now;
      if (picked === asked.picked && pending === asked.pending) this.setting.set({ picked: edited.picked ?? null, pending: null });
      // With fewer rules the numbers of others are different ones.
      else if (edited.texts.length < rules.length) this.setting.set({ picked: null });
      this.change(words, { ...withLayout(this.state, layout), sketch: this.state.sketch, ...more });
    })).finally(() => {
      this.changes--;
    });
    return this.queue;
  }

  /** The name of what a rule is. @param {Drawn} drawn */
  nameOf(drawn) {
    return this.tools.get(toolKey(drawn))?.name ?? t('set.rule');
  }

  /** Adds a rule, or keeps it until its number is typed. @param {Drawn} drawn */
  add(drawn) {
    const whole = this.#withNumber(drawn);
    const text = write(whole, this.state.board.side);
    if (text === null) {
      this.setting.set({ pending: whole, picked: null });
      this.app.say(t('set.number.wanted', { name: this.nameOf(whole) }), 'quiet');
      return this.queue;
    }
    return this.addText(text, this.nameOf(whole));
  }

  /**
   * Adds a rule in words.
   * @param {string} text
   * @param {string} [name]
   */
  addText(text, name = text.split(' ')[0]) {
    return this.edit(t('set.did.added', { name }), (texts) => (texts.includes(text) ? null : { texts: [...texts, text], picked: texts.length }));
  }

  /**
   * Puts another rule in the place of one.
   * @param {number} index
   * @param {Drawn} drawn
   */
  replace(index, drawn) {
    const text = write(drawn, this.state.board.side);
    if (text === null) {
      this.app.say(t('set.number.wanted', { name: this.nameOf(drawn) }), 'bad');
      return this.queue;
    }
    return this.replaceText(index, text, this.nameOf(drawn));
  }

  /**
   * @param {number} index
   * @param {string} text
   * @param {string} [name]
   */
  replaceText(index, text, name = text.split(' ')[0]) {
    return this.edit(t('set.did.changed', { name }), (texts) =>
      (texts[index] === text ? null : { texts: texts.map((other, at) => (at === index ? text : other)), picked: index }));
  }

  /** @param {number} index */
  remove(index) {
    const name = this.nameOf(this.rules[index]);
    return this.edit(t('set.did.removed', { name }), (texts) => ({ texts: texts.filter((_, at) => at !== index) }));
  }

  /** Adds a rule of the whole board, or removes it. @param {Tool} tool */
  toggle(tool) {
    const index = this.rules.findIndex(({ shape, word }) => shape === 'board' && word === tool.word);
    if (index >= 0) return this.remove(index);
    return this.edit(t('set.did.added', { name: tool.name }), (texts) => ({ texts: [...texts, tool.word] }));
  }

  /** Sets the number of the current rule. @param {string} number */
  setNumber(number) {
    const { pending, picked } = this.setting.now;
    const { current } = this;
    if (!current || number === current.number) return this.queue;
    const drawn = { ...current, number };
    if (pending) return this.add(drawn);
    return picked === null ? this.queue : this.replace(picked, drawn);
  }

  /** The solution that numbers can be taken from. */
  get reference() {
    return this.state.stated ?? this.found;
  }

  /** Returns the number that a rule has in the solution, if it is known. @param {Drawn} drawn */
  proposed(drawn) {
    const { reference, state: { board } } = this;
    if (!reference || !cellsOf(drawn, board.side).every((cell) => isDigit(board, reference[cell]))) return '';
    return numberIn(drawn, reference, board.side);
  }

  /** @param {Drawn} drawn @returns {Drawn} */
  #withNumber(drawn) {
    const isBlank = !drawn.number && needsNumber(drawn.shape);
    return isBlank ? { ...drawn, number: this.proposed(drawn) } : drawn;
  }

  /** Takes the numbers of all rules from the solution. */
  numbersFromSolution() {
    return this.edit(t('set.did.numbers'), (texts) => ({
      texts: texts.map((text, index) => {
        const drawn = this.rules[index];
        const number = this.proposed(drawn);
        return number ? (write({ ...drawn, number }, this.state.board.side) ?? text) : text;
      }),
    }));
  }

  /**
   * Adds cells to a rule such as `even`. If the rule has the first cell already, removes the cells instead.
   * @param {Tool} tool
   * @param {number[]} cells
   */
  markCells(tool, cells) {
    const index = this.rules.findIndex(({ shape, word }) => shape === 'marks' && word === tool.word);
    if (index < 0) return this.add(drawnAs(tool, { cells }));
    const before = this.rules[index].cells;
    const isRemoved = before.includes(cells[0]);
    const others = before.filter((cell) => !cells.includes(cell));
    const after = isRemoved ? others : [...others, ...cells];
    return after.length ? this.replace(index, { ...this.rules[index], cells: after }) : this.remove(index);
  }

  /** The regions that are being drawn, or those of the rule. */
  get letters() {
    const { side } = this.state.board;
    const rule = this.rules.find(({ shape }) => shape === 'regions');
    return this.state.sketch ?? (rule ? renamed(rule.text) : noRegions(side));
  }

  /** Paints a region. @param {number[]} cells */
  paint(cells) {
    this.setRegions(painted(this.letters, cells));
  }

  /** Draws these regions; once they are whole they take the place of the boxes. @param {string} letters */
  setRegions(letters) {
    const { side } = this.state.board;
    if (!areWhole(letters, side)) {
      this.change(t('set.did.region'), { ...this.state, sketch: letters });
      return this.queue;
    }
    const text = `regions ${letters}`;
    return this.edit(t('set.did.regions'), (texts) => {
      const others = texts.filter((other) => !other.startsWith('regions '));
      return { texts: [text, ...others] };
    }, { sketch: null });
  }
}
