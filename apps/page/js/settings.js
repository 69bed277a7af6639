/**
 * The settings of the page: a dialog, kept in the browser.
 * @module
 *
 * @typedef {object} Settings
 * @property {'auto'|'light'|'dark'} theme
 * @property {'small'|'medium'|'large'} text
 * @property {boolean} letters whether digits above 9 are shown as letters
 * @property {boolean} labels whether rows and columns are numbered
 * @property {'nothing'|'conflicts'|'solution'} checks what is checked while playing
 * @property {boolean} tidies whether a digit removes its notes in cells that see it
 * @property {boolean} digitFirst whether a digit is chosen first, and then its cells
 * @property {boolean} clock whether the time is shown
 * @property {string[]} without techniques that hints do not use
 */

import { byId, dialog, input, make, onPress, select } from './dom.js';
import { isObject, isText, load, save } from './storage.js';

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',
  text: 'medium',
  letters: false,
  labels: true,
  checks: 'conflicts',
  tidies: true,
  digitFirst: false,
  clock: true,
  without: [],
};

/** @type {('letters'|'labels'|'tidies'|'digitFirst'|'clock')[]} */
const SWITCHES = ['letters', 'labels', 'tidies', 'digitFirst', 'clock'];

/** @type {('theme'|'text'|'checks')[]} */
const CHOICES = ['theme', 'text', 'checks'];

/** @type {Record<string, string[]>} */
const WORDS = {
  theme: ['auto', 'light', 'dark'],
  text: ['small', 'medium', 'large'],
  checks: ['nothing', 'conflicts', 'solution'],
};

/**
 * Returns whether a setting can have the value.
 * @param {string} name
 * @param {unknown} value
 */
function isSetting(name, value) {
  if (name === 'without') return Array.isArray(value) && value.every(isText);
  return name in WORDS ? isText(value) && WORDS[name].includes(value) : typeof value === 'boolean';
}

/** @returns {Settings} */
export function loadSettings() {
  const kept = Object.entries(load('settings', {}, isObject));
  return { ...DEFAULTS, ...Object.fromEntries(kept.filter(([name, value]) => name in DEFAULTS && isSetting(name, value))) };
}

/** @param {Settings} settings */
export function applySettings({ theme, text, clock }) {
  const { dataset } = document.documentElement;
  [dataset.theme, dataset.text] = [theme, text];
  byId('clock').hidden = !clock;
}

/**
 * Shows a digit as the settings ask for.
 * @param {Settings} settings
 * @param {number} digit
 */
export function shownDigit({ letters }, digit) {
  return letters && digit > 9 ? String.fromCharCode('A'.charCodeAt(0) + digit - 10) : `${digit}`;
}

/** @param {import('./app.js').App} app */
export function listenSettings(app) {
  const { settings } = app;
  const changed = () => {
    save('settings', settings);
    applySettings(settings);
    app.attempt(() => app.restyle());
  };
  for (const name of SWITCHES) {
    input(`set-${name}`).checked = settings[name];
    input(`set-${name}`).addEventListener('change', () => {
      settings[name] = input(`set-${name}`).checked;
      changed();
    });
  }
  for (const name of CHOICES) {
    select(`set-${name}`).value = settings[name];
    select(`set-${name}`).addEventListener('change', () => {
      Object.assign(settings, { [name]: select(`set-${name}`).value });
      changed();
    });
  }
  onPress('open-settings', () => dialog('settings').showModal());
  applySettings(settings);
}

/**
 * Lists the techniques, each of which hints may leave out.
 * @param {Settings} settings
 * @param {{name: string, level: string}[]} techniques
 */
export function listTechniques(settings, techniques) {
  settings.without = settings.without.filter((kept) => techniques.some(({ name }) => name === kept));
  const rows = techniques.map(({ name, level }) => {
    const box = make('input', { type: 'checkbox' });
    if (box instanceof HTMLInputElement) {
      box.checked = !settings.without.includes(name);
      box.addEventListener('change', () => {
        const others = settings.without.filter((other) => other !== name);
        settings.without = box.checked ? others : [...others, name];
        save('settings', settings);
      });
    }
    return make('label', { class: 'check' }, box, ` ${name} (${level.toLowerCase()})`);
  });
  byId('set-techniques').replaceChildren(...rows);
}
