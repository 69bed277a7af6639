/**
 * What lies over the board while rules are drawn: it takes the pointer and the keys, and shows what is selected and what is
 * being drawn.
 * @module
 *
 * @typedef {import('./rule.js').Drawn} Drawn
 * @typedef {import('./places.js').Point} Point
 */

import { spokenName } from '../board/grid.js';
import { between, only } from '../model/selection.js';
import { isField, svg, update } from '../parts/dom.js';
import { listed, t } from '../words/words.js';
import { brushAt, drawnBy, isBrush } from './drawings.js';
import { frame, group, preview, ring, sketch, strokeMarks } from './marks.js';
import { besideAt, besidesOf, borderAt, cellAt, cornerAt, isNearMiddle, movedTo } from './places.js';
import { withoutRegion } from './regions.js';
import { cellsOf, drawnAs, isDrawnBy, rulesAt, takesNumber } from './rule.js';
import { lengthsOf } from './tools.js';

/** How much wider than its cells the board is while clues are drawn beside it, in sides of a cell. */
const RING = 1.9;

export class Surface {
  /**
   * @param {import('./draft.js').Draft} draft
   * @param {import('../board/board.js').Board} board
   * @param {{askNumber: (typed?: string) => void}} options called when digits are typed for the number of a rule
   */
  constructor(draft, board, { askNumber }) {
    this.draft = draft;
    this.board = board;
    this.askNumber = askNumber;
    this.root = svg('svg', { class: 'surface', 'aria-hidden': 'true' });
    board.element.append(this.root);
    this.sizes = new ResizeObserver(() => this.#measure());
    this.sizes.observe(board.element);
    /** Whether the pointer is down, and where it went down. @type {Point|null} */
    this.begun = null;
    /** Where the pointer is. @type {Point|null} */
    this.hover = null;
    /** The rules at the last press and which of them was selected, so that another press selects the next one. */
    this.cycle = { key: '', at: 0 };
    /** The digits that are typed for a rule before the engine has taken it. */
    this.ahead = '';
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ work) => this.root.addEventListener(name, work, { signal });
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', (event) => this.#up(event));
    listen('pointercancel', () => this.#drop());
    listen('pointerleave', () => {
      this.hover = null;
      this.render();
    });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    this.leave = [draft.follow(() => this.render()), draft.setting.follow(() => this.render())];
    this.render();
  }

  /** Keeps the side of a cell for which the places beside the board fit into its place. */
  #measure() {
    const { element } = this.board;
    const { parentElement: around } = element;
    if (!around) return;
    const [across, down] = ['--across', '--down'].map((name) => Math.max(this.side + RING, Number(element.style.getPropertyValue(name))));
    element.style.setProperty('--ring-cell', `${Math.min(around.clientWidth / across, around.clientHeight / down)}px`);
  }

  /** Ends listening. */
  close() {
    this.leaving.abort();
    this.sizes.disconnect();
    for (const leave of this.leave) leave();
  }

  get side() {
    return this.draft.state.board.side;
  }

