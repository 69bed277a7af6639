/**
 * Puzzles that come from elsewhere, by paste, drop and file, and go elsewhere.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask, Fault } from './api.js';
import { byId } from './app.js';
import { fromAnswer, toQuestion } from './puzzle.js';

/** The most bytes of a text: what the server takes, less what stands around it. */
const MOST = 200_000;

/**
 * Whether the user types into a field, where a paste is text.
 * @param {EventTarget|null} target
 */
export const isField = (target) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/**
 * Reads a text in any format, and shows its first puzzle.
 * @param {App} app
 * @param {import('./entry.js').Entry} entry
 * @param {string} text
 */
async function take(app, entry, text) {
  if (text.length > MOST) throw new Fault(`Expected at most ${MOST} characters, found ${text.length}.`);
  const answer = await ask('parse', { text });
  const [first] = answer.puzzles;
  app.change('puzzle pasted or opened', await fromAnswer(first));
  entry.suitMode();
  const clues = first.givens.filter(Boolean).length;
  const more = answer.puzzles.length > 1 || answer.more ? ' This is the first of several puzzles.' : '';
  const what = first.allowed ? 'A pencilmark puzzle' : `${clues} clues`;
  app.say(`${what}, read as ${first.format}.${more}`);
}

/**
 * Gives a text to the user as a file.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
function save(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {App} app
 * @param {string} format
 * @returns {Promise<string>}
 */
async function written(app, format) {
  const { state } = app;
  const notes = state.notes.some((list) => list.length) ? { notes: state.notes } : {};
  const title = state.title ? { title: state.title } : {};
  return (await ask('export', { ...toQuestion(state), ...notes, ...title, format })).text;
}

/**
 * @param {App} app
 * @param {string} text
 * @param {string} what
 */
async function copy(app, text, what) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(`${what} copied.`);
  } catch {
    app.say(`${what}: ${text}`);
  }
}

/**
 * @param {App} app
 * @param {import('./entry.js').Entry} entry
 */
export function listenTaking(app, entry) {
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isField(event.target) || !text.trim()) return;
    event.preventDefault();
    app.attempt(() => take(app, entry, text));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    app.attempt(async () => take(app, entry, file ? await file.text() : text));
  });
  byId('file').addEventListener('change', (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (file) app.attempt(async () => take(app, entry, await file.text()));
    input.value = '';
  });
  /** @type {[string, () => Promise<void>][]} */
  const buttons = [
    ['copy-link', () => copy(app, location.href, 'Link')],
    ['copy-line', async () => copy(app, (await written(app, 'line')).trim(), 'Line')],
    ['save-sdk', async () => save('sudoku.sdk', 'text/plain', await written(app, 'sdk'))],
    ['save-json', async () => save('sudoku.json', 'application/json', await written(app, 'json'))],
    ['save-svg', async () => save('sudoku.svg', 'image/svg+xml', await written(app, 'svg'))],
    ['print', async () => window.print()],
  ];
  for (const [id, work] of buttons) byId(id).addEventListener('click', () => app.attempt(work));
}
