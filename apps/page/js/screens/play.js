/**
 * Playing a game of the library.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 */

import { Fault } from '../engine/api.js';
import { Board } from '../board/board.js';
import { Entry } from '../board/entry.js';
import { Keypad } from '../board/keypad.js';
import { combinationsAt } from '../model/combinations.js';
import { blankCells, candidatesByHouses, digitIn, nameOf, remaining, toQuestion, withGivensAlone, wrongCells } from '../model/puzzle.js';
import { menu } from '../parts/dialog.js';
import { h, update } from '../parts/dom.js';
import { HintSheet } from '../parts/hint.js';
import { icon, tool } from '../parts/icons.js';
import { rulesCard } from '../parts/rules.js';
import { shareDialog } from '../parts/share.js';
import { Desk } from '../store/desk.js';
import { Session } from '../store/session.js';
import { timeText } from '../parts/times.js';
import { finished } from '../parts/finished.js';
import { beside, levelText, t } from '../words/words.js';

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} id
 */
export async function mount(root, app, id) {
  const game = await app.library.get(id);
  const state = game && (await app.stateOfFragment(game.fragment));
  if (!game || !state) throw new Fault(t('play.unknown'));
  const desk = new Desk(app, state, 'play');
  const session = new Session(app, desk, game);
  const board = new Board(app, desk);
  const hint = new HintSheet(app, desk, { told: (technique) => session.hinted(technique) });
  const actions = {
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    hint: () => noted(() => hint.more()),
    steps: () => noted(() => hint.list()),
    pause: () => pause(),
    mark: () => mark(),
    fill: () => fill(),
    check: () => app.attempt(check),
  };
  const entry = new Entry(app, board, actions);
  const keypad = new Keypad(app, entry);

  const title = h('h1', {});
  const facts = h('p.facts', {});
  const time = h('span', { role: 'timer', 'aria-label': t('time') });
  const pauseButton = h('button.plain', { click: () => pause() });
  const clock = h('div.clock', {}, time, pauseButton);
  const rules = rulesCard(app);
  const combinations = h('section.card.combinations', { hidden: true });
  const veil = h('button.veil', { hidden: true, click: () => pause() }, icon('play'), h('span', {}, t('play.paused')));
  board.element.append(veil);
  const undo = tool('undo', t('undo'), () => desk.undo(), 'Control+Z U');
  const redo = tool('redo', t('redo'), () => desk.redo(), 'Control+Y R');
  /** The marked states, the last of which one comes back to. @type {import('../model/puzzle.js').State[]} */
  const marks = [];

  function pause() {
    const isPaused = !desk.now.isPaused;
    desk.set({ isPaused });
    app.questions.cancelAll('play/');
    hint.close();
    app.say(t(isPaused ? 'pause.on' : 'pause.off'));
    if (isPaused) veil.focus();
    else board.focus();
  }

  function mark() {
    marks.push(desk.state);
    app.say(t('mark.set', { n: marks.length }));
  }

  function back() {
    const marked = marks.pop();
    if (!marked) return;
    desk.change(t('did.back'), marked);
    app.say(t('mark.back'));
  }

  async function check() {
    const solution = await desk.solution();
    if (!solution) {
      app.say(t('check.several'), 'bad');
      return;
    }
    const wrong = wrongCells(desk.state, solution);
    desk.clearLook();
    desk.mark({ wrong: new Set(wrong) });
    const names = wrong.map((cell) => nameOf(cell, desk.state.board.side)).join(', ');
    app.say(wrong.length ? t('check.cells', { cells: names, n: wrong.length }) : t('check.right'), wrong.length ? 'bad' : 'good');
  }

  /** The notes that are being written: a hint that is asked for meanwhile is about the board with them. */
  let writing = Promise.resolve(true);

  function fill() {
    writing = app.attempt(writeNotes);
  }

  /** @param {() => void} work what needs the notes that are being written */
  const noted = (work) => writing.then(work);

  async function writeNotes() {
    const before = desk.state;
    const answer = await app.questions.ask('play/notes', 'candidates', toQuestion(before), t('busy.notes'));
    if (!answer) return;
    const corner = answer.candidates.map((list, cell) => list.filter((digit) => !before.removed[cell].includes(digit)));
    desk.change(t('did.notes'), { ...before, corner });
    app.say(t('notes.written'));
  }

  function clearNotes() {
    const none = desk.state.corner.map(() => []);
    if (!blankCells(desk.state).some((cell) => desk.state.corner[cell].length || desk.state.centre[cell].length)) return;
    desk.change(t('did.noNotes'), { ...desk.state, corner: none, centre: none });
    app.say(t('notes.cleared'));
  }

  /** @param {number|null} digit */
  const highlight = (digit) => desk.set({ highlighted: desk.now.highlighted === digit ? null : digit });

  const more = menu('dots', t('more'), () => [
    { label: t('more.mark'), work: mark },
    { label: t('more.back'), work: back, isOff: !marks.length },
    null,
    { label: t('more.notes'), work: fill },
    { label: t('more.noNotes'), work: clearNotes },
    { label: t('more.candidates'), isChecked: desk.now.showsCandidates, work: () => {
      desk.set({ showsCandidates: !desk.now.showsCandidates });
      app.attempt(() => desk.check());
    } },
    { label: t('more.bivalue'), isChecked: desk.now.highlighted === 0, work: () => highlight(0) },
    { label: t('more.digit'), isChecked: (desk.now.highlighted ?? 0) > 0, isOff: digitIn(desk.state, desk.now.selection.active) === undefined && !desk.now.highlighted,
      work: () => highlight(desk.now.highlighted || (digitIn(desk.state, desk.now.selection.active) ?? null)) },
    null,
    { label: t('more.steps'), work: () => noted(() => hint.list()) },
    { label: t('more.whyNot'), work: () => hint.askWhyNot() },
    { label: t('more.explain'), work: () => app.carry('solve', desk.state) },
    { label: t('more.share'), work: () => shareDialog(app, desk.state) },
    { label: t('more.print'), work: () => window.print() },
    { label: t('more.edit'), work: () => app.carry('set', desk.state) },
    null,
    { label: t('more.reset'), work: () => {
      desk.change(t('did.reset'), withGivensAlone(desk.state));
      app.say(t('reset.done'));
    } },
  ]);

  const side = h('aside.side', { 'aria-label': t('play.side') },
    h('header.about', {}, h('div', {}, title, facts), clock),
    rules.element, hint.element, combinations,
    h('div.bottom', {}, keypad.element,
      h('div.tools', {}, undo, redo, tool('bulb', t('hint'), () => noted(() => hint.more()), 'H'), tool('check', t('check'), () => app.attempt(check)), more)));
  const screen = h('div.play', {}, h('section.stage', { 'aria-label': t('board.label') }, board.element), side);
  root.replaceChildren(screen);

  /** Whether this visit has seen the game unsolved, so that its end is an event. */
  let wasOpen = !game.isDone;
  function render() {
    const { now } = desk;
    const words = now.state.title || t('untitled');
    if (title.textContent !== words) title.textContent = words;
    facts.textContent = beside([
      now.state.author && t('by', { name: now.state.author }),
      now.state.level && levelText(now.state.level),
      t('givens', { n: now.state.givens.length - session.game.blank }),
    ]);
    rules.show(now.state);
    update(undo, { disabled: !now.history.past.length || now.isPaused });
    update(redo, { disabled: !now.history.future.length || now.isPaused });
    clock.hidden = !app.settings.now.clock;
    time.textContent = timeText(session.game.seconds);
    veil.hidden = !now.isPaused;
    pauseButton.replaceChildren(icon(now.isPaused ? 'play' : 'pause'));
    update(pauseButton, { 'aria-label': t(now.isPaused ? 'play.goOn' : 'play.pause') });
    const hasCages = now.state.layout.cages.length > 0 && !now.isPaused && !now.shown;
    const found = hasCages ? combinationsAt(now.state, now.selection.active, remaining(now.state, candidatesByHouses(now.state))) : [];
    combinations.hidden = !found.length;
    screen.classList.toggle('with-combinations', found.length > 0);
    if (found.length) {
      combinations.replaceChildren(...found.map(({ sum, size, sets }) => h('p', {}, h('strong', {}, t('combinations', { sum, size })), ' ',
        ...sets.map((set) => h('span.set', {}, set.map(app.show).join(now.state.board.values[1] > 9 ? ' ' : ''))))));
    }
    document.title = `${words} · Sudoku`;
    if (session.game.isDone && wasOpen) {
      wasOpen = false;
      app.attempt(() => finished(app, session, desk));
    }
  }

  const leaves = [desk.follow(render), app.settings.follow(render)];
  session.listeners.add(render);
  render();
  board.focus();
  await desk.check();
  return () => {
    session.listeners.clear();
    for (const leave of leaves) leave();
    for (const part of [entry, keypad, board, hint]) part.close();
    session.close();
  };
}
