/**
 * Setting a puzzle: a draft of the library, drawn on the board, with what is known of it after each stroke.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 */

import { Board } from '../board/board.js';
import { Entry } from '../board/entry.js';
import { Keypad } from '../board/keypad.js';
import { Fault } from '../engine/api.js';
import { blankState, countDigits, withGivensAlone } from '../model/puzzle.js';
import { menu } from '../parts/dialog.js';
import { h, update } from '../parts/dom.js';
import { icon, tool } from '../parts/icons.js';
import { requirements } from '../parts/rules.js';
import { shareDialog } from '../parts/share.js';
import { About } from '../set/about.js';
import { Draft } from '../set/draft.js';
import { Inspector, writeDialog } from '../set/inspector.js';
import { RuleList } from '../set/list.js';
import { Live } from '../set/live.js';
import { newDialog } from '../set/making.js';
import { Palette } from '../set/palette.js';
import { minimize, Status } from '../set/status.js';
import { Surface } from '../set/surface.js';
import { keyOf, newGame } from '../store/game.js';
import { Session } from '../store/session.js';
import { t } from '../words/words.js';

/** The tabs. @type {import('../set/draft.js').Setting['tab'][]} */
const TABS = ['draw', 'rules', 'digits', 'about'];

/**
 * Returns the draft of the address: that with the id, one that another screen sends, the last one, or a blank one.
 * @param {App} app
 * @param {string} id
 */
async function opened(app, id) {
  const sent = app.taken();
  if (sent) {
    const state = { ...withGivensAlone(sent), isLocked: false };
    // A draft that was played comes back to itself.
    const own = (await app.library.all()).find(({ kind, key }) => kind === 'set' && key === keyOf(state));
    const before = own && (await app.stateOfFragment(own.fragment));
    if (before) return { state: { ...before, isLocked: false }, game: own };
    return { state, game: await app.library.put(newGame(state, { kind: 'set' }), null) };
  }
  const game = id ? await app.library.get(id) : (await app.library.all()).find(({ kind }) => kind === 'set');
  const state = game && (await app.stateOfFragment(game.fragment));
  if (id && !state) throw new Fault(t('play.unknown'));
  if (game && state) return { state: { ...state, isLocked: false }, game };
  const blank = blankState(await app.layout({ side: 9 }));
  return { state: blank, game: newGame(blank, { kind: 'set' }) };
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} id
 */
