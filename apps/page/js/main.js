/**
 * The page of the puzzle: makes all parts and connects them.
 * @module
 */

import { ask, Fault } from './api.js';
import { App } from './app.js';
import { layoutOf } from './boards.js';
import { Creating } from './creating.js';
import { byId, dialog, onPress } from './dom.js';
import { Entry } from './entry.js';
import { Games } from './games.js';
import { listenHeader } from './header.js';
import { Hints } from './hints.js';
import { toFragment } from './link.js';
import { Path } from './path.js';
import { anySeed, Practice } from './practice.js';
import { blankState } from './puzzle.js';
import { Reading, stateOfFragment } from './reading.js';
import { applySettings, listenSettings, listTechniques, loadSettings } from './settings.js';
import { listenSharing, offerFormats } from './sharing.js';
import { listenSolving } from './solving.js';
import { Steps } from './steps.js';
import { isText, load, save } from './storage.js';

const settings = loadSettings();
applySettings(settings);

const { labels, theme } = settings;
const app = new App(blankState(await layoutOf({ side: 9 }, { labels, theme })), settings);
const entry = new Entry(app);
const hints = new Hints(app);
const steps = new Steps(app);
const path = new Path(app);
const games = new Games(app);
const reading = new Reading(app);
const practice = new Practice(app, entry);
const creating = new Creating(app, entry);

/** @param {string} place */
function goTo(place) {
  document.body.dataset.place = place;
  for (const tab of document.querySelectorAll('[data-go]')) {
    tab.setAttribute('aria-pressed', `${/** @type {HTMLElement} */ (tab).dataset.go === place}`);
  }
  path.close();
  if (entry.taker) creating.toggleDrawing();
  save('place', place);
}

/** Opens the puzzle of the address, otherwise the last game, otherwise a new one. @returns {Promise<void>} */
async function begin() {
  const fragment = location.hash.slice(1);
  let complaint = '';
  try {
    const state = await stateOfFragment(app, fragment);
    if (state) {
      app.open('puzzle from a link', state);
      return;
    }
    if (fragment) complaint = 'The link holds no puzzle.';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    complaint = error.message;
  }
  if (complaint) {
    app.open('empty grid', blankState(app.state.layout));
    app.say(`${complaint} The grid is empty instead.`, 'bad');
    return;
  }
  try {
    const state = games.last ? await stateOfFragment(app, games.last) : null;
    if (state) app.open('last game', state);
    else await games.start('medium', anySeed());
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    app.say(error.message, 'bad');
  }
}

const place = load('place', 'play', isText);
goTo(document.querySelector(`[data-go="${CSS.escape(place)}"]`) ? place : 'play');
listenHeader(app);
listenSettings(app);
entry.listen({
  undo: () => app.undo(),
  redo: () => app.redo(),
  hint: () => app.attempt(() => hints.more()),
  steps: () => app.attempt(() => steps.list()),
  help: () => dialog('keys').showModal(),
});
hints.listen();
steps.listen();
path.listen();
reading.listen();
practice.listen();
creating.listen();
listenSolving(app);
listenSharing(app);
onPress('undo', () => app.undo());
onPress('redo', () => app.redo());
onPress('open-keys', () => dialog('keys').showModal());
onPress('sheet', () => document.body.classList.toggle('sheet'));
for (const tab of document.querySelectorAll('[data-go]')) {
  tab.addEventListener('click', () => {
    goTo(/** @type {HTMLElement} */ (tab).dataset.go ?? 'play');
    document.body.classList.add('sheet');
  });
}
byId('grid').addEventListener('focusin', (event) => {
  const cell = app.grid.cellAt(event.target);
  if (cell >= 0 && !app.selection.cells.has(cell)) app.select({ active: cell, cells: new Set([cell]) });
});
await begin();
// The history begins with the first puzzle.
app.history.past = [];
games.listen();
app.render();
app.focus();

// A link that is opened in the same window changes nothing but the fragment.
window.addEventListener('hashchange', () => {
  const fragment = location.hash.slice(1);
  if (fragment === toFragment(app.state)) return;
  app.attempt(async () => {
    const state = await stateOfFragment(app, fragment);
    if (!state) return;
    app.open('puzzle from a link', state);
    app.say('Puzzle from a link.');
  });
});

await app.attempt(async () => {
  const [techniques, kinds, formats] = await Promise.all([
    ask('techniques', undefined),
    ask('rules', undefined),
    ask('formats', undefined),
  ]);
  practice.offer(techniques);
  listTechniques(settings, techniques);
  creating.offer(kinds);
  offerFormats(formats);
  app.kinds = new Map(kinds.map(({ word, sentence }) => [word, sentence]));
  app.announceView();
});
document.documentElement.dataset.ready = 'true';
