/**
 * The message to the user, and what is waited for, each with a button that ends it.
 * @module
 */

import { h, update } from './dom.js';
import { inEnglish, t } from '../words/words.js';

/** How long something is waited for before it is shown, in milliseconds. */
const SOON = 400;

/** How long a message that needs no action is seen, in milliseconds. */
const LONG = 6000;

/**
 * Makes the element of the message.
 * @param {import('../store/app.js').App} app
 */
export function messageBar(app) {
  const text = h('p.message', { role: 'status', 'aria-live': 'polite', 'data-kind': 'quiet' });
  const waits = h('div.waits');
  const element = h('div.messages', {}, text, waits);
  let hiding = 0;
  // It is read once; what went wrong stays until it is pressed or something else is said.
  text.addEventListener('click', () => text.setAttribute('data-kind', 'quiet'));
  const show = () => {
    const { text: words, kind, isOfEngine } = app.message.now;
    clearTimeout(hiding);
    if (kind === 'plain' || kind === 'good') hiding = window.setTimeout(() => text.setAttribute('data-kind', 'quiet'), LONG);
    update(text, { lang: null, dir: null, ...(isOfEngine && inEnglish()) });
    if (text.textContent !== words) text.textContent = words;
    text.dataset.kind = kind;
  };
  let timer = 0;
  /**
   * What is shown of each wait. It stays the same element while the question runs: a button that is put in the place of
   * another loses the focus, and a press that began on the other one.
   * @type {Map<import('../engine/questions.js').Busy, {shown: HTMLElement, told: HTMLElement}>}
   */
  let lines = new Map();
  const wait = () => {
    clearTimeout(timer);
    const { list } = app.questions.busy.now;
    const now = Date.now();
    const late = list.filter(({ since }) => now - since >= SOON);
    const before = lines;
    lines = new Map(late.map((busy) => [busy, before.get(busy) ?? lineOf(busy)]));
    for (const [busy, { shown }] of before) if (!lines.has(busy)) shown.remove();
    for (const [{ words, since }, { shown, told }] of lines) {
      const seconds = Math.floor((now - since) / 1000);
      told.textContent = seconds ? `${words} ${t('seconds', { n: seconds })}` : words;
      if (!shown.isConnected) waits.append(shown);
    }
    if (list.length) timer = window.setTimeout(wait, late.length ? 500 : SOON);
  };
  app.message.follow(show);
  app.questions.busy.follow(wait);
  show();
  return element;
}

/**
 * Makes the line of something that is waited for, and the place of its words.
 * @param {import('../engine/questions.js').Busy} busy
 */
function lineOf({ cancel }) {
  const told = h('span');
  return { told, shown: h('div.wait', {}, h('span.spinner', { 'aria-hidden': 'true' }), told, h('button', { click: cancel }, t('cancel'))) };
}
