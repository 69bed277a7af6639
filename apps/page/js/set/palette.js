/**
 * The palette: all rules of the catalogue in groups, with a search; those of the whole board are switches. At its end stands
 * what means nothing to the engine: lines, shapes, texts, fog.
 * @module
 *
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {import('./tools.js').Tool} Tool
 */

import { h, update } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../words/words.js';
import { BRUSHES } from './drawings.js';
import { GROUPS, keyOf } from './tools.js';

export class Palette {
  /**
   * @param {Draft} draft
   * @param {{write: (text: string) => void}} options called to write a rule in words, beginning with an example
   */
  constructor(draft, { write }) {
    this.draft = draft;
    this.write = write;
    this.search = h('input', { type: 'search', placeholder: t('set.search'), 'aria-label': t('set.search'), input: () => this.#filter() });
    this.list = h('div.palette-list', {});
    this.nothing = h('p.soft', { hidden: true }, t('set.search.none'));
    this.element = h('div.palette', {}, h('label.searching', {}, icon('search'), this.search), this.list, this.nothing);
    /** @type {{key: string, words: string, element: HTMLElement, tool: Tool|null}[]} */
    this.rows = [];
    this.leave = [draft.follow(() => this.render()), draft.setting.follow(() => this.render())];
    this.build();
  }

  /** Ends following. */
  close() {
    for (const leave of this.leave) leave();
  }

  /** Makes the rows, once the kinds of rules are known. */
  build() {
    const { draft } = this;
    const tools = [...draft.tools.values()];
    this.rows = [];
    this.groups = GROUPS.map(({ name, shapes }, index) => {
      const rows = tools.filter(({ shape }) => shapes.includes(shape)).map((tool) => this.#row(tool));
      return h('details', { open: index < 2 }, h('summary', {}, h('span', {}, t(name)), h('small', {}, rows.length)), rows);
    });
    const brushes = BRUSHES.map((name) => {
      const key = `brush/${name}`;
      const label = t(`set.brush.${name}`);
      const about = t(`set.brush.${name}.text`);
      const element = h('button.row-tool', { click: () => this.#choose(key), 'data-tool': key, title: about }, h('strong', {}, label), h('small', {}, about));
      this.rows.push({ key, words: `${label} ${about}`.toLowerCase(), element, tool: null });
      return element;
    });
    this.groups.push(h('details', {}, h('summary', {}, h('span', {}, t('set.group.drawings')), h('small', {}, brushes.length)), brushes));
    this.list.replaceChildren(...this.groups);
    this.render();
  }

  /** @param {Tool} tool */
  #row(tool) {
    const { draft } = this;
    const key = keyOf(tool);
    const words = [h('strong', {}, tool.name), h('small', {}, tool.sentence)];
    const element = tool.shape === 'board'
      ? h('label.row-tool', { 'data-tool': key }, h('span', {}, words), h('input.switch', { type: 'checkbox', role: 'switch', 'aria-label': tool.name, change: () => draft.toggle(tool) }))
      : h('button.row-tool', { 'data-tool': key, title: tool.sentence, click: () => (tool.shape === 'text' ? this.write(tool.example) : this.#choose(key)) }, words);
    this.rows.push({ key, words: `${tool.name} ${tool.word} ${tool.sentence}`.toLowerCase(), element, tool });
    return element;
  }

  /** @param {string} key */
  #choose(key) {
    const { setting, app } = this.draft;
    const isOff = setting.now.tool === key;
    this.draft.choose(isOff ? null : key);
    if (!isOff) app.say(t('set.chosen', { name: this.draft.tools.get(key)?.name ?? t(/** @type {import('../words/words.js').Key} */ (`set.brush.${key.replace('brush/', '')}`)) }), 'quiet');
  }

  #filter() {
    const wanted = this.search.value.trim().toLowerCase();
    let found = 0;
    for (const { words, element } of this.rows) {
      element.hidden = wanted !== '' && !wanted.split(/\s+/).every((part) => words.includes(part));
      found += element.hidden ? 0 : 1;
    }
    this.groups?.forEach((group, index) => {
      const has = [...group.querySelectorAll('.row-tool')].some((row) => !(/** @type {HTMLElement} */ (row).hidden));
      group.hidden = !has;
      if (wanted) group.open = has;
      else group.open = index < 2 || group.querySelector('[aria-pressed="true"]') !== null;
    });
    this.nothing.hidden = found > 0;
  }

  render() {
    const { draft } = this;
    const { tool: chosen } = draft.setting.now;
    if (!this.rows.some(({ tool }) => tool) && draft.tools.size) {
      this.build();
      return;
    }
    const has = new Set(draft.rules.filter(({ shape }) => shape === 'board').map(({ word }) => word));
    for (const { key, element, tool } of this.rows) {
      if (tool?.shape === 'board') /** @type {HTMLInputElement} */ (element.querySelector('input')).checked = has.has(tool.word);
      else update(element, { 'aria-pressed': `${key === chosen}` });
    }
  }
}
