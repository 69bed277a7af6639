/**
 * Puzzles that go elsewhere: links, texts, files, paper.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask } from './api.js';
import { make, onPress, select } from './dom.js';
import { toFragment } from './link.js';
import { toQuestion } from './puzzle.js';

/** The file types of formats that are not plain text. @type {Record<string, string>} */
const TYPES = { json: 'application/json', svg: 'image/svg+xml', opensudoku: 'application/xml', csv: 'text/csv', html: 'text/html' };

/** The endings of files. @type {Record<string, string>} */
const ENDINGS = { sdk: 'sdk', sdx: 'sdx', json: 'json', svg: 'svg', opensudoku: 'opensudoku', csv: 'csv', html: 'html' };

/**
 * Gives a text to the user as a file.
 * @param {string} name
 * @param {string} format
 * @param {string} text
 */
export function saveFile(name, format, text) {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[format] ?? 'text/plain' }));
  make('a', { href: address, download: `${name}.${ENDINGS[format] ?? 'txt'}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {App} app
 * @param {string} format
 * @returns {Promise<{text: string, lost: string[]}>}
 */
async function written({ state }, format) {
  const notes = state.corner.some((list) => list.length) ? { notes: state.corner } : {};
  const { title, author, ruleset, stated } = state;
  const words = { ...(title && { title }), ...(author && { author }), ...(ruleset && { ruleset }) };
  return ask('export', { ...toQuestion(state), ...notes, ...words, ...(stated && { solution: stated }), format });
}

/**
 * Says what a format leaves out.
 * @param {string[]} lost
 */
const without = (lost) => (lost.length ? ` This format leaves out ${lost.join(', ')}.` : '');

/**
 * @param {App} app
 * @param {string} text
 * @param {string} words
 */
async function copy(app, text, words) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(words);
  } catch {
    app.say(`Copy this text: ${text}`);
  }
}

/** Returns a link to this page with the puzzle and the state of solving it. @param {App} app */
export const linkTo = ({ state }) => `${location.origin}${location.pathname}#${toFragment(state)}`;

/** Offers the formats of puzzles, and pictures. @param {{name: string, words: string}[]} formats */
export function offerFormats(formats) {
  const chosen = select('export-format').value;
  const options = [...formats, { name: 'svg', words: 'a picture' }].map(({ name, words }) => {
    const option = new Option(name, name, false, name === chosen);
    option.title = words;
    return option;
  });
  select('export-format').replaceChildren(...options);
}

/** @param {App} app */
export function listenSharing(app) {
  const format = () => select('export-format').value;
  onPress('copy-link', () => app.attempt(() => copy(app, linkTo(app), 'Link copied.')));
  onPress('copy-text', () =>
    app.attempt(async () => {
      const { text, lost } = await written(app, format());
      await copy(app, text.trimEnd(), `Copied as ${format()}.${without(lost)}`);
    }),
  );
  onPress('save-file', () =>
    app.attempt(async () => {
      const { text, lost } = await written(app, format());
      saveFile('sudoku', format(), text);
      app.say(`Saved as ${format()}.${without(lost)}`);
    }),
  );
  onPress('print', () => window.print());
}
