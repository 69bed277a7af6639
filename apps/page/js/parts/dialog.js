/**
 * Dialogs and menus.
 * @module
 */

import { t } from '../words/words.js';
import { h } from './dom.js';
import { icon } from './icons.js';

/**
 * Opens a dialog over the page.
 * @param {string} title
 * @param {import('./dom.js').Child[]} content
 * @param {{label: string, value: string, isMain?: boolean}[]} [choices] the buttons below, besides that which closes it
 * @param {{kind?: string}} [options]
 * @returns {Promise<string>} the value of the button, or nothing if it was closed without one
 */
export function dialog(title, content, choices = [], { kind = '' } = {}) {
  return new Promise((resolve) => {
    const close = (/** @type {string} */ value) => () => element.close(value);
    const buttons = choices.map(({ label, value, isMain }) =>
      h(isMain ? 'button.main' : 'button', { click: close(value), autofocus: isMain === true }, label));
    const element = h('dialog', { class: kind || null, 'aria-label': title, click: (/** @type {MouseEvent} */ event) => {
      // A press beside the dialog closes it.
      if (event.target === element) element.close('');
    } },
    // In a section, the header is that of the dialog and not the banner of the page.
    h('section.dialog', {},
      h('header', {}, h('h2', {}, title), h('button.plain', { 'aria-label': t('close'), click: close('') }, icon('close'))),
      ...content,
      buttons.length ? h('footer', {}, buttons) : null));
    // What is outside an open dialog is neither seen nor heard.
    const messages = document.querySelector('.messages');
    const home = messages?.parentElement;
    element.addEventListener('close', () => {
      if (messages) home?.append(messages);
      element.remove();
      resolve(element.returnValue);
    });
    document.body.append(element);
    if (messages) element.append(messages);
    element.showModal();
  });
}

/**
 * Makes a button that opens a menu.
 * @param {import('./icons.js').IconName} picture
 * @param {string} label
 * @param {() => ({label: string, work: () => void, isOff?: boolean, isChecked?: boolean}|null)[]} items what it offers, nothing for a line between
 */
export function menu(picture, label, items) {
  const list = h('div.menu', { popover: 'auto', role: 'menu', 'aria-label': label });
  const button = h('button.tool', { 'aria-label': label, 'aria-haspopup': 'menu', 'aria-expanded': 'false', click: () => open() }, icon(picture), h('span', {}, label));
  const open = () => {
    list.replaceChildren(...items().map((item) => item
      ? h('button', {
        role: item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
        'aria-checked': item.isChecked === undefined ? null : `${item.isChecked}`,
        disabled: item.isOff === true,
        click: () => {
          list.hidePopover();
          item.work();
        },
      }, item.label)
      : h('hr')));
    list.showPopover();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = list;
    const x = Math.min(Math.max(8, (left + right - width) / 2), innerWidth - width - 8);
    const y = bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4);
    [list.style.left, list.style.top] = [`${x}px`, `${y}px`];
    list.querySelector('button')?.focus();
  };
  list.addEventListener('toggle', (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === 'open';
    button.setAttribute('aria-expanded', `${isOpen}`);
    if (!isOpen && list.contains(document.activeElement)) button.focus();
  });
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.querySelectorAll('button:not(:disabled)')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.indexOf(/** @type {Element} */ (document.activeElement));
    /** @type {HTMLElement} */ (buttons[(at + step + buttons.length) % buttons.length]).focus();
  });
  return h('span.with-menu', {}, button, list);
}
