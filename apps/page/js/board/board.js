/**
 * The board of a screen: the picture of its rules, the cells, and what is drawn over them; with the pointer and the keys
 * that enter digits.
 * @module
 *
 * @typedef {import('../store/desk.js').Desk} Desk
 */

import { h, svg } from '../parts/dom.js';
import { t } from '../words/words.js';
import { Grid } from './grid.js';
import { drawn } from './cosmetics.js';
import { drawOverlay } from './overlay.js';

export class Board {
  /**
   * @param {import('../store/app.js').App} app
   * @param {Desk} desk
   * @param {{notes?: 'corners'|'places'}} [options] where corner notes stand, if not where the settings say
   */
  constructor(app, desk, { notes } = {}) {
    this.app = app;
    this.desk = desk;
    this.notes = notes;
    this.under = svg('svg', { class: 'overlay under', 'aria-hidden': 'true' });
    this.element = h('div.board', {}, this.under);
    this.grid = new Grid(this.element);
    this.grid.root.setAttribute('aria-label', t('board.label'));
    this.over = svg('svg', { class: 'overlay under', 'aria-hidden': 'true' });
    this.overlay = svg('svg', { class: 'overlay', 'aria-hidden': 'true' });
    this.element.append(this.over, this.overlay);
    this.insets = [0, 0];
    /** Whether the pointer selects cells: the focus waits for its end, as each move of it takes a layout. */
    this.isHeld = false;
    /** The picture that is shown or comes. */
    this.wanted = '';
    this.sizes = new ResizeObserver(() => this.#measure());
    this.sizes.observe(this.element);
    this.leave = [
      () => this.sizes.disconnect(),
      desk.follow((now, before) => this.render(now, before)),
      app.settings.follow(() => this.render(desk.now, null)),
    ];
    this.render(desk.now, null);
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** Makes the board as large as the place that it stands in. */
  #measure() {
    const { element, sizes } = this;
    const { parentElement: place } = element;
    if (!place) return;
    sizes.observe(place);
    const [across, down] = ['--across', '--down'].map((name) => Number(element.style.getPropertyValue(name)) || 9);
    const size = `${Math.max(8, Math.min(place.clientWidth / across, place.clientHeight / down))}px`;
    if (element.style.getPropertyValue('--cell') !== size) element.style.setProperty('--cell', size);
  }

  /** Puts the focus into the grid. */
  focus() {
    this.desk.tell();
    this.grid.focus(this.desk.now.selection.active);
  }

  /**
   * Shows the picture of the rules once it is there.
   * @param {import('../model/puzzle.js').State} state
   */
  async #dress(state) {
    const { app } = this;
    const key = JSON.stringify([state.board, app.style]);
    if (key === this.wanted) return;
    this.wanted = key;
    await app.attempt(async () => {
      const backdrop = await app.backdrop(state.board);
      if (this.wanted !== key) return;
      this.insets = backdrop.insets;
      this.grid.dress(state.layout, backdrop);
      this.#measure();
      this.render(this.desk.now, null);
    });
  }

  /**
   * @param {import('../store/desk.js').View} now
   * @param {import('../store/desk.js').View|null} before
   */
  render(now, before) {
    const state = now.shown ?? now.state;
    this.#dress(state);
    const { show } = this.app;
    const notes = this.notes ?? this.app.settings.now.notes;
    this.element.classList.toggle('paused', now.isPaused);
    this.grid.root.inert = now.isPaused;
    const isQuiet = now.step !== null || now.shown !== null;
    this.grid.isQuiet = isQuiet;
    this.grid.root.classList.toggle('quiet', isQuiet);
    this.grid.render(state, isQuiet ? { ...now, chosen: null, highlighted: null } : now, { show, notes });
    drawOverlay(this.overlay, state, { step: now.step, insets: this.insets });
    if (state.cosmetics !== (before && (before.shown ?? before.state).cosmetics)) {
      const { side } = state.board;
      for (const [layer, isUnder] of /** @type {const} */ ([[this.under, true], [this.over, false]])) {
        layer.setAttribute('viewBox', `0 0 ${side} ${side}`);
        layer.replaceChildren(...drawn(state.cosmetics, side, isUnder));
      }
    }
    // The focus follows the selection, if it is in the grid.
    if (before && now.selection !== before.selection && !this.isHeld && this.grid.hasFocus) this.grid.focus(now.selection.active);
  }
}
