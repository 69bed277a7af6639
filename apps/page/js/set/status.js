/**
 * What is known of the puzzle, in lines that keep their place: the number of its solutions, its level, what it does not
 * need, and why it has none or several.
 * @module
 *
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {import('./live.js').Live} Live
 * @typedef {{kind: 'good'|'bad'|'plain'|'asking', text: string, action?: {label: string, work: () => void}}} Line
 */

import { cellOf } from '../model/puzzle.js';
import { dialog } from '../parts/dialog.js';
import { h, update } from '../parts/dom.js';
import { levelText, t } from '../words/words.js';

/** Returns a number with its digits in groups. @param {string} digits */
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** How long solutions are counted on demand, in milliseconds. */
const LONG = 60_000;

export class Status {
  /**
   * @param {Draft} draft
   * @param {Live} live
   */
  constructor(draft, live) {
    this.draft = draft;
    this.live = live;
    this.lines = ['solutions', 'level', 'needs'].map((name) => {
      const text = h('span.text', {});
      const action = h('button.link', { hidden: true });
      return { name, text, action, work: () => {}, element: h('div.line', { 'data-line': name }, h('span.lamp', { 'aria-hidden': 'true' }), text, action) };
    });
    for (const line of this.lines) line.action.addEventListener('click', () => line.work());
    this.element = h('section.card.status', { 'aria-label': t('set.status') }, this.lines.map(({ element }) => element));
    this.leave = [live.follow(() => this.render()), draft.follow(() => this.render())];
    this.render();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** @param {string} why @returns {Line} */
  #late(why) {
    return { kind: 'plain', text: t('set.late', { why }), action: { label: t('set.again'), work: () => this.live.run() } };
  }

  /** @returns {Line[]} */
  #told() {
    const { live, draft } = this;
    const { solve, count, rate, redundant, diagnose } = live.now;
    /** @type {Line} */
    const asking = { kind: 'asking', text: t('set.asking') };
    /** @type {Line} */
    const none = { kind: 'plain', text: '' };
    if (solve.state === 'late') return [this.#late(solve.why), none, none];
    if (solve.state !== 'known') return [asking, none, none];
    const { status } = solve.answer;
    if (status === 'unique') {
      /** @type {Line} */
      const first = solve.answer.stated
        ? { kind: 'bad', text: t('set.statedWrong', { why: solve.answer.stated }) }
        : { kind: 'good', text: t('set.one') };
      return [first, this.#level(rate), this.#needs(redundant)];
    }
    const why = diagnose.state === 'known'
      ? { kind: /** @type {const} */ ('plain'), text: status === 'several' ? t('set.differ', { n: diagnose.answer.cells.length }) : capital(diagnose.answer.text), action: { label: t('set.why'), work: () => reasonDialog(draft, diagnose.answer) } }
      : diagnose.state === 'late' ? this.#late(diagnose.why) : asking;
    if (status !== 'several') return [{ kind: 'bad', text: status === 'invalid' ? capital(solve.answer.reason ?? t('set.none')) : t('set.none') }, why, none];
    return [this.#several(count), why, this.#open()];
  }

  /** @param {import('./live.js').Known['count']} count @returns {Line} */
  #several(count) {
    if (count.state !== 'known' || count.answer.count === '0') return { kind: 'bad', text: t('set.several') };
    const { count: digits, isExact } = count.answer;
    const n = grouped(digits);
    if (isExact) return { kind: 'bad', text: t('set.counted', { count: n }) };
    const action = this.live.now.isCounting
      ? { label: t('cancel'), work: () => this.live.stopCounting() }
      : { label: t('set.countOn'), work: () => this.live.count(LONG) };
    return { kind: 'bad', text: t('set.atLeast', { count: n }), action };
  }

  /** What is known of the digits in solutions, while they are shown. @returns {Line} */
  #open() {
    const { candidates, showsCandidates } = this.live.now;
    if (!showsCandidates || candidates.state === 'idle') return { kind: 'plain', text: '' };
    if (candidates.state === 'late') return this.#late(candidates.why);
    if (candidates.state === 'asking') return { kind: 'asking', text: t('set.asking') };
    const { cells } = candidates.answer;
    return { kind: 'plain', text: t('set.open', { n: cells.filter(({ digits }) => digits.length > 1).length, all: cells.length }) };
  }

