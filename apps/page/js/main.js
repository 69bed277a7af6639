/**
 * Starts the page: settings, games, and the screen of the address.
 * @module
 */

import { Fault } from './engine/api.js';
import { keepOffline } from './engine/offline.js';
import { fromFragment } from './model/link.js';
import { h, isField } from './parts/dom.js';
import { frame } from './parts/frame.js';
import { App } from './store/app.js';
import { earlierGames, Library } from './store/library.js';
import { keepSettings, loadSettings } from './store/settings.js';
import { isLanguage, preferred, speak, t } from './words/words.js';

/** The style sheets that a screen needs besides those of the page. @type {Record<string, string[]>} */
const STYLES = { home: [], play: ['board', 'screens'], learn: ['board', 'screens'], solve: ['board', 'screens'], set: ['board', 'screens', 'set'], cover: ['board', 'screens', 'cover'] };

/** By name the style sheets that are there or come. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** Loads a style sheet, once. @param {string} name */
function styled(name) {
  const known = styles.get(name);
  if (known) return known;
  const link = h('link', { rel: 'stylesheet', href: new URL(`../css/${name}.css`, import.meta.url).href });
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      styles.delete(name);
      reject(new Fault(t('engine.missing')));
    });
  });
  styles.set(name, loaded);
  // The screens and the page are laid out around the board, and have the last word on it; the page has it on everything.
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
  sheets.at(name === 'board' ? 0 : -1)?.before(link);
  return loaded;
}

/**
 * The screens, which are loaded when they are needed. Each builds itself in an element, and returns what leaves it.
 * @type {Record<string, () => Promise<{mount: (root: HTMLElement, app: App, rest: string) => Promise<() => void>|(() => void)}>>}
 */
const SCREENS = {
  home: () => import('./screens/home.js'),
  play: () => import('./screens/play.js'),
  learn: () => import('./screens/learn.js'),
  solve: () => import('./screens/solve.js'),
  set: () => import('./screens/set.js'),
  cover: () => import('./screens/cover.js'),
};

/** Returns the screen of the address and what follows its name; a puzzle in a link belongs to home, which opens it. */
function place() {
  const [, name, rest] = /^#\/(\w+)\/?(.*)$/.exec(location.hash) ?? [];
  return name && name in SCREENS ? { name, rest: decodeURIComponent(rest) } : { name: 'home', rest: '' };
}

const settings = loadSettings();
keepSettings(settings);
const [library] = await Promise.all([
  Library.open(),
  speak(isLanguage(settings.language) ? settings.language : preferred(navigator.languages)),
  // The first screen is loaded meanwhile.
  SCREENS[place().name](),
]);
const app = new App(settings, library);
const { root, show } = frame(app);
let leave = () => {};
/** The number of the last change of screens: a slow one does not replace a later one. */
let turn = 0;

/** Takes what is still typed in a field: one that is removed with its screen fires no event. */
function takeTyped() {
  const field = document.activeElement;
  if (isField(field)) field?.dispatchEvent(new Event('change'));
}

/** Shows the screen of the address. */
async function arrive() {
  turn += 1;
  const own = turn;
  const { hash } = location;
  const { name, rest } = place();
  try {
    const fragment = hash.slice(1);
    if (fragment && !fragment.startsWith('/')) {
      // A link with a puzzle: it becomes a game, and the address that of the game.
      const state = fromLink(fragment) ? await app.stateOfFragment(fragment) : null;
      if (own !== turn) return;
      if (state) await app.play(state, { source: 'link' });
      else app.say(t('link.none'), 'bad');
      if (state) return;
    }
    const [screen] = await Promise.all([SCREENS[name](), ...STYLES[name].map(styled)]);
    if (own !== turn) return;
    takeTyped();
    leave();
    leave = () => {};
    app.questions.cancelAll();
    if (place().name === name) show(name);
    const ended = await screen.mount(root, app, rest);
    if (own === turn) leave = ended;
    else ended();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    app.say(error.message, 'bad', error);
    if (!root.hasChildNodes()) location.hash = '#/';
  }
  // A slow screen that was left is not shown.
  if (own === turn) document.documentElement.dataset.shown = hash;
}

/**
 * Returns whether a fragment may hold a puzzle; one that holds a broken one says so later.
 * @param {string} fragment
 */
function fromLink(fragment) {
  try {
    return fromFragment(fragment) !== null;
  } catch {
    return true;
  }
}

window.addEventListener('hashchange', () => arrive());
window.addEventListener('pagehide', () => leave());
// On a phone, a page that is put away may never come back.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) takeTyped();
});
const earlier = earlierGames();
if (earlier.length) await (await import('./store/earlier.js')).takeEarlier(app, earlier);
await arrive();
if (!library.isKept) app.say(t('library.notKept'), 'bad');
await app.attempt(() => app.askKinds());
await keepOffline();
