/**
 * The settings of the page, kept in the browser.
 * @module
 *
 * @typedef {object} Settings
 * @property {'auto'|'en'|'de'|'ar'} language
 * @property {'auto'|'light'|'dark'} theme
 * @property {'small'|'medium'|'large'} text
 * @property {boolean} letters whether digits above 9 are shown as letters
 * @property {boolean} labels whether rows and columns are numbered
 * @property {'nothing'|'conflicts'|'solution'} checks what is checked while playing
 * @property {'corners'|'places'} notes where corner notes stand: in the corners, or each digit at its own place
 * @property {boolean} tidies whether a digit removes its notes in cells that see it
 * @property {boolean} digitFirst whether a digit is chosen first, and then its cells
 * @property {boolean} clock whether the time is shown
 * @property {string[]} without techniques that hints do not use
 */

import { isObject, isText, load, save } from './storage.js';

/** @type {Settings} */
const DEFAULTS = {
  language: 'auto',
  theme: 'auto',
  text: 'medium',
  letters: false,
  labels: false,
  checks: 'conflicts',
  notes: 'corners',
  tidies: true,
  digitFirst: false,
  clock: true,
  without: [],
};

/** The settings that are on or off. @type {('labels'|'letters'|'tidies'|'digitFirst'|'clock')[]} */
export const SWITCHES = ['labels', 'letters', 'tidies', 'digitFirst', 'clock'];

/** The values of the other settings. @type {{language: Settings['language'][], theme: Settings['theme'][], text: Settings['text'][], checks: Settings['checks'][], notes: Settings['notes'][]}} */
export const CHOICES = {
  language: ['auto', 'en', 'de', 'ar'],
  theme: ['auto', 'light', 'dark'],
  text: ['small', 'medium', 'large'],
  checks: ['nothing', 'conflicts', 'solution'],
  notes: ['corners', 'places'],
};

/**
 * Returns whether a setting can have the value.
 * @param {string} name
 * @param {unknown} value
 */
function isSetting(name, value) {
  if (name === 'without') return Array.isArray(value) && value.every(isText);
  const choices = /** @type {Record<string, string[]>} */ (CHOICES)[name];
  return choices ? isText(value) && choices.includes(value) : typeof value === 'boolean';
}

/** @returns {Settings} */
export function loadSettings() {
  const kept = Object.entries(load('settings', {}, isObject));
  return { ...DEFAULTS, ...Object.fromEntries(kept.filter(([name, value]) => name in DEFAULTS && isSetting(name, value))) };
}

/** Saves the settings, and sets the attributes by which style sheets choose colors and sizes. @param {Settings} settings */
export function keepSettings(settings) {
  const { dataset } = document.documentElement;
  [dataset.theme, dataset.text] = [settings.theme, settings.text];
  save('settings', settings);
}

/**
 * Shows a digit as the settings ask for.
 * @param {Settings} settings
 * @param {number} digit
 */
export function shownDigit({ letters }, digit) {
  return letters && digit > 9 ? String.fromCharCode('A'.charCodeAt(0) + digit - 10) : `${digit}`;
}