  /** Whether presses draw or select rules. */
  get isActive() {
    const { tab } = this.draft.setting.now;
    return (tab === 'draw' || tab === 'rules') && !this.draft.now.isPaused;
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    const { left, top, width, height } = this.board.grid.root.getBoundingClientRect();
    return [((event.clientX - left) / width) * this.side, ((event.clientY - top) / height) * this.side];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    const { draft } = this;
    const { setting } = draft;
    const point = this.#point(event);
    const cell = cellAt(point, this.side);
    this.begun = point;
    // The board takes the focus, so that a number that is being typed is taken.
    if (cell >= 0) draft.select(only(cell));
    this.board.focus();
    const { tool, pending } = setting.now;
    if (isBrush(tool)) {
      brushAt(draft, point, cell);
      return;
    }
    if (pending?.shape === 'clone') {
      this.#placeCopy(cell);
      return;
    }
    if (pending) setting.set({ pending: null });
    if ((event.shiftKey || event.ctrlKey || event.metaKey) && this.#toggleCell(cell)) {
      this.begun = null;
      return;
    }
    const chosen = draft.tool;
    if (!chosen || chosen.shape === 'text' || chosen.shape === 'board') {
      this.pick(point);
      this.begun = null;
    } else if (['pair', 'quad', 'outside', 'diagonal'].includes(chosen.shape)) {
      setting.set({ stroke: chosen.shape === 'pair' && cell >= 0 ? [cell] : [] });
    } else if (cell >= 0) {
      setting.set({ stroke: [cell] });
    }
    this.render();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { draft } = this;
    const { setting } = draft;
    const point = this.#point(event);
    this.hover = event.pointerType === 'mouse' || this.begun ? point : null;
    const { tool, stroke } = setting.now;
    const cell = cellAt(point, this.side);
    if (this.begun && isBrush(tool)) {
      if (cell >= 0) setting.set({ stroke: this.#extended(stroke, point, true) });
    } else if (this.begun && stroke.length && draft.tool) {
      const { shape } = draft.tool;
      if (shape === 'pair') {
        if (cell >= 0 && cell !== stroke[0] && stroke.length === 1) setting.set({ stroke: [stroke[0], between(stroke[0], cell, this.side)[0]] });
      } else {
        setting.set({ stroke: this.#extended(stroke, point, shape === 'line' || shape === 'arrow') });
      }
    }
    if (!this.begun) this.render();
  }

  /**
   * Returns a stroke that goes on to a point. A line that goes back gives its cells back.
   * @param {number[]} stroke
   * @param {Point} point
   * @param {boolean} isLine
   */
  #extended(stroke, point, isLine) {
    const cell = cellAt(point, this.side);
    const last = stroke.at(-1);
    if (cell < 0 || last === undefined || cell === last) return stroke;
    const passed = between(last, cell, this.side);
    if (isLine && passed.length === 1 && !isNearMiddle(point)) return stroke;
    let after = stroke;
    for (const one of passed) {
      if (isLine && after.at(-2) === one) after = after.slice(0, -1);
      else if (!after.includes(one)) after = [...after, one];
      // A line may end where it began.
      else if (isLine && one === after[0] && after.length > 3) after = [...after, one];
    }
    return after;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.begun) return;
    const point = this.#point(event);
    const begun = this.begun;
    this.begun = null;
    const { draft } = this;
    const { tool, stroke } = draft.setting.now;
    if (isBrush(tool)) {
      drawnBy(draft);
      return;
    }
    const { shape } = draft.tool ?? {};
    if (shape === 'outside' || shape === 'diagonal') {
      const placed = besideAt(begun, this.side, shape === 'diagonal');
      if (placed) this.finish(placed);
      else this.pick(begun);
    } else if (shape === 'quad') {
      const corner = cornerAt(begun, this.side);
      if (corner >= 0) this.finish({ cells: [corner] });
    } else if (shape === 'pair' && stroke.length < 2) {
      const cells = borderAt(begun, this.side);
      if (cells) this.finish({ cells });
      else this.pick(begun);
    } else if (shape && stroke.length) {
      const isPress = stroke.length === 1 && shape !== 'regions' && shape !== 'marks';
      const at = isPress ? rulesAt(draft.rules, point, this.side) : [];
      const own = at.filter((index) => isDrawnBy(draft.tool, draft.rules[index]));
      // A press on a rule of the tool selects it; one that is too short to be drawn selects any.
      if (draft.setting.now.redrawn === null && isPress && (own.length || stroke.length < lengthsOf({ shape })[0])) {
        draft.setting.set({ stroke: [] });
        this.pick(point, own.length ? own : at);
      } else {
        this.finish({ cells: stroke });
      }
    }
  }

  #drop() {
    this.begun = null;
    this.draft.setting.set({ stroke: [] });
  }

  /**
   * Selects the rule at a point; pressed again, the next one there.
   * @param {Point} point
   * @param {number[]} [among]
   */
  pick(point, among = rulesAt(this.draft.rules, point, this.side)) {
    const { draft } = this;
    const key = among.join();
    const at = key && key === this.cycle.key ? (this.cycle.at + 1) % among.length : 0;
    this.cycle = { key, at };
    const picked = among[at] ?? null;
    draft.setting.set({ picked, stroke: [] });
    if (picked !== null) draft.app.say(draft.state.layout.rules[picked].sentence || draft.state.layout.rules[picked].text, 'quiet');
  }

  /**
   * Adds a cell to the selected rule, or takes it out.
   * @param {number} cell
   * @returns {boolean} false if there is no such rule
   */
  #toggleCell(cell) {
    const { draft } = this;
    const { picked } = draft.setting.now;
    const drawn = picked === null ? undefined : draft.rules[picked];
    if (picked === null || !drawn || cell < 0 || !['cage', 'cells', 'marks', 'line', 'arrow'].includes(drawn.shape)) return false;
    const cells = drawn.cells.includes(cell) ? drawn.cells.filter((other) => other !== cell) : [...drawn.cells, cell];
    if (cells.length) draft.replace(picked, { ...drawn, cells });
    return true;
  }

