/**
 * Solving: what the givens and rules allow, and the path to the solution step by step.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {{state: State, format: string, leftOut: string[]}} Puzzle
 */

import { Board } from '../board/board.js';
import { Entry } from '../board/entry.js';
import { Keypad } from '../board/keypad.js';
import { statesAlong } from '../model/path.js';
import { withSolution, withTrueCandidates } from '../model/moves.js';
import { blankState, cellOf, countDigits, remaining, toQuestion, withGivensAlone } from '../model/puzzle.js';
import { menu } from '../parts/dialog.js';
import { h, isField, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { grouped } from '../parts/numbers.js';
import { rulesCard } from '../parts/rules.js';
import { lessonOf, nameOfTechnique, notationOf, stepPanel } from '../parts/step.js';
import { Desk } from '../store/desk.js';
import { anySeed, generated } from '../store/making.js';
import { inEnglish, levelText, t } from '../words/words.js';

/** The most cells that are named. */
const MOST_NAMED = 12;

/**
 * Returns the first names of a list, and the number of the others.
 * @param {string[]} names
 */
export function named(names) {
  const more = names.length - MOST_NAMED;
  const list = names.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? t('solve.more', { list, n: more }) : list;
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export async function mount(root, app) {
  document.title = `${t('solve.title')} · Sudoku`;
  const taken = app.taken();
  const text = app.carriedText;
  app.carriedText = '';
  const blank = async () => blankState(await app.layout({ side: 9 }));
  const desk = new Desk(app, taken ?? (await blank()), 'solve');
  const board = new Board(app, desk);
  /** The puzzles of the text that was read last, and the one that is shown. @type {Puzzle[]} */
  let puzzles = [];
  let at = 0;
  let hasMore = false;
  /** The explanation, while it is shown. @type {{steps: import('../engine/api.js').Step[], states: State[], at: number}|null} */
  let path = null;

  const entry = new Entry(app, board, { undo: () => desk.undo(), redo: () => desk.redo() }, { modes: [] });
  const keypad = new Keypad(app, entry);
  const title = h('h1', {});
  const facts = h('p.facts', {});
  const rules = rulesCard(app);
  const answer = h('section.card.answer', { hidden: true, 'aria-live': 'polite' });
  const area = h('textarea', { rows: 3, spellcheck: 'false', 'aria-label': t('home.paste'), placeholder: t('home.paste') });
  const file = h('input', { type: 'file', hidden: true, change: () => app.attempt(async () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen) await take(await chosen.text());
  }) });
  const opening = h('section.card.open', {}, h('p.soft', {}, t('solve.open.text')), area, h('div.bar', {},
    h('button.main', { click: () => app.attempt(() => take(area.value)) }, t('home.read')),
    h('button', { click: () => file.click() }, t('home.file')),
    h('button', { click: () => app.attempt(async () => {
      const state = await generated(app, { level: 'hard', seed: anySeed() });
      if (state) open([{ state, format: '', leftOut: [] }], false);
    }) }, t('solve.random'))), file);
  const place = h('span', {});
  const before = h('button.plain', { 'aria-label': t('solve.before'), click: () => turnTo(at - 1) }, icon('back'));
  const after = h('button.plain', { 'aria-label': t('solve.after'), click: () => turnTo(at + 1) }, icon('arrow'));
  const reader = h('div.reader', { hidden: true }, before, place, after);
  const another = h('button.plain', { 'aria-label': t('solve.open'), title: t('solve.open'), 'aria-expanded': 'false', click: () => {
    opening.hidden = !opening.hidden;
    render();
    if (!opening.hidden) area.focus();
  } }, icon('upload'));

  const ask = (/** @type {() => Promise<unknown>} */ work) => () => app.attempt(work);
  const main = /** @type {const} */ ([['solve', solve], ['explain', explain], ['rate', rate], ['count', count]])
    .map(([name, work]) => h(name === 'explain' ? 'button.main' : 'button', { click: ask(work) }, t(`solve.${name}`)));
  const more = menu('dots', t('more'), () => [
    { label: t('solve.why'), work: ask(why) },
    { label: t('solve.true'), work: ask(trueCandidates) },
    { label: t('solve.redundant'), work: ask(redundant) },
    null,
    { label: t('solve.play'), work: ask(() => play(desk.state)) },
    { label: t('solve.edit'), work: () => app.carry('set', desk.state) },
    { label: t('more.reset'), work: () => {
      desk.change(t('did.reset'), withGivensAlone(desk.state));
      app.say(t('reset.done'));
    } },
    { label: t('solve.clear'), work: ask(async () => {
      puzzles = [];
      desk.open(await blank());
      app.say(t('solve.empty'));
    }) },
  ]);
  const questions = h('div.questions', { role: 'group', 'aria-label': t('solve.title') }, main, more);

  const list = h('ol.path-list', { 'aria-label': t('solve.path.list'), tabindex: -1 });
  const where = h('h2', {});
  const about = h('div.about-step', { 'aria-live': 'polite' });
  const control = (/** @type {import('../parts/icons.js').IconName} */ picture, /** @type {'first'|'back'|'next'|'last'} */ name, /** @type {() => number} */ target) =>
    h('button.tool', { 'aria-label': t(`solve.path.${name}`), click: () => go(target()) }, icon(picture));
  const first = control('first', 'first', () => 0);
  const back = control('back', 'back', () => (path?.at ?? 0) - 1);
  const next = control('arrow', 'next', () => (path?.at ?? 0) + 1);
  const last = control('last', 'last', () => path?.steps.length ?? 0);
  const explanation = h('section.card.path', { hidden: true, 'aria-label': t('solve.path') },
    h('header', {}, where, h('div.ends', {},
      h('button.plain.listing', { 'aria-label': t('solve.path.list'), 'aria-pressed': 'false', click: (/** @type {Event} */ event) => {
        const isListed = explanation.classList.toggle('listed');
        update(/** @type {Element} */ (event.currentTarget), { 'aria-pressed': `${isListed}` });
        go(path?.at ?? 0);
      } }, icon('list')),
      h('button.plain', { 'aria-label': t('close'), click: () => leavePath() }, icon('close')))),
    list, about,
    h('div.controls', {}, first, back, next, last, h('button', { click: ask(async () => {
      if (path) await play({ ...path.states[path.at], isLocked: true });
    }) }, t('solve.path.play'))));

  const side = h('aside.side', { 'aria-label': t('play.side') },
    h('header.about', {}, h('div', {}, title, facts), h('div.ends', {}, reader, another)),
    h('div.info', {}, opening, rules.element, explanation, answer), h('div.bottom', {}, keypad.element, questions));
  root.replaceChildren(h('div.play.solve', {}, h('section.stage', { 'aria-label': t('board.label') }, board.element), side));

  /**
   * Reads a text in any format, and opens its first puzzle.
   * @param {string} words
   */
  async function take(words) {
    if (!words.trim()) return;
    const read = await app.read(words);
    if (read) open(read.puzzles, read.hasMore);
  }

  /**
   * @param {Puzzle[]} found
   * @param {boolean} isPart whether the text has more of them
   */
  function open(found, isPart) {
    [puzzles, hasMore] = [found, isPart];
    turnTo(0);
    opening.hidden = true;
    area.value = '';
    render();
    board.focus();
  }

  /** Opens one of the puzzles. @param {number} index */
  function turnTo(index) {
    at = Math.min(Math.max(index, 0), puzzles.length - 1);
    const { state, format, leftOut } = puzzles[at];
    desk.open({ ...state, isLocked: true });
    if (!format) return;
    const lost = leftOut.length ? ` ${t('read.leftOut', { what: leftOut.join(', ') })}` : '';
    const n = countDigits(state.board, state.givens);
    app.say((state.allowed ? t('solve.readCandidates', { format }) : t('solve.readAs', { n, format })) + lost, leftOut.length ? 'bad' : 'plain');
  }

  /** @param {State} state */
  async function play(state) {
    await app.play({ ...state, isLocked: true });
  }

  /**
   * Shows an answer.
   * @param {string} words
   * @param {...(import('../parts/dom.js').Child|import('../parts/dom.js').Child[])} content
   */
  function tell(words, ...content) {
    isOfPuzzle = false;
    answer.hidden = false;
    answer.replaceChildren(h('header', {}, h('h2', {}, words), h('button.plain', { 'aria-label': t('close'), click: () => {
      desk.clearLook();
      forget();
    } }, icon('close'))), h('div', {}, ...content));
    answer.scrollIntoView({ block: 'nearest' });
  }

  /** Whether the answer is about the puzzle alone, whatever is entered. */
  let isOfPuzzle = false;

  /**
   * Shows an answer about the puzzle alone.
   * @param {Parameters<typeof tell>} content
   */
  function tellOfPuzzle(...content) {
    tell(...content);
    isOfPuzzle = true;
  }

  /** Removes the answer, which is about another state. */
  function forget() {
    answer.hidden = true;
    answer.replaceChildren();
  }

  /** The puzzle without what was entered. */
  const puzzle = () => ({ ...toQuestion(desk.state), placed: null });

  async function solve() {
    const { state } = desk;
    const found = await app.questions.ask('solve/solve', 'solve', { ...toQuestion(state), ...(state.stated && { stated: state.stated }) }, t('solve.busy.solve'));
    if (!found) return;
    const note = found.stated ? h('p', {}, t('solve.stated', { what: found.stated })) : null;
    if (found.status === 'invalid') {
      tell(t('solve.invalid'), h('p', inEnglish(), found.reason ?? ''));
    } else if (found.status === 'none') {
      tell(t('solve.none'), h('p', {}, t('solve.none.text')), note);
    } else if (found.status === 'several') {
      desk.clearLook();
      desk.mark({ asides: new Map(found.differing.map((name) => {
        const cell = cellOf(name, state.board.side);
        const [one, other] = [found.solution, found.second].map((solution) => app.show(solution?.[cell] ?? 0));
        return [cell, t('solve.or', { one, other })];
      })) });
      tell(t('solve.several'), h('p', {}, found.differing.length
        ? t('solve.several.text', { n: found.differing.length, cells: named(found.differing) }) : t('solve.several.regions')), note);
    } else if (found.solution) {
      desk.change(t('solve.did'), withSolution(state, found.solution, found.regions[0] ?? null));
      desk.tell();
      tell(t('solve.unique'), h('p', {}, t('solve.unique.text')), found.wrong.length ? h('p', {}, t('solve.corrected', { cells: named(found.wrong) })) : null, note);
    }
  }

  async function why() {
    const found = await app.questions.ask('puzzle/why', 'diagnose', puzzle(), t('solve.busy.why'));
    if (!found) return;
    desk.clearLook();
    if (found.status === 'unique') {
      // Its lines would be the solution.
      tellOfPuzzle(t('solve.why.unique'), h('p', {}, t('solve.why.unique.text')));
      return;
    }
    desk.mark({ marked: new Set(found.cells.map((name) => cellOf(name, desk.state.board.side))) });
    const lines = found.lines[0] === found.text ? found.lines : [found.text, ...found.lines];
    tellOfPuzzle(t(found.status === 'several' ? 'solve.why.several' : 'solve.why.none'), lines.map((line) => h('p', inEnglish(), line)));
  }

  async function trueCandidates() {
    const { state } = desk;
    const found = await app.questions.ask('puzzle/true', 'true-candidates', puzzle(), t('solve.busy.true'));
    if (!found) return;
    if (found.status === 'none' || found.status === 'invalid') {
      tellOfPuzzle(t('solve.none'), h('p', {}, t('solve.none.text')));
      return;
    }
    const { side: length } = state.board;
    desk.change(t('solve.did.true'), withTrueCandidates(state, new Map(
      found.cells.map(({ cell, digits }) => [cellOf(cell, length), digits.map(({ digit }) => digit)]),
    )));
    desk.tell();
    const several = found.cells.filter(({ digits }) => digits.length > 1);
    const rows = several.flatMap(({ cell, digits }) => [h('dt', {}, cell), h('dd', {}, digits.map(({ digit, count: number, complete }) =>
      t(complete ? 'solve.true.count' : 'solve.true.least', { digit: app.show(digit), count: grouped(number) })).join(', '))]);
    tellOfPuzzle(t('solve.true.title'), h('p', {}, several.length ? t('solve.true.text', { n: several.length }) : t('solve.true.one')),
      rows.length ? h('dl.facts-list', {}, rows) : null);
  }

  async function redundant() {
    const found = await app.questions.ask('puzzle/redundant', 'redundant', puzzle(), t('solve.busy.redundant'));
    if (!found) return;
    if (found.status !== 'unique') {
      tellOfPuzzle(t('solve.redundant.title'), h('p', {}, t('solve.redundant.several')));
      return;
    }
    const givens = found.redundant.map(({ cell }) => cell);
    const ofRules = found.redundant_rules;
    const isOpen = Boolean(found.undecided?.length || found.undecided_rules?.length);
    desk.clearLook();
    desk.mark({ marked: new Set(givens.map((name) => cellOf(name, desk.state.board.side))) });
    tellOfPuzzle(t('solve.redundant.title'),
      givens.length ? h('p', {}, t('solve.redundant.givens', { n: givens.length, cells: named(givens) })) : null,
      ofRules.length ? [h('p', {}, t('solve.redundant.rules', { n: ofRules.length })), h('ul', {}, ofRules.map((rule) => h('li', inEnglish(), rule)))] : null,
      !givens.length && !ofRules.length && !isOpen ? h('p', {}, t('solve.redundant.none')) : null,
      isOpen ? h('p', {}, t('solve.redundant.undecided')) : null);
  }

  async function rate() {
    const found = await app.questions.ask('puzzle/rate', 'rate', puzzle(), t('solve.busy.rate'));
    if (!found) return;
    const { level, score, hardest, steps, se } = found;
    if (level) desk.retitle({ level });
    desk.tell();
    const rows = [
      [t('solve.rate.level'), level && levelText(level)],
      [t('solve.rate.score'), score],
      [t('solve.rate.hardest'), hardest && h('a', { href: lessonOf(hardest), ...inEnglish() }, hardest)],
      [t('solve.rate.steps'), steps],
      [t('solve.rate.se'), se],
    ].filter(([, value]) => value !== null && value !== '');
    tellOfPuzzle(t('solve.rate.title'), rows.length
      ? h('dl.facts-list', {}, rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])) : h('p', inEnglish(), found.text));
  }

  async function count() {
    let newest = { count: '0', nodes: 0, fraction: 0, state: /** @type {'running'|'exact'|'stopped'} */ ('stopped') };
    let isStopped = false;
    const words = h('p', {}, t('solve.busy.count'));
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('solve.busy.count') });
    tellOfPuzzle(t('solve.count.title'), words, bar);
    const numbers = () => ({ n: newest.count === '1' ? 1 : 2, count: grouped(newest.count), nodes: grouped(`${newest.nodes}`) });
    for await (const line of app.questions.lines('puzzle/count', 'count', puzzle(), { words: t('solve.busy.count'), wasEnded: () => {
      isStopped = true;
    } })) {
      newest = line;
      bar.value = line.fraction;
      words.textContent = t('solve.count.running', numbers());
    }
    bar.remove();
    words.textContent = t(newest.state === 'exact' && !isStopped ? 'solve.count.exact' : 'solve.count.least', numbers());
  }

  async function explain() {
    const { state } = desk;
    const question = toQuestion(state);
    const [found, candidates] = await Promise.all([
      app.questions.ask('solve/explain', 'explain', question, t('solve.busy.explain')),
      app.questions.ask('solve/candidates', 'candidates', question),
    ]);
    if (!found || !candidates) return;
    if (!found.steps.length) {
      tell(t('solve.path'), h('p', inEnglish(), found.text));
      return;
    }
    forget();
    const noted = remaining({ ...state, corner: state.corner.map(() => []) }, candidates.candidates);
    path = { steps: found.steps, states: statesAlong(state, found.steps, noted), at: 0 };
    list.replaceChildren(...found.steps.map((step, index) => h('li', {}, h('button', { click: () => go(index) },
      h('strong', inEnglish(), step.technique), h('span', inEnglish(), notationOf(step))))));
    go(0);
    list.focus({ preventScroll: true });
  }

  /** Shows the board at a step. @param {number} index */
  function go(index) {
    if (!path) return;
    path.at = Math.min(Math.max(index, 0), path.steps.length);
    const step = path.steps[path.at];
    desk.clearLook();
    desk.set({ shown: path.states[path.at] });
    if (step) desk.showStep(step);
    about.replaceChildren(step ? stepPanel(desk, step) : h('p', {}, t('solve.path.end')));
    list.querySelectorAll('button').forEach((item, number) => {
      const isHere = number === path?.at;
      update(item, { 'aria-current': isHere ? 'step' : null });
      if (isHere) list.scrollTop = item.offsetTop - list.clientHeight / 3;
    });
    render();
  }

  function leavePath() {
    path = null;
    desk.clearLook();
    render();
    board.focus();
  }

  function render() {
    const { state } = desk.now;
    const n = countDigits(state.board, state.givens);
    const isEmpty = n === 0 && !state.board.rules.length && !state.allowed;
    const words = state.title || (isEmpty ? t('solve.title') : t('untitled'));
    if (title.textContent !== words) title.textContent = words;
    facts.textContent = [state.author && t('by', { name: state.author }), state.level && levelText(state.level), n > 0 && t('givens', { n })].filter(Boolean).join(' · ');
    rules.show(state);
    const isPath = path !== null;
    if (isEmpty) opening.hidden = false;
    if (isPath) opening.hidden = true;
    rules.element.hidden = isPath || isEmpty;
    explanation.hidden = !isPath;
    questions.hidden = isPath || isEmpty;
    keypad.element.hidden = state.isLocked || isPath;
    reader.hidden = puzzles.length < 2 || isPath;
    another.hidden = isEmpty || isPath;
    update(another, { 'aria-expanded': `${!opening.hidden}` });
    place.textContent = t(hasMore ? 'solve.of.more' : 'solve.of', { at: at + 1, all: puzzles.length });
    update(before, { disabled: at === 0 });
    update(after, { disabled: at + 1 >= puzzles.length });
    if (path) {
      const { length } = path.steps;
      where.replaceChildren(path.at < length ? nameOfTechnique(path.steps[path.at].technique) : t('solve.path.end'), h('small', {}, t('solve.path.at', { at: Math.min(path.at + 1, length), all: length })));
      for (const button of [first, back]) update(button, { disabled: path.at === 0 });
      for (const button of [next, last]) update(button, { disabled: path.at === path.steps.length });
    }
  }

  /** The keys of the explanation, before those of the board. @param {KeyboardEvent} event */
  function key(event) {
    if (!path || event.ctrlKey || event.altKey || event.metaKey || isField(event.target) || document.querySelector('dialog[open]')) return;
    const places = { ArrowLeft: path.at - 1, ArrowUp: path.at - 1, ArrowRight: path.at + 1, ArrowDown: path.at + 1, Home: 0, End: path.steps.length };
    if (event.key === 'Escape') leavePath();
    else if (event.key in places) go(places[/** @type {keyof typeof places} */ (event.key)]);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener('keydown', key, { capture: true, signal });
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (isField(event.target) || !pasted.trim()) return;
    event.preventDefault();
    app.attempt(() => take(pasted));
  }, { signal });
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    const words = event.dataTransfer?.getData('text/plain') ?? '';
    app.attempt(async () => take(dropped ? await dropped.text() : words));
  }, { signal });
  const leave = desk.follow((now, past) => {
    const isOther = now.state.givens !== past.state.givens || now.state.board !== past.state.board || now.opened !== past.opened;
    // What is asked about the puzzle alone outlives entries.
    if (isOther) app.questions.cancelAll('puzzle/');
    if (isOther || now.state.placed !== past.state.placed) {
      if (isOther || !isOfPuzzle) forget();
      path = null;
    }
    render();
  });

  if (taken) opening.hidden = true;
  render();
  await desk.check();
  if (text) await app.attempt(() => take(text));
  board.focus();
  return () => {
    leaving.abort();
    leave();
    for (const part of [entry, keypad, board]) part.close();
  };
}
