/**
 * Puzzles that go elsewhere: links, texts, files.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {import('../model/puzzle.js').State} State
 */

import { ask, Fault, Unreachable } from '../engine/api.js';
import { toFragment } from '../model/link.js';
import { toQuestion, withGivensAlone } from '../model/puzzle.js';
import { inEnglish, t } from '../words/words.js';
import { dialog } from './dialog.js';
import { h, update } from './dom.js';
import { saveBlob, saveFile } from './files.js';
import { pixels } from './picture.js';

/**
 * Returns the puzzle in a format, and what the format has no place for.
 * @param {State} state
 * @param {string} format
 * @returns {Promise<{text: string, lost: string[]}>}
 */
export async function written(state, format) {
  const has = (/** @type {number[][]} */ lists) => lists.some((list) => list.length > 0);
  const { title, author, ruleset, stated, corner, centre, colors, letters, pen, cosmetics, fog } = state;
  const { text, lost } = await ask('export', {
    ...toQuestion(state),
    ...(title && { title }),
    ...(author && { author }),
    ...(ruleset && { ruleset }),
    ...(stated && { solution: stated }),
    ...(has(corner) && { corner }),
    ...(has(centre) && { centre }),
    ...(has(colors) && { colors }),
    ...(cosmetics.length && { cosmetics }),
    ...(fog && { fog }),
    format,
  });
  // No format has a place for these.
  const marks = [letters.some(Boolean) && t('lost.letters'), pen.length > 0 && t('lost.pen')];
  return { text, lost: [...lost, ...marks.filter((mark) => mark !== false)] };
}

/**
 * Copies a text; where the browser forbids it, shows it.
 * @param {App} app
 * @param {string} text
 * @param {string} words
 */
export async function copy(app, text, words) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(words, 'good');
  } catch {
    app.say(t('copy.yourself', { text }));
  }
}

/** Returns a link to this page with a puzzle. @param {State} state */
export const linkTo = (state) => `${location.origin}${location.pathname}#${toFragment(state)}`;

/**
 * Shows the link to a puzzle as a QR code.
 * @param {App} app
 * @param {State} state
 */
async function qrDialog(app, state) {
  const text = linkTo(state);
  const code = await ask('qr', { text }).catch((error) => {
    // The engine refuses nothing but what no code holds.
    throw error instanceof Fault && !(error instanceof Unreachable) ? new Fault(t('share.qr.long', { n: text.length })) : error;
  });
  const address = URL.createObjectURL(new Blob([code.svg], { type: 'image/svg+xml' }));
  await dialog(t('share.qr'), [
    h('img.qr', { src: address, alt: t('share.qr.alt') }),
    h('div.bar', {}, h('button', { click: () => {
      saveFile('sudoku-link', 'svg', code.svg);
      app.say(t('share.saved', { format: 'SVG' }));
    } }, t('share.save'))),
  ]);
  URL.revokeObjectURL(address);
}

/**
 * Offers ways out for a puzzle.
 * @param {App} app
 * @param {State} state
 */
export async function shareDialog(app, state) {
  const formats = await ask('formats', undefined);
  const withProgress = h('input', { type: 'checkbox', checked: false });
  const format = h('select', { 'aria-label': t('share.format') }, [{ name: 'svg', words: t('share.picture') }, ...formats].map(({ name, words }) => h('option', { value: name, ...(name === 'svg' ? {} : inEnglish()) }, `${name}: ${words}`)));
  const given = () => (withProgress.checked ? state : withGivensAlone(state));
  const lost = (/** @type {string[]} */ list) => (list.length ? ` ${t('share.lost', { what: list.join(', ') })}` : '');
  // A link that can be opened and copied; puzzles that SudokuPad does not know have none.
  const pad = h('a.button', { target: '_blank', rel: 'noopener', hidden: true }, t('share.sudokupad'));
  const offerPad = async () => {
    try {
      const { text, lost: left } = await written(given(), 'sudokupad');
      update(pad, { href: text.trim(), title: lost(left).trim() || null });
      pad.hidden = false;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      pad.hidden = true;
    }
  };
  if (formats.some(({ name }) => name === 'sudokupad')) {
    offerPad();
    withProgress.addEventListener('change', offerPad);
  }
  await dialog(t('share.title'), [
    h('label.check', {}, withProgress, ` ${t('share.progress')}`),
    h('div.bar', {}, h('button.main', { click: () => app.attempt(() => copy(app, linkTo(given()), t('share.linkCopied'))) }, t('share.link')),
      h('button', { click: () => app.attempt(() => qrDialog(app, given())) }, t('share.qr'))),
    h('label.row', {}, h('span', {}, t('share.format')), format),
    h('div.bar', {},
      h('button', { click: () => app.attempt(async () => {
        const { text, lost: left } = await written(given(), format.value);
        await copy(app, text.trimEnd(), t('share.copied', { format: format.value }) + lost(left));
      }) }, t('share.copy')),
      h('button', { click: () => app.attempt(async () => {
        const { text, lost: left } = await written(given(), format.value);
        saveFile('sudoku', format.value, text);
        app.say(t('share.saved', { format: format.value }) + lost(left));
      }) }, t('share.save')),
      h('button', { click: () => window.print() }, t('more.print'))),
    h('div.bar', {},
      h('button', { click: () => app.attempt(async () => {
        const { text, lost: left } = await written(given(), 'svg');
        saveBlob('sudoku', 'png', await pixels(text));
        app.say(t('share.saved', { format: 'PNG' }) + lost(left));
      }) }, t('share.png')),
      pad,
      h('button', { click: () => app.attempt(async () => (await import('./booklet.js')).bookletDialog(app, given())) }, t('share.booklet'))),
  ]);
}
