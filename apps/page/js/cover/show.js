/**
 * Dancing links at work: a trace, and the controls to walk along it.
 * @module
 */

import { h, isField, svg, update } from '../parts/dom.js';
import { t } from '../words/words.js';
import { trace } from './dance.js';
import { Stage } from './stage.js';

/** Milliseconds between two steps at the lowest speed. */
const SLOWEST = 1600;

/** The problems that are offered. @type {('textbook'|'sudoku4'|'pentominoes'|'own')[]} */
const PROBLEMS = ['textbook', 'sudoku4', 'pentominoes', 'own'];

export class Show {
  /** @param {import('../store/app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Stage|null} */
    this.stage = null;
    this.timer = 0;
    this.isBegun = false;
    const press = (/** @type {() => void} */ work, /** @type {string} */ label) => h('button', { click: work }, label);
    this.problem = h('select', { change: () => this.choose() }, PROBLEMS.map((name) => h('option', { value: name }, t(`dance.${name}`))));
    this.own = h('textarea', { rows: 4, spellcheck: 'false' }, '12...........3.4');
    this.form = h('form', { hidden: true, submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.choose();
    } }, h('label', {}, h('span', {}, t('dance.ownText')), this.own), h('div.bar', {}, h('button', { type: 'submit' }, t('dance.show'))));
    this.first = press(() => this.jump(0), t('dance.first'));
    this.back = press(() => this.jump((this.stage?.at ?? 0) - 1), t('dance.back'));
    this.run = h('button.main', { click: () => this.toggle() }, t('dance.play'));
    this.forward = press(() => this.jump((this.stage?.at ?? 0) + 1), t('dance.forward'));
    this.last = press(() => this.jump(Infinity), t('dance.last'));
    this.speed = h('input', { type: 'range', min: 1, max: 10, value: 4 });
    this.place = h('input', { type: 'range', min: 0, max: 0, value: 0, input: () => this.jump(Number(this.place.value)) });
    this.words = h('p.happening', { role: 'status', 'aria-live': 'polite' });
    this.counters = h('dl.counters', {});
    this.proof = h('p.soft.proof', {});
    this.matrix = svg('svg', { class: 'matrix', role: 'img', 'aria-label': t('dance.matrix') });
    this.tree = svg('svg', { class: 'tree', role: 'img', 'aria-label': t('dance.tree') });
    this.board = svg('svg', { class: 'small-board', role: 'img', 'aria-label': t('dance.board') });
    this.element = h('div.dance', {},
      h('section.card', {},
        h('div.bar', {}, h('label.check', {}, t('dance.problem'), this.problem), this.first, this.back, this.run, this.forward, this.last, h('label.check', {}, t('dance.speed'), this.speed)),
        h('label.check', {}, t('dance.step'), this.place), this.form, this.words, this.counters, this.proof, h('p.soft', {}, t('dance.keys'))),
      h('section.card.on-board', {}, this.board),
      h('section.card', {}, h('h2', {}, t('dance.matrixTitle')), h('p.soft', {}, t('dance.matrixText')), h('div.scroll', { tabindex: 0, role: 'region', 'aria-label': t('dance.matrix') }, this.matrix)),
      h('section.card', {}, h('h2', {}, t('dance.tree')), h('div.scroll', { tabindex: 0, role: 'region', 'aria-label': t('dance.tree') }, this.tree)));
    this.leaving = new AbortController();
    /** The steps that keys lead to. @type {Record<string, () => void>} */
    const keys = {
      ' ': () => this.toggle(),
      ArrowLeft: () => this.jump((this.stage?.at ?? 0) - 1),
      ArrowRight: () => this.jump((this.stage?.at ?? 0) + 1),
      Home: () => this.jump(0),
      End: () => this.jump(Infinity),
    };
    document.addEventListener('keydown', (event) => {
      // A slider with the focus is operated by the same keys, and a button by Space.
      const isOperated = event.target instanceof HTMLInputElement || (event.target instanceof HTMLButtonElement && event.key === ' ');
      const key = keys[event.key];
      if (!key || !this.element.isConnected || this.element.closest('[hidden]') || isOperated || isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      key();
    }, { signal: this.leaving.signal });
  }

  /** Shows the first problem, the first time. */
  begin() {
    if (this.isBegun) return;
    this.isBegun = true;
    this.choose();
  }

  /** Ends it. */
  close() {
    this.pause();
    this.leaving.abort();
  }

  /** Shows the problem that is chosen. */
  choose() {
    const name = /** @type {typeof PROBLEMS[number]} */ (this.problem.value);
    this.form.hidden = name !== 'own';
    return this.app.attempt(async () => {
      this.pause();
      // What the engine found of the problem before is not said of this one.
      this.proof.textContent = '';
      const problem = await this.app.questions.ask('cover/dance', 'problem', name === 'own' ? { text: this.own.value } : { name });
      if (!problem) return;
      const all = trace(problem);
      this.stage = new Stage(problem, all);
      this.place.max = `${all.happenings.length}`;
      const covers = all.covers.length;
      const isSame = covers === problem.solutions && all.nodes === problem.nodes && JSON.stringify(all.covers[0] ?? []) === JSON.stringify(problem.first);
      this.proof.dataset.same = `${isSame}`;
      this.proof.textContent = isSame
        ? t('dance.same', { n: covers, nodes: all.nodes })
        : t('dance.differs', { covers, nodes: all.nodes, own: problem.solutions, ownNodes: problem.nodes });
      this.go(0);
    });
  }

  /** @param {number} place */
  go(place) {
    const { stage } = this;
    if (!stage) return;
    const last = stage.trace.happenings.length;
    stage.go(Math.min(Math.max(place, 0), last));
    this.place.value = `${stage.at}`;
    update(this.place, { 'aria-valuetext': t('dance.at', { at: stage.at, last }) });
    // While it plays, a screen reader could not keep up: it is told where it stops.
    update(this.words, { 'aria-live': this.timer ? 'off' : 'polite' });
    this.words.textContent = `${t('dance.at', { at: stage.at, last })}. ${stage.words()}`;
    this.first.disabled = this.back.disabled = stage.at === 0;
    this.last.disabled = this.forward.disabled = stage.at === last;
    const { nodes, updates, solutions } = stage.counters;
    const open = stage.problem.items.length - stage.covered.size;
    const figures = /** @type {const} */ ([['nodes', nodes], ['updates', updates], ['solutions', solutions], ['level', stage.taken.size], ['open', open]]);
    this.counters.replaceChildren(...figures.map(([name, value]) => h('div', {}, h('dt', {}, t(`dance.${name}`)), h('dd', {}, value))));
    stage.drawMatrix(this.matrix);
    stage.drawTree(this.tree);
    const section = /** @type {HTMLElement} */ (this.board.parentElement);
    section.hidden = !stage.problem.board;
    stage.drawBoard(this.board);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.run.textContent = t('dance.play');
  }

  toggle() {
    if (this.timer) {
      this.pause();
      this.go(this.stage?.at ?? 0);
      return;
    }
    if (this.stage && this.stage.at === this.stage.trace.happenings.length) this.go(0);
    this.run.textContent = t('dance.pause');
    this.#next();
  }

  #next() {
    this.timer = window.setTimeout(() => {
      const { stage } = this;
      if (!stage) return;
      if (stage.at + 1 >= stage.trace.happenings.length) this.pause();
      this.go(stage.at + 1);
      if (this.timer) this.#next();
    }, SLOWEST / Number(this.speed.value) ** 1.6);
  }

  /** Stops playing, and goes there. @param {number} place */
  jump(place) {
    this.pause();
    this.go(place);
  }
}
