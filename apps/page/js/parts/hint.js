/**
 * The sheet beside the board of a game: the hint that says more with each press, all steps, and why a digit cannot be.
 * @module
 *
 * @typedef {import('../engine/api.js').Step} Step
 */

import { withStep } from '../model/moves.js';
import { candidatesByHouses, cellOf, digitsOf, nameOf, remaining, toQuestion } from '../model/puzzle.js';
import { inEnglish, levelText, t } from '../words/words.js';
import { h, update } from './dom.js';
import { icon } from './icons.js';
import { lessonOf, nameOfTechnique, notationOf, stepPanel } from './step.js';

/** The grades, each of which says more. @type {import('../engine/api.js').Schemas['Grade'][]} */
const GRADES = ['area', 'technique', 'cells', 'full'];

/** What asks for the grade after each. @type {import('../words/words.js').Key[]} */
const MORE = ['step.more.technique', 'step.more.cells', 'step.more.full'];

/**
 * Returns a puzzle with what is left in each cell.
 * @param {import('../store/desk.js').Desk} desk
 */
const questionOf = ({ state }) => toQuestion(state, remaining(state, candidatesByHouses(state)));

export class HintSheet {
  /**
   * @param {import('../store/app.js').App} app
   * @param {import('../store/desk.js').Desk} desk
   * @param {{told: (technique?: string) => void}} options called with each hint, and with the technique of one in full
   */
  constructor(app, desk, { told }) {
    this.app = app;
    this.desk = desk;
    this.told = told;
    /** The number of grades that were asked for. */
    this.shown = 0;
    /** Whether this hint was counted. */
    this.isTold = false;
    /** The step that is shown in full. @type {Step|null} */
    this.step = null;
    /** What the sheet asks about the selected cell, while it does. @type {(() => void)|null} */
    this.asking = null;
    this.title = h('h2', {});
    this.content = h('div.content', {});
    this.grow = h('button.plain.grow', { click: () => this.#size(this.element.classList.contains('tall') ? 'low' : 'tall') }, icon('down'));
    this.element = h('section.card.hint', { hidden: true, 'aria-label': t('hint') },
      h('header', {}, this.title, h('div.ends', {}, this.grow,
        h('button.plain', { 'aria-label': t('close'), click: () => this.close() }, icon('close')))),
      this.content);
    this.#size('');
    this.leave = desk.follow((now, before) => {
      if (now.state !== before.state) this.#hide();
      else if (now.selection !== before.selection) this.asking?.();
    });
  }

  /**
   * Makes the sheet tall, to read it, or low, to see the whole board, where it lies over the board.
   * @param {'tall'|'low'|''} size
   */
  #size(size) {
    for (const name of ['tall', 'low']) this.element.classList.toggle(name, name === size);
    update(this.grow, { 'aria-expanded': `${size === 'tall'}`, 'aria-label': t(size === 'tall' ? 'step.lower' : 'step.taller') });
  }

  /**
   * Fills the sheet.
   * @param {import('./dom.js').Child} title
   * @param {...(import('./dom.js').Child|import('./dom.js').Child[])} content
   */
  #show(title, ...content) {
    this.asking = null;
    this.title.replaceChildren(title instanceof Node ? title : `${title}`);
    this.content.replaceChildren(h('div.inner', {}, ...content));
    this.element.hidden = false;
    if (this.element.classList.contains('low')) this.#size('');
    this.element.scrollTop = 0;
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Returns the parts of the sheet about a step.
   * @param {Step} step
   * @param {import('./dom.js').Child} [back] a button that leads back
   */
  #about(step, back = null) {
    this.step = step;
    return [
      stepPanel(this.desk, step),
      h('div.bar.pinned', {},
        h('button.main', { click: () => this.app.attempt(() => this.apply()) }, t('hint.apply')), back,
        h('a.button', { href: lessonOf(step.technique) }, t('step.lesson'))),
    ];
  }