  /** @param {import('./live.js').Known['rate']} rate @returns {Line} */
  #level(rate) {
    if (rate.state === 'late') return this.#late(rate.why);
    if (rate.state !== 'known') return { kind: 'asking', text: t('set.asking') };
    const { level, se, hardest, steps, text } = rate.answer;
    const parts = [level && levelText(level), se && steps && t('set.se', { rating: se }), hardest && steps && t('set.hardest', { technique: hardest })];
    return { kind: 'good', text: parts.filter(Boolean).join(' · ') || text };
  }

  /** @param {import('./live.js').Known['redundant']} redundant @returns {Line} */
  #needs(redundant) {
    if (redundant.state === 'late') return this.#late(redundant.why);
    if (redundant.state !== 'known') return { kind: 'asking', text: t('set.asking') };
    const { redundant: givens, redundant_rules: rules, undecided = [], undecided_rules = [] } = redundant.answer;
    const open = undecided.length + undecided_rules.length;
    if (!givens.length && !rules.length) return { kind: open ? 'plain' : 'good', text: open ? t('set.needsOpen', { n: open }) : t('set.needsAll') };
    const parts = [givens.length && t('set.spare.givens', { n: givens.length }), rules.length && t('set.spare.rules', { n: rules.length })];
    return { kind: 'plain', text: t('set.spare', { what: parts.filter(Boolean).join(', ') }), action: { label: t('set.show'), work: () => spareDialog(this.draft, redundant.answer) } };
  }

  render() {
    this.#told().forEach((told, index) => {
      const line = this.lines[index];
      if (line.text.textContent !== told.text) line.text.textContent = told.text;
      update(line.element, { 'data-kind': told.kind, title: told.text || null });
      line.work = told.action?.work ?? (() => {});
      line.action.hidden = !told.action;
      if (told.action && line.action.textContent !== told.action.label) line.action.textContent = told.action.label;
    });
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Says why there is no solution, or why there are several, with the changes that leave one.
 * @param {Draft} draft
 * @param {import('../engine/api.js').Answers['diagnose']} answer
 */
async function reasonDialog(draft, answer) {
  const { side } = draft.state.board;
  draft.clearLook();
  draft.mark({ marked: new Set(answer.cells.map((name) => cellOf(name, side))) });
  const { repairs = [], rule_repairs: ruleRepairs = [], rules = [] } = answer.conflict ?? {};
  const texts = draft.state.layout.rules.map(({ text }) => text);
  const changes = [
    ...ruleRepairs.map(({ rule, to }) => ({
      label: to === null ? t('set.fix.dropRule', { rule }) : t('set.fix.rule', { rule, to }),
      work: () => (to === null ? draft.remove(texts.indexOf(rule)) : draft.replaceText(texts.indexOf(rule), to)),
    })),
    ...repairs.map(({ cell, digit, to }) => ({
      label: to === null ? t('set.fix.dropGiven', { cell, digit }) : t('set.fix.given', { cell, digit, to }),
      work: () => {
        const givens = draft.state.givens.slice();
        givens[cellOf(cell, side)] = to ?? draft.state.board.values[0] - 1;
        draft.change(t('set.did.fixed'), { ...draft.state, givens });
      },
    })),
  ].slice(0, MOST_CHANGES);
  const value = await dialog(t('set.why.title'), [
    h('p.lines', {}, capital(answer.lines.filter((line) => !rules.includes(line.trim())).join('\n'))),
    rules.length ? h('ul.conflicting', {}, rules.map((rule) => h('li', {}, h('button.link', { click: (/** @type {Event} */ event) => {
      draft.setting.set({ tab: 'rules', picked: texts.indexOf(rule), pending: null });
      /** @type {HTMLElement} */ (event.target).closest('dialog')?.close();
    } }, rule)))) : null,
    changes.length ? h('h3', {}, t('set.fix')) : null,
  ], changes.map(({ label }, index) => ({ label, value: `${index}` })), { kind: 'tall' });
  changes[Number(value || NaN)]?.work();
}

/** The most changes that are offered. */
const MOST_CHANGES = 8;

/**
 * Names the givens and the rules that the puzzle does not need.
 * @param {Draft} draft
 * @param {import('../engine/api.js').Answers['redundant']} answer
 */
async function spareDialog(draft, answer) {
  const { side } = draft.state.board;
  draft.clearLook();
  draft.mark({ marked: new Set(answer.redundant.map(({ cell }) => cellOf(cell, side))) });
  const givens = answer.redundant.map(({ cell, digit }) => `${cell}=${digit}`).join(', ');
  const value = await dialog(t('set.spare.title'), [
    h('p', {}, t('set.spare.text')),
    givens ? h('p', {}, givens) : null,
    answer.redundant_rules.length ? h('ul', {}, answer.redundant_rules.map((rule) => h('li', {}, rule))) : null,
  ], [{ label: t('set.minimize'), value: 'minimize' }]);
  if (value) await minimize(draft);
}

/** Removes the givens and the rules that are not needed, one after the other. @param {Draft} draft */
export function minimize(draft) {
  const { app } = draft;
  return app.attempt(async () => {
    const before = draft.state;
    const answer = await app.questions.ask('set/minimize', 'minimize', { ...toWhole(draft), seed: Date.now() % 100_000 }, t('set.busy.minimize'));
    if (!answer || draft.state.givens !== before.givens || draft.state.layout !== before.layout) return;
    if (answer.status !== 'unique') {
      app.say(t('set.minimize.several'), 'bad');
      return;
    }
    if (!answer.removed.length && !answer.removed_rules.length) {
      app.say(t('set.needsAll'), 'good');
      return;
    }
    await draft.edit(t('set.did.minimized'), () => ({ texts: answer.rules }), { givens: answer.givens });
    app.say(t('set.minimized', { givens: answer.removed.length, rules: answer.removed_rules.length }), 'good');
  });
}

/** Returns the puzzle without entries, as the engine takes it. @param {Draft} draft */
function toWhole({ state: { board, givens, allowed } }) {
  return { board, givens, ...(allowed && { allowed }) };
}