  /** Puts the copy of a group of cells where its first cell is pressed. @param {number} cell */
  #placeCopy(cell) {
    const { draft } = this;
    const { pending } = draft.setting.now;
    const copy = pending && movedTo(pending.cells, cell, this.side);
    if (!pending || !copy) {
      draft.app.say(t('set.clone.outside'), 'bad');
      return;
    }
    draft.setting.set({ pending: null });
    draft.add({ ...pending, cells: [...pending.cells, ...copy] });
  }

  /**
   * Adds the rule that was drawn.
   * @param {Partial<Drawn>} more
   */
  finish(more) {
    const { draft } = this;
    const { tool } = draft;
    const { redrawn, number } = draft.setting.now;
    draft.setting.set({ stroke: [] });
    if (!tool) return;
    const cells = more.cells ?? [];
    const [least] = lengthsOf(tool);
    if (more.cells && cells.length < least) {
      draft.app.say(t('set.stroke.short', { n: least }), 'bad');
      return;
    }
    if (redrawn !== null && draft.rules[redrawn]) {
      draft.setting.set({ redrawn: null });
      draft.replace(redrawn, { ...draft.rules[redrawn], ...more });
    } else if (tool.shape === 'regions') {
      draft.paint(cells);
    } else if (tool.shape === 'marks') {
      draft.markCells(tool, cells);
    } else if (tool.shape === 'clone') {
      draft.setting.set({ pending: drawnAs(tool, { cells, head: cells.length }) });
      draft.app.say(t('set.clone.place'), 'quiet');
    } else {
      draft.add(drawnAs(tool, { ...more, number: tool.shape === 'line' || tool.shape === 'pair' ? number : '' }));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { draft, board } = this;
    if (event.isComposing || event.altKey || document.querySelector('dialog[open], [popover]:popover-open') || isField(event.target)) return;
    if (!(event.target === document.body || board.grid.hasFocus) || !this.isActive) return;
    const isHeld = event.ctrlKey || event.metaKey;
    const { stroke, picked, tool, pending } = draft.setting.now;
    const taken = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const current = draft.current;
    if (/^\d$/.test(event.key) && !isHeld && current && takesNumber(current)) {
      // The number takes the focus, and this digit with it.
      event.stopImmediatePropagation();
      this.askNumber();
    } else if (/^\d$/.test(event.key) && !isHeld && !current && draft.isChanging && this.#isNumbered()) {
      taken();
      if (!this.ahead) draft.queue.then(() => this.#takeAhead());
      this.ahead += event.key;
    } else if (event.key === 'Enter' && (tool || draft.setting.now.tab === 'rules')) {
      taken();
      this.#enter();
    } else if (event.key === 'Escape' && (stroke.length || pending || picked !== null || tool)) {
      taken();
      if (stroke.length || pending) draft.setting.set({ stroke: [], pending: null });
      else if (picked !== null) draft.setting.set({ picked: null, redrawn: null });
      else draft.choose(null);
    } else if (event.key === 'Backspace' && stroke.length) {
      taken();
      draft.setting.set({ stroke: stroke.slice(0, -1) });
      this.#sayStroke();
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && picked !== null) {
      taken();
      draft.remove(picked);
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && draft.tool?.shape === 'regions') {
      taken();
      draft.setRegions(withoutRegion(draft.letters, draft.now.selection.active));
    }
  }

  /** Whether what is drawn takes a number. */
  #isNumbered() {
    const { tool, setting } = this.draft;
    return tool !== undefined && takesNumber(drawnAs(tool, { number: setting.now.number }));
  }

  /** Takes the digits that were typed ahead as the number of the rule. */
  #takeAhead() {
    const { ahead } = this;
    this.ahead = '';
    const { current } = this.draft;
    if (current && takesNumber(current)) this.askNumber(ahead);
  }

  #sayStroke() {
    const { stroke } = this.draft.setting.now;
    const { app } = this.draft;
    app.say(t('set.stroke', { n: stroke.length, cells: listed(stroke.map((cell) => spokenName(cell, this.side))) }), 'quiet');
  }

  /** Draws with the cell that is selected. */
  #enter() {
    const { draft, side } = this;
    const { setting } = draft;
    const { active } = draft.now.selection;
    const { stroke, pending, tool } = setting.now;
    const [row, column] = [Math.floor(active / side), active % side];
    if (isBrush(tool)) {
      brushAt(draft, [column + 0.5, row + 0.5], active);
      if (tool !== 'brush/line') drawnBy(draft);
      else if (stroke.length && stroke.at(-1) === active) drawnBy(draft);
      else setting.set({ stroke: [...stroke, active] });
      return;
    }
    const shape = draft.tool?.shape;
    if (!shape || shape === 'text' || shape === 'board') {
      this.pick([column + 0.5, row + 0.5], draft.rules.flatMap((drawn, index) => (cellsOf(drawn, side).includes(active) ? [index] : [])));
    } else if (pending?.shape === 'clone') {
      this.#placeCopy(active);
    } else if (shape === 'quad') {
      if (row < side - 1 && column < side - 1) this.finish({ cells: [active] });
      else draft.app.say(t('set.quad.edge'), 'bad');
    } else if (shape === 'outside' || shape === 'diagonal') {
      this.#enterBeside(active);
    } else if (shape === 'marks') {
      this.finish({ cells: [active] });
    } else if (stroke.at(-1) === active) {
      this.finish({ cells: stroke });
    } else {
      const isGroup = shape === 'cage' || shape === 'cells' || shape === 'regions';
      const after = isGroup && stroke.includes(active) ? stroke.filter((cell) => cell !== active) : [...stroke, active];
      setting.set({ stroke: after, picked: null });
      if (shape === 'pair' && after.length === 2) this.finish({ cells: after });
      else this.#sayStroke();
    }
  }

  /** Puts a clue beside a cell of the edge; pressed again, beside the next edge of a corner. @param {number} cell */
  #enterBeside(cell) {
    const { draft, side } = this;
    /** @type {Partial<Drawn>[]} */
    const places = besidesOf(cell, side, draft.tool?.shape === 'diagonal');
    if (!places.length) {
      draft.app.say(t('set.beside.edge'), 'bad');
      return;
    }
    const { pending } = draft.setting.now;
    const before = places.findIndex((place) => pending && pending.side === (place.side ?? null) && pending.direction === (place.direction ?? null));
    this.finish(places[(before + 1) % places.length]);
  }

  /** What takes the pointer: the picture of the board, and the places beside it while clues are drawn there. */
  #ground() {
    const { style, classList } = this.board.element;
    if (classList.contains('ringed')) return svg('rect', { class: 'ground', x: -RING / 2, y: -RING / 2, width: this.side + RING, height: this.side + RING });
    const [left, top, width, height] = ['left', 'top', 'across', 'down'].map((name) => Number(style.getPropertyValue(`--${name}`)));
    return svg('rect', { class: 'ground', x: -left, y: -top, width: width || this.side, height: height || this.side });
  }

  /** Shows what is selected and what is being drawn. */
  render() {
    const { draft, side, isActive } = this;
    const { tool, stroke, picked, pending } = draft.setting.now;
    const shape = draft.tool?.shape;
    const isBeside = isActive && (shape === 'outside' || shape === 'diagonal');
    update(this.root, { viewBox: `-1 -1 ${side + 2} ${side + 2}`, 'data-active': isActive ? 'true' : null, 'data-tool': tool });
    this.board.element.classList.toggle('ringed', isBeside);
    const letters = draft.state.sketch ?? (isActive && shape === 'regions' ? draft.letters : null);
    /** @type {SVGElement[]} */
    const parts = letters ? sketch(letters, side) : [];
    if (isActive) {
      this.#measure();
      parts.unshift(this.#ground(), ...(isBeside ? ring(side, shape === 'diagonal') : []));
      const selected = picked === null ? undefined : draft.rules[picked];
      if (selected) parts.push(...frame('picked', selected, side));
      if (pending) parts.push(...frame('pending', pending, side));
      const copy = pending?.shape === 'clone' && this.hover && movedTo(pending.cells, cellAt(this.hover, side), side);
      if (copy) parts.push(group('preview', copy, side));
      if (stroke.length) parts.push(...strokeMarks(shape ?? tool?.replace('brush/', '') ?? '', stroke, side));
      else if (this.hover && !this.begun && !pending) parts.push(...preview(shape, this.hover, side));
    }
    this.root.replaceChildren(...parts);
  }
}
