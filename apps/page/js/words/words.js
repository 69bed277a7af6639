/**
 * The words of the page in the language of the user. All of them are in the catalogues beside this file. A text
 * that a catalogue lacks is English. Steps, reasons and conflicts of rules come from the engine and are English.
 * @module
 *
 * @typedef {Record<string, string|number>} Values
 * @typedef {string|Partial<Record<Intl.LDMLPluralRule, string>>} Entry a text in which `{name}` stands for a value; or one for
 *   each plural category of the value `n`
 * @typedef {keyof typeof import('./en.js').default} Key
 * @typedef {'en'|'de'|'ar'} Language
 */

import en from './en.js';

/** The languages, each with its name and the direction of its script. @type {Record<Language, {name: string, dir: 'ltr'|'rtl'}>} */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
};

/** @type {Record<string, Entry>} */
let catalogue = en;
/** @type {Language} */
let language = 'en';
let plurals = new Intl.PluralRules('en');

/** Returns the language in use. */
export const used = () => language;

/**
 * @param {string} name
 * @returns {name is Language}
 */
export const isLanguage = (name) => name in LANGUAGES;

/**
 * Returns the first of the user's languages that there is a catalogue for, otherwise English.
 * @param {readonly string[]} wanted such as `navigator.languages`
 * @returns {Language}
 */
export function preferred(wanted) {
  for (const tag of wanted) {
    const [name] = tag.split('-');
    if (isLanguage(name)) return name;
  }
  return 'en';
}

/** Loads the catalogue of a language, and uses it from now on. @param {Language} name */
export async function speak(name) {
  const more = name === 'en' ? {} : (await import(`./${name}.js`)).default;
  [catalogue, language, plurals] = [{ ...en, ...more }, name, new Intl.PluralRules(name)];
  document.documentElement.lang = name;
  document.documentElement.dir = LANGUAGES[name].dir;
}

/**
 * Returns a value as it stands in a text. In a script from right to left, Latin words such as r1c2 keep their own order, and
 * leave that of what surrounds them as it is.
 * @param {string|number} value
 */
const isolated = (value) => (LANGUAGES[language].dir === 'rtl' && /\p{Script=Latin}/u.test(`${value}`) ? `\u2068${value}\u2069` : `${value}`);

/**
 * Returns a text of the catalogue.
 * @param {Key} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = catalogue[key];
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values.n))] ?? entry.other ?? '');
  return text.replace(/\{(\w+)\}/g, (whole, name) => (values[name] === undefined ? whole : isolated(values[name])));
}

/** Returns the attributes of an element with words of the engine, which are English in every language of the page. */
export const inEnglish = () => (language === 'en' ? {} : { lang: 'en', dir: 'ltr' });

/** Returns the name of a level such as `hard`. @param {string} level */
export const levelText = (level) => t(/** @type {Key} */ (`level.${level.toLowerCase()}`));

/**
 * Returns the name of a house, such as "row 3".
 * @param {{kind: string, name: string}} house
 */
export function houseText({ kind, name }) {
  const key = `house.${kind}`;
  return key in catalogue ? t(/** @type {Key} */ (key), { number: name.split(' ').at(-1) ?? '' }) : name;
}

/** Returns a list such as "a, b and c". @param {string[]} parts */
export const listed = (parts) => new Intl.ListFormat(language, { type: 'conjunction' }).format(parts.map(isolated));

/** Returns what is said side by side, such as "9×9 · solved". @param {(string|number|null|undefined|false)[]} parts empty ones are left out */
export const beside = (parts) => parts.flatMap((part) => (part ? [isolated(part)] : [])).join(' · ');

/**
 * Returns a day in the language, with the digits of the board.
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} options
 */
const written = (date, options) => date.toLocaleDateString(`${language}-u-nu-latn`, options);

/** Returns a day such as "Saturday, 28 November". @param {Date} date */
export const dayText = (date) => written(date, { weekday: 'long', day: 'numeric', month: 'long' });

/** Returns a day as it stands in lists. @param {Date} date */
export const shortDay = (date) => written(date, { day: 'numeric', month: 'short', year: 'numeric' });
