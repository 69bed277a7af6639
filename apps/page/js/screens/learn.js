/**
 * Learning: the techniques from the easiest on, and the lesson about each: what to look for, an example that moves, and
 * exercises.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {import('../engine/api.js').Step} Step
 * @typedef {import('../engine/api.js').Answers['techniques'][number]} Technique
 */

import { ask } from '../engine/api.js';
import { Board } from '../board/board.js';
import { Entry } from '../board/entry.js';
import { Keypad } from '../board/keypad.js';
import { helpOf, verdict } from '../model/exercise.js';
import { nameOf } from '../model/puzzle.js';
import { h, isField, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { conclusionOf, housesText, lessonOf, nameOfTechnique, stepPanel } from '../parts/step.js';
import { Desk } from '../store/desk.js';
import { anySeed, LEVELS } from '../store/making.js';
import { EXERCISES, isLearned, learned, LESSONS, noteExercise, solvedExercises } from '../store/progress.js';
import { inEnglish, levelText, listed, t } from '../words/words.js';

/** Rules that are drawn where a technique needs some. @type {Record<Technique['boards'], string[]>} */
const DRAWN = { all: [], cages: ['killer'], rules: ['thermo'] };

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} name the technique of a lesson; empty for the list of all
 */
export async function mount(root, app, name) {
  const techniques = await ask('techniques', undefined);
  const technique = techniques.find((one) => one.name === name);
  if (name && !technique) app.say(t('learn.unknown', { what: name }), 'bad');
  return technique ? lesson(root, app, technique, techniques) : overview(root, techniques);
}

/** @param {number} solved */
const dots = (solved) => '●'.repeat(Math.min(solved, EXERCISES)) + '○'.repeat(EXERCISES - Math.min(solved, EXERCISES));

/**
 * Lists the lessons.
 * @param {HTMLElement} root
 * @param {Technique[]} techniques
 */
function overview(root, techniques) {
  document.title = `${t('learn.title')} · Sudoku`;
  const solved = solvedExercises();
  const { done, all, next } = learned();
  const entry = (/** @type {string} */ name) => {
    const count = Math.min(Number(solved[name]) || 0, EXERCISES);
    return h('li', { class: isLearned(name, solved) ? 'done' : null }, h('a', { href: lessonOf(name), 'aria-current': name === next ? 'true' : null }, nameOfTechnique(name),
      h('span.dots', { role: 'img', 'aria-label': t('learn.solved', { n: count, all: EXERCISES }) }, dots(count))));
  };
  const groups = LEVELS.map((level) => {
    const here = techniques.filter((one) => one.level === level);
    const main = LESSONS.filter((name) => here.some((one) => one.name === name));
    const others = here.filter((one) => one.boards === 'all' && !LESSONS.includes(one.name));
    return h('section', {}, h('h2', {}, levelText(level)), main.length ? h('ul.lessons', {}, main.map(entry)) : null,
      others.length ? h('details', { open: !main.length }, h('summary', {}, t('learn.more', { n: others.length })), h('ul.lessons', {}, others.map((one) => entry(one.name)))) : null);
  });
  const variants = techniques.filter((one) => one.boards !== 'all');
  const words = t('learn.progress', { n: done, all });
  root.replaceChildren(h('div.learn-page', {},
    h('header', {}, h('div', {}, h('h1', {}, t('learn.title')), h('p.soft', {}, t('learn.text'))),
      h('div', {}, h('p.soft', {}, words), h('progress', { max: all, value: done, 'aria-label': words })),
      h('a.button.main', { href: lessonOf(next) }, t('learn.continue', { what: next }))),
    groups,
    h('section', {}, h('h2', {}, t('learn.variants')), h('ul.lessons', {}, variants.map((one) => entry(one.name))))));
  return () => {};
}

/**
 * Teaches a technique.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Technique} technique
 * @param {Technique[]} techniques
 */
