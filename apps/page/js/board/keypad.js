/**
 * The keypad: modes, digits with the number that is left of each, and erasing.
 * @module
 */

import { digitIn, digitsOf } from '../model/puzzle.js';
import { h, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../words/words.js';
import { LETTERS } from './entry.js';
import { COLOR_KEYS } from './grid.js';

export class Keypad {
  /**
   * @param {import('../store/app.js').App} app
   * @param {import('./entry.js').Entry} entry
   */
  constructor(app, entry) {
    this.app = app;
    this.entry = entry;
    this.modes = entry.modes.map((mode) => h('button', { 'data-mode': mode, click: () => this.#choose(mode) }, t(`mode.${mode}`)));
    this.keys = h('div.keys', { role: 'group', 'aria-label': t('keypad.label') });
    this.element = h('div.pad', {}, h('div.modes', { role: 'group', 'aria-label': t('modes.label') }, this.modes), this.keys);
    this.leave = [entry.desk.follow(() => this.render()), app.settings.follow(() => this.render())];
    this.render();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** @param {import('../model/keyboard.js').Mode} mode */
  #choose(mode) {
    this.entry.setMode(mode);
    this.entry.board.focus();
  }

  render() {
    const { app, entry: { desk } } = this;
    const { mode, chosen, isPaused } = desk.now;
    const state = desk.now.shown ?? desk.state;
    for (const button of this.modes) update(button, { 'aria-pressed': `${button.dataset.mode === mode}` });
    const isColor = mode === 'color';
    const digits = isColor ? [...COLOR_KEYS.keys()].slice(1) : mode === 'pen' || mode === 'letter' ? [] : digitsOf(state.board);
    const letters = mode === 'letter' ? LETTERS : [];
    const shape = JSON.stringify([mode === 'pen' ? 'pen' : isColor, digits.map(app.show), letters]);
    if (this.keys.dataset.shape !== shape) {
      this.keys.dataset.shape = shape;
      this.keys.dataset.count = `${digits.length + letters.length}`;
      const press = (/** @type {number|null} */ digit) => () => this.entry.press(digit);
      const keys = digits.map((digit) => isColor
        ? h('button.key', { 'data-digit': digit, 'data-color': digit, 'aria-label': t(COLOR_KEYS[digit]), click: press(digit) })
        : h('button.key', { 'data-digit': digit, click: press(digit) }, h('span', {}, app.show(digit)), ' ', h('small', { 'aria-hidden': 'true' })));
      keys.push(...letters.map((letter) => h('button.key', { 'data-letter': letter, click: () => this.entry.pressLetter(letter) }, letter)));
      const hint = mode === 'pen' ? h('p.soft', {}, t('pen.help')) : null;
      this.keys.replaceChildren(...[hint, ...keys].filter((part) => part !== null),
        h('button.key.erase', { 'aria-label': t('erase'), title: t('erase'), click: press(null) }, icon('erase')));
    }
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (let cell = 0; cell < state.givens.length; cell += 1) {
      const digit = digitIn(state, cell);
      if (digit !== undefined) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    for (const key of this.keys.querySelectorAll('[data-digit], [data-letter]')) {
      update(key, { disabled: isPaused });
      if (letters.length) continue;
      const digit = Number(/** @type {HTMLElement} */ (key).dataset.digit);
      update(key, { 'aria-pressed': `${digit === chosen}` });
      if (isColor) continue;
      const left = state.board.side - (counts.get(digit) ?? 0);
      key.classList.toggle('used-up', left <= 0);
      const small = key.querySelector('small');
      if (small && small.textContent !== `${left}`) small.textContent = left > 0 ? `${left}` : '';
      update(key, { 'aria-label': t('key.digit', { digit: app.show(digit), left: Math.max(left, 0) }) });
    }
  }
}