  /**
   * Shows a step on the board, with the candidates that the rules leave too.
   * @param {Step} step
   */
  async #draw(step) {
    const { app, desk } = this;
    desk.showStep(step);
    if (!desk.state.board.rules.length) return;
    const answer = await app.questions.ask('play/left', 'candidates', toQuestion(desk.state));
    if (answer && desk.now.step === step) desk.mark({ left: remaining(desk.state, answer.candidates) });
  }

  /** Shows the next grade of the hint. */
  more() {
    return this.app.attempt(async () => {
      const { app, desk } = this;
      if (desk.now.shown || desk.now.isPaused) return;
      const { without } = app.settings.now;
      // A press while the one before is not answered asks for the grade after it.
      const number = Math.min(this.shown + 1, GRADES.length);
      this.shown = number;
      const grade = GRADES[number - 1];
      const answer = await app.questions.ask('play/hint', 'hint', { ...questionOf(desk), ...(without.length && { without }), grade }, t('busy.hint'));
      if (!answer) {
        if (this.shown === number) this.shown = number - 1;
        return;
      }
      const isHint = answer.status === 'step' || answer.status === 'mistake';
      if (!isHint) this.shown = 0;
      if (isHint && !this.isTold) this.told();
      this.isTold = isHint;
      const cells = new Set(answer.cells.map((name) => cellOf(name, desk.state.board.side)));
      desk.clearLook();
      if (answer.status === 'mistake') desk.mark({ wrong: cells });
      else desk.mark({ marked: cells });
      // It stands in the sheet, and is heard besides.
      app.say(answer.text.split('\n')[0], answer.status === 'mistake' ? 'bad' : 'quiet', { isOfEngine: true });
      if (answer.step) {
        this.told(answer.step.technique);
        this.#show(nameOfTechnique(answer.step.technique), ...this.#about(answer.step));
        await this.#draw(answer.step);
        return;
      }
      this.step = null;
      this.#show(isHint ? t('step.grade', { n: number, all: GRADES.length }) : t('hint'), h('p.lines', inEnglish(), answer.text),
        isHint && h('div.bar', {}, h('button.main', { click: () => this.more() }, t(MORE[number - 1] ?? 'hint.more'))));
    });
  }

  async apply() {
    const { app, desk, step } = this;
    if (!step) return;
    const { candidates } = step.eliminations.length ? ((await app.questions.ask('play/apply', 'candidates', toQuestion(desk.state))) ?? { candidates: null }) : { candidates: [] };
    if (!candidates) return;
    desk.change(step.technique, withStep(desk.state, step, candidates));
    app.say(t('hint.applied', { what: step.text }));
  }

  /** Lists all steps that are possible, technique by technique as they are found. */
  list() {
    return this.app.attempt(() => this.#list(false));
  }

  /** @param {boolean} all whether rare techniques are searched too */
  async #list(all) {
    const { app, desk } = this;
    if (desk.now.shown || desk.now.isPaused) return;
    const { without } = app.settings.now;
    desk.clearLook();
    this.shown = 0;
    const text = h('p', { role: 'status' }, t('step.searching', { n: 0 }));
    const groups = h('div.groups', {});
    const stop = h('button', { click: () => app.questions.cancel('play/steps') }, t('step.stop'));
    const rare = h('label.check', {}, h('input.switch', { type: 'checkbox', role: 'switch', checked: all, change: (/** @type {Event} */ event) =>
      app.attempt(() => this.#list(/** @type {HTMLInputElement} */ (event.target).checked)) }), ` ${t('step.rare')}`);
    const show = () => {
      this.step = null;
      this.#show(t('more.steps'), text, groups, h('div.bar', {}, rare, stop));
    };
    const open = (/** @type {Step} */ step) => {
      app.attempt(() => this.#draw(step));
      this.told(step.technique);
      this.#show(step.technique, ...this.#about(step, h('button', { click: () => {
        desk.clearLook();
        show();
      } }, t('step.back'))));
    };
    show();
    let found = 0;
    let end = '';
    let isStopped = false;
    for await (const line of app.questions.lines('play/steps', 'steps', { ...questionOf(desk), all }, { wasEnded: () => {
      isStopped = true;
    } })) {
      if ('status' in line) {
        end = line.status === 'complete' ? t('step.listed', { n: found }) : t('step.stopped', { n: found });
      } else if (!without.includes(line.technique)) {
        const { technique, level, count, steps } = line;
        const number = steps.length < count ? t('step.first', { n: steps.length, all: count }) : `${count}`;
        groups.append(h('details', { open: !found }, h('summary', {}, h('strong', inEnglish(), technique), ` ${number} `, h('small', {}, levelText(level))),
          // The name of the technique is above.
          h('ul', {}, steps.map((step) => h('li', {}, h('button.link', { click: () => open(step), ...inEnglish() }, notationOf(step)))))));
        found += count;
        text.textContent = t('step.searching', { n: found });
      }
    }
    stop.hidden = true;
    text.textContent = isStopped ? t('step.stopped', { n: found }) : end;
  }

  /** Asks for a digit of the selected cell, and says why it cannot be there. */
  askWhyNot() {
    const { desk } = this;
    if (desk.now.shown || desk.now.isPaused) return;
    desk.clearLook();
    this.shown = 0;
    this.step = null;
    const ask = () => {
      const { state, selection: { active } } = desk.now;
      const left = candidatesByHouses(state)[active];
      this.#show(t('step.whyNot', { cell: nameOf(active, state.board.side) }), h('p.soft', {}, t('step.whyNot.text')),
        h('div.digits', {}, digitsOf(state.board).map((digit) =>
          h(left.includes(digit) ? 'button.possible' : 'button', { click: () => this.app.attempt(() => this.#whyNot(active, digit)) }, this.app.show(digit)))));
      this.asking = ask;
    };
    ask();
  }

  /**
   * @param {number} cell
   * @param {number} digit
   */
  async #whyNot(cell, digit) {
    const { app, desk } = this;
    const { state } = desk;
    const answer = await app.questions.ask('play/why-not', 'why-not', { ...toQuestion(state), placed: null, cell: nameOf(cell, state.board.side), digit }, t('step.busy.whyNot'));
    if (!answer) return;
    const again = h('button', { click: () => this.askWhyNot() }, t('step.another'));
    const cases = answer.cases.map(({ depth, text }) => h('li', { 'data-depth': Math.min(depth, 6), ...inEnglish() }, text));
    desk.clearLook();
    app.say(answer.text.split('\n')[0], 'quiet', { isOfEngine: true });
    const title = t('step.whyNot.title', { cell: nameOf(cell, state.board.side), digit: app.show(digit) });
    this.#show(title, answer.step ? stepPanel(desk, answer.step) : h('p.lines', inEnglish(), answer.text), cases.length ? h('ol.cases', {}, cases) : null, h('div.bar', {}, again));
    if (answer.step) await this.#draw(answer.step);
  }

  #hide() {
    this.app.questions.cancel('play/steps');
    this.app.questions.cancel('play/hint');
    this.shown = 0;
    this.isTold = false;
    this.step = null;
    this.asking = null;
    this.element.hidden = true;
    this.#size('');
  }

  /** Closes the sheet. */
  close() {
    if (!this.element.hidden) this.desk.clearLook();
    this.#hide();
  }
}
