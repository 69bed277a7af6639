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
  const wait = () => {
    clearTimeout(timer);
    const { list } = app.questions.busy.now;
    const now = Date.now();
    const late = list.filter(({ since }) => now - since >= SOON);
    waits.replaceChildren(...late.map(({ words, since, cancel }) => {
      const seconds = Math.floor((now - since) / 1000);
      return h('div.wait', {}, h('span.spinner', { 'aria-hidden': 'true' }), h('span', {}, words, seconds ? ` ${t('seconds', { n: seconds })}` : ''),
        h('button', { click: cancel }, t('cancel')));
    }));
    if (list.length) timer = window.setTimeout(wait, late.length ? 500 : SOON);
  };
  app.message.follow(show);
  app.questions.busy.follow(wait);
  show();
  return element;
}