async function lesson(root, app, technique, techniques) {
  const { name, level, boards } = technique;
  document.title = `${name} · Sudoku`;
  /** @returns {Promise<{state: State, steps: Step[], solution: number[]}|undefined>} */
  async function made() {
    const wish = { board: { side: 9 }, kind: /** @type {const} */ ('unique'), needs: [name], practice: true, seed: anySeed(), drawn: DRAWN[boards] };
    const answer = await app.questions.ask('lesson', 'generate', wish, t('learn.busy'));
    if (!answer?.steps?.length) return undefined;
    // The shortest reason comes first.
    const steps = answer.steps.slice().sort((one, other) => one.sentences.length - other.sentences.length);
    return { state: await app.stateOf(answer), steps, solution: answer.solution };
  }

  const desk = new Desk(app, await app.stateOf({ board: { side: 9, box: [3, 3], values: [1, 9], rules: [] }, givens: Array.from({ length: 81 }, () => 0) }), 'learn');
  // Nothing can be entered before the first exercise.
  desk.set({ shown: desk.state });
  // Candidates of an example stand at their places, where its chains end.
  const board = new Board(app, desk, { notes: 'places' });
  const entry = new Entry(app, board, { undo: () => desk.undo(), redo: () => desk.redo(), hint: () => help() }, { modes: ['digit', 'corner'] });
  const keypad = new Keypad(app, entry);
  /** @type {{state: State, steps: Step[], solution: number[]}|undefined} */
  let puzzle;
  let phase = /** @type {'example'|'exercise'|'over'} */ ('example');
  /** The sentence of the example: 0 is before the first, one more than their number the conclusion. */
  let at = 0;
  /** How much help the exercise has given. */
  let helped = 0;

  const dotsOf = h('span.dots', {});
  const panel = h('section.card.example', { 'aria-live': 'polite' });
  const word = h('p.word', { role: 'status' });
  const back = h('button', { 'aria-label': t('learn.back'), click: () => go(at - 1) }, icon('back'));
  const forward = h('button', { click: () => go(at + 1) }, t('learn.forward'), icon('arrow'));
  const another = h('button.link', { click: () => app.attempt(example) }, t('learn.another'));
  const practise = h('button', { click: () => app.attempt(exercise) }, t('learn.practise'));
  const helping = h('button', { click: () => help() }, t('learn.help'));
  const isMain = LESSONS.includes(name);
  const order = isMain ? LESSONS : techniques.map((one) => one.name);
  const following = order[order.indexOf(name) + 1];
  const next = following ? h('a.button', { href: lessonOf(following) }, t('learn.next', { what: following })) : null;
  const bar = h('div.bar', {}, back, forward, practise, helping, next);
  const side = h('aside.side', { 'aria-label': t('learn.title') },
    h('header.about', {}, h('div', {}, h('a.back', { href: '#/learn', 'aria-label': t('learn.all'), title: t('learn.all') }, icon('back')), h('h1', {}, nameOfTechnique(name)), h('p.facts', {}, levelText(level))), dotsOf),
    h('div.info', {}, h('p.lesson-text', inEnglish(), technique.lesson), panel),
    h('div.bottom', {}, keypad.element, bar));
  const screen = h('div.play.lesson', {}, h('section.stage', { 'aria-label': t('board.label') }, board.element), side);
  root.replaceChildren(screen);

  /** Says a word about what was entered. @param {string} text @param {'plain'|'good'|'bad'} [kind] */
  function tell(text, kind = 'plain') {
    word.textContent = text;
    word.dataset.kind = kind;
  }

  function render() {
    const solved = Number(solvedExercises()[name]) || 0;
    dotsOf.textContent = dots(solved);
    update(dotsOf, { role: 'img', 'aria-label': t('learn.solved', { n: Math.min(solved, EXERCISES), all: EXERCISES }) });
    const last = (puzzle?.steps[0].sentences.length ?? 0) + 1;
    const isExample = phase === 'example';
    back.hidden = forward.hidden = another.hidden = !isExample;
    update(back, { disabled: at === 0 });
    update(forward, { disabled: !puzzle || at === last, class: at === last ? null : 'main' });
    practise.hidden = phase === 'exercise';
    practise.textContent = isExample ? t('learn.practise') : t('learn.nextExercise');
    update(practise, { class: phase === 'over' || (isExample && at === last) ? 'main' : null });
    keypad.element.hidden = helping.hidden = phase !== 'exercise';
    helping.textContent = t(helped < 2 ? 'learn.help' : 'learn.show');
    screen.dataset.phase = isExample && at === 0 ? 'start' : phase;
    if (next) next.hidden = phase !== 'over' || solved < EXERCISES;
  }

  async function example() {
    [phase, at] = ['example', 0];
    panel.replaceChildren(h('p.soft', {}, t('learn.busy')));
    puzzle = undefined;
    render();
    try {
      puzzle = await made();
    } finally {
      // It was cancelled, or none was found in time.
      if (!puzzle) panel.replaceChildren(h('p', {}, t('learn.none')), another);
    }
    another.hidden = false;
    if (!puzzle) return;
    desk.open(puzzle.state);
    desk.tell();
    go(0);
  }

  /** Shows a sentence of the example. @param {number} index */
  function go(index) {
    if (!puzzle || phase !== 'example') return;
    const [step] = puzzle.steps;
    const { sentences } = step;
    at = Math.min(Math.max(index, 0), sentences.length + 1);
    const isOver = at > sentences.length;
    desk.clearLook();
    desk.set({ shown: puzzle.state });
    // Until the conclusion only the pattern is seen.
    if (at > 0) desk.showStep(isOver ? step : { ...step, placements: [], eliminations: [] });
    if (at > 0 && !isOver) desk.light(sentences[at - 1]);
    const items = sentences.slice(0, at).map((sentence, number) => h('li', { 'aria-current': number === at - 1 && !isOver ? 'step' : null, ...inEnglish() }, sentence.text));
    panel.replaceChildren(
      h('header', {}, h('h2', {}, t('learn.example')), another),
      at === 0 ? h('p', {}, t('learn.look')) : h('ol', {}, items),
      ...(isOver ? [h('p', {}, h('strong', {}, t('learn.conclusion', { what: conclusionOf(step, app.show) })))] : []));
    panel.querySelector('li:last-child')?.scrollIntoView({ block: 'nearest' });
    render();
  }

  async function exercise() {
    puzzle = await made();
    if (!puzzle) return;
    [phase, helped] = ['exercise', 0];
    const [step] = puzzle.steps;
    const places = step.placements.length > 0;
    desk.open(puzzle.state, { mode: places ? 'digit' : 'corner' });
    desk.tell();
    tell('');
    const solved = Number(solvedExercises()[name]) || 0;
    panel.replaceChildren(
      h('header', {}, h('h2', {}, t('learn.exercise'))),
      h('p', {}, t(places ? 'learn.find.digit' : 'learn.find.note', { what: name })), h('div.helps', {}), word);
    // The first exercise says where and which digits, the second where, the others nothing.
    for (let count = solved; count < 2; count += 1) help();
    render();
    board.focus();
  }

  /** Gives more help: where, which digits, and at last the step. */
  function help() {
    if (!puzzle || phase !== 'exercise') return;
    const [step] = puzzle.steps;
    const { houses, cells, digits } = helpOf(step);
    helped += 1;
    const say = (/** @type {string} */ text) => panel.querySelector('.helps')?.append(h('p', {}, text));
    if (helped === 1) say(t('learn.help.area', { where: houses.length ? housesText(houses) : listed(cells) }));
    else if (helped === 2) say(t('learn.help.digits', { n: new Set(digits).size, digits: listed([...new Set(digits)].map(app.show)) }));
    else finish(step, false);
    render();
  }

  /**
   * Ends the exercise.
   * @param {Step} step
   * @param {boolean} isFound
   */
  function finish(step, isFound) {
    phase = 'over';
    if (isFound) noteExercise(name);
    const isDone = isFound && Number(solvedExercises()[name]) === EXERCISES;
    desk.set({ shown: desk.state });
    desk.showStep(step);
    panel.replaceChildren(
      h('header', {}, h('h2', {}, isFound ? t(isDone ? 'learn.lessonDone' : 'learn.found') : t('learn.exercise'))),
      ...(isFound ? [] : [h('p', {}, t('learn.shown'))]), stepPanel(desk, step));
    panel.scrollTop = 0;
    render();
  }

  /**
   * Judges what was entered. What is wrong is taken back.
   * @param {State} now
   * @param {State} before
   */
  function judge(now, before) {
    if (!puzzle || phase !== 'exercise') return;
    const found = verdict(before, now, puzzle.steps, puzzle.solution);
    if (!found) return;
    if (found.kind === 'found') {
      finish(found.step, true);
      return;
    }
    const cell = nameOf(found.cell, now.board.side);
    const values = { cell, digit: app.show(found.digit), what: name };
    if (found.kind === 'other') {
      tell(t('learn.wrong.other', values), 'plain');
      return;
    }
    desk.undo();
    tell(t(found.kind === 'digit' ? 'learn.wrong.digit' : 'learn.wrong.note', values), 'bad');
  }

  /** The keys of the example, before those of the board. @param {KeyboardEvent} event */
  function key(event) {
    if (phase !== 'example' || event.ctrlKey || event.altKey || event.metaKey || isField(event.target) || document.querySelector('dialog[open]')) return;
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity };
    if (!(event.key in places)) return;
    go(places[/** @type {keyof typeof places} */ (event.key)]);
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const leaving = new AbortController();
  document.addEventListener('keydown', key, { capture: true, signal: leaving.signal });
  const leave = desk.follow((now, before) => {
    if (now.state !== before.state && now.opened === before.opened) judge(now.state, before.state);
  });
  render();
  app.attempt(example);
  return () => {
    leaving.abort();
    leave();
    app.questions.cancel('lesson');
    for (const part of [entry, keypad, board]) part.close();
  };
}
