/**
 * What surrounds the screens: the places, the settings and the keys.
 * @module
 */

import { ask } from '../engine/api.js';
import { CHOICES, SWITCHES } from '../store/settings.js';
import { inEnglish, isLanguage, LANGUAGES, levelText, preferred, speak, t, used } from '../words/words.js';
import { dialog } from './dialog.js';
import { h, isField, update } from './dom.js';
import { icon } from './icons.js';
import { messageBar } from './message.js';

/** The places of the page. @type {('home'|'learn'|'solve'|'set'|'cover')[]} */
const PLACES = ['home', 'learn', 'solve', 'set', 'cover'];

/**
 * Fills the frame of the page.
 * @param {import('../store/app.js').App} app
 * @returns {{root: HTMLElement, show: (place: string) => void}} where screens are built, and what tells of another screen
 */
export function frame(app) {
  const root = h('main', { id: 'screen', tabindex: -1 });
  const nav = h('nav', { 'aria-label': t('places') });
  const header = h('header.top', {});
  const messages = messageBar(app);
  const build = () => {
    const links = PLACES.map((place) => h('a', { href: place === 'home' ? '#/' : `#/${place}`, 'data-place': place }, t(`place.${place}`)));
    nav.replaceChildren(...links);
    header.replaceChildren(
      h('a.brand', { href: '#/' }, icon('grid'), h('span', {}, 'Sudoku')),
      nav,
      h('div.ends', {},
        h('button.plain', { 'aria-label': t('keys.title'), title: t('keys.title'), click: () => keysDialog() }, icon('keyboard')),
        h('button.plain', { 'aria-label': t('settings.title'), title: t('settings.title'), click: () => settingsDialog(app) }, icon('gear'))),
    );
  };
  build();
  const skip = h('a.skip', { href: '#screen', click: (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {HTMLElement} */ (root.querySelector('[role="gridcell"][tabindex="0"]') ?? root).focus();
  } }, t('skip'));
  document.body.replaceChildren(skip, header, root, messages);
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && !isField(event.target) && !event.defaultPrevented && !document.querySelector('dialog[open]')) keysDialog();
  });
  // A text can be pasted or dropped on every screen; those with a field of their own for it take it there.
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.defaultPrevented || isField(event.target) || !text.trim()) return;
    event.preventDefault();
    app.attempt(() => app.openText(text));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    app.attempt(async () => app.openText(file ? await file.text() : text));
  });
  const show = (/** @type {string} */ place) => {
    document.body.dataset.place = place;
    for (const link of nav.querySelectorAll('a')) {
      const isHere = link.dataset.place === place || (place === 'play' && link.dataset.place === 'home');
      update(link, { 'aria-current': isHere ? 'page' : null });
      if (isHere) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  };
  app.settings.follow(async (now, before) => {
    if (now.language === before.language) return;
    await speak(isLanguage(now.language) ? now.language : preferred(navigator.languages));
    build();
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  return { root, show };
}

/** Shows what each key does. */
function keysDialog() {
  const rows = /** @type {const} */ ([
    'move', 'ends', 'digits', 'shift', 'control', 'modes', 'space', 'clear', 'enter', 'select', 'double', 'undo', 'hint', 'steps', 'fill', 'check', 'pause', 'mark', 'path',
  ]);
  return dialog(t('keys.title'), [h('dl.keys-list', {}, rows.flatMap((row) => [h('dt', {}, t(`keys.${row}`)), h('dd', {}, t(`keys.${row}.does`))]))]);
}

/**
 * Shows the settings, each of which holds at once.
 * @param {import('../store/app.js').App} app
 */
function settingsDialog(app) {
  const { settings } = app;
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const key = /** @type {keyof typeof CHOICES} */ (name);
    const options = values.map((value) => {
      const selected = settings.now[key] === value;
      // A language is called as those who speak it call it.
      if (key === 'language' && isLanguage(value)) return h('option', { value, selected, lang: value }, LANGUAGES[value].name);
      return h('option', { value, selected }, t(/** @type {import('../words/words.js').Key} */ (`settings.${key}.${value}`)));
    });
    const change = (/** @type {Event} */ event) => settings.set({ [key]: /** @type {HTMLSelectElement} */ (event.target).value });
    return h('label.row', {}, h('span', {}, t(`settings.${key}`)), h('select', { change }, options));
  });
  const switches = SWITCHES.map((name) => h('label.row', {}, h('span', {}, t(`settings.${name}`)),
    h('input.switch', { type: 'checkbox', role: 'switch', checked: settings.now[name], change: (/** @type {Event} */ event) => settings.set({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }) })));
  const techniques = h('div.techniques', {});
  const more = h('details', { toggle: () => app.attempt(async () => {
    if (techniques.hasChildNodes()) return;
    const all = await ask('techniques', undefined);
    techniques.append(...all.filter(({ rare }) => !rare).map(({ name, level }) => h('label.check', {},
      h('input', { type: 'checkbox', checked: !settings.now.without.includes(name), change: (/** @type {Event} */ event) => {
        const others = settings.now.without.filter((other) => other !== name);
        settings.set({ without: /** @type {HTMLInputElement} */ (event.target).checked ? others : [...others, name] });
      } }), ' ', h('bdi', inEnglish(), name), ' ', h('small', {}, levelText(level)))));
  }) }, h('summary', {}, t('settings.techniques')), techniques);
  return dialog(t('settings.title'), [...choices, ...switches, more, h('p.soft', { lang: used() }, t('settings.kept'))]);
}