export async function mount(root, app, id) {
  const { state, game } = await opened(app, id);
  await app.attempt(() => app.askKinds());
  const draft = new Draft(app, state);
  const session = new Session(app, draft, game);
  const live = new Live(draft);
  const board = new Board(app, draft);
  /** Returns what does something after what is under way: a number that is still typed is taken as its field loses the focus. */
  const after = (/** @type {() => unknown} */ work) => () => void draft.queue.then(work);
  const undoing = after(() => draft.undo());
  const redoing = after(() => draft.redo());
  const entry = new Entry(app, board, { undo: undoing, redo: redoing }, { modes: ['digit', 'corner', 'centre', 'color'] });
  const inspector = new Inspector(draft, { focusBoard: () => board.focus() });
  const surface = new Surface(draft, board, { askNumber: (typed) => inspector.askNumber(typed) });
  const keypad = new Keypad(app, entry);
  const palette = new Palette(draft, { write: (example) => writeDialog(draft, example) });
  const list = new RuleList(draft, live);
  const about = new About(draft, live);
  const status = new Status(draft, live);

  const title = h('input.title', { type: 'text', maxlength: 200, placeholder: t('set.untitled'), 'aria-label': t('set.title'), change: () => {
    const value = title.value.trim();
    if (value !== draft.state.title) draft.change(t('set.did.title'), { ...draft.state, title: value });
  } });
  const undo = tool('undo', t('undo'), undoing, 'Control+Z');
  const redo = tool('redo', t('redo'), redoing, 'Control+Y');
  const candidates = tool('eye', t('set.candidates'), () => live.showCandidates(!live.now.showsCandidates));
  /** The puzzle as others get it. Fog needs the solution, to know which digits lift it. */
  const finished = () => {
    const { state } = draft;
    return { ...withGivensAlone(state), isLocked: true, stated: state.stated ?? (state.fog ? draft.found : null) };
  };
  const share = after(() => app.attempt(() => shareDialog(app, finished())));
  const play = after(() => app.attempt(async () => {
    await session.save();
    await app.play(finished(), { source: 'set' });
  }));
  const clear = (/** @type {boolean} */ isAll) => {
    const { givens, board: { values: [least] } } = draft.state;
    if (!isAll) {
      draft.change(t('set.did.noGivens'), { ...draft.state, givens: givens.map(() => least - 1) });
      return;
    }
    draft.edit(t('set.did.noRules'), () => ({ texts: [] }));
  };
  const more = menu('dots', t('more'), () => [
    { label: t('set.play'), work: play },
    null,
    { label: t('set.minimize'), work: after(() => minimize(draft)) },
    { label: t('set.numbers'), work: () => draft.numbersFromSolution(), isOff: !draft.reference },
    { label: t('more.explain'), work: after(() => app.carry('solve', finished())) },
    null,
    { label: t('set.clear.givens'), work: after(() => clear(false)), isOff: !countDigits(draft.state.board, draft.state.givens) },
    { label: t('set.clear.rules'), work: () => clear(true), isOff: !draft.state.layout.rules.length },
    null,
    { label: t('set.write'), work: () => writeDialog(draft, '') },
    { label: t('more.print'), work: () => window.print() },
  ]);

  const panels = { draw: palette.element, rules: list.element, digits: keypad.element, about: about.element };
  const tabs = TABS.map((name) => h('button', { role: 'tab', 'data-tab': name, click: () => show(name), keydown: (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
    show(next);
    tabs[TABS.indexOf(next)].focus();
  } }, t(`set.tab.${name}`)));
  const counts = h('span.count', {});
  tabs[TABS.indexOf('rules')].append(' ', counts);
  /** @param {typeof TABS[number]} name */
  function show(name) {
    panel.scrollTop = 0;
    // What draws is put away with its palette; what is selected stays.
    draft.setting.set({ tab: name, stroke: [], redrawn: null, pending: null, ...(name !== 'draw' && { tool: null, number: '' }) });
  }
  const panel = h('div.panel', { role: 'tabpanel', tabindex: -1 }, Object.values(panels));
  const side = h('aside.side', { 'aria-label': t('set.side') },
    h('h1.unseen', {}, t('set.heading')),
    h('header.about', {}, title, h('button.main', { click: play }, icon('play'), h('span', {}, t('set.play')))),
    h('div.tools', {}, undo, redo, tool('plus', t('set.new'), after(() => app.attempt(() => newDialog(app, draft)))), tool('share', t('set.share'), share), candidates, more),
    status.element, h('div.tabs', { role: 'tablist', 'aria-label': t('set.side') }, tabs), inspector.element, panel);
  // What stands beside the grid on paper.
  const printed = h('section.printed', {});
  root.replaceChildren(h('div.set', {}, h('section.stage', { 'aria-label': t('board.label') }, board.element), side, printed));

  function render() {
    const { now } = draft;
    const { tab } = draft.setting.now;
    if (document.activeElement !== title && title.value !== now.state.title) title.value = now.state.title;
    update(undo, { disabled: !now.history.past.length && !draft.setting.now.pending });
    update(candidates, { 'aria-pressed': `${live.now.showsCandidates}` });
    update(redo, { disabled: !now.history.future.length });
    for (const button of tabs) update(button, { 'aria-selected': `${button.dataset.tab === tab}`, tabindex: button.dataset.tab === tab ? 0 : -1 });
    for (const [name, element] of Object.entries(panels)) element.hidden = name !== tab;
    inspector.element.hidden = tab === 'digits' || tab === 'about';
    update(panel, { 'aria-label': t(`set.tab.${tab}`) });
    const { length } = now.state.layout.rules;
    counts.textContent = length ? `${length}` : '';
    printed.replaceChildren(
      h('p', {}, h('strong', {}, now.state.title), now.state.author ? ` ${t('by', { name: now.state.author })}` : ''),
      ...(now.state.ruleset ? [now.state.ruleset] : requirements(now.state.layout.rules, app.kinds)).map((line) => h('p', {}, line)));
    document.title = `${now.state.title || t('set.untitled')} · Sudoku`;
    // A draft has its own address once it is kept.
    if (session.game.version > 0 && location.hash !== `#/set/${session.game.id}` && location.hash.startsWith('#/set')) {
      history.replaceState(null, '', `#/set/${session.game.id}`);
    }
  }
  const leaves = [draft.follow(render), draft.setting.follow(render), live.follow(render)];
  session.listeners.add(render);
  render();
  await draft.check();
  return () => {
    session.listeners.clear();
    for (const leave of leaves) leave();
    for (const part of [surface, entry, keypad, palette, list, about, status, inspector, live, board]) part.close();
    // What was typed last may still be asked about.
    draft.queue.then(() => session.close());
  };
}
