/**
 * New drafts: blank grids, and puzzles that are generated.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {import('../engine/api.js').Schemas['Kind']} Kind
 */

import { ask, Fault } from '../engine/api.js';
import { blankState, countDigits, isDigit } from '../model/puzzle.js';
import { dialog } from '../parts/dialog.js';
import { h } from '../parts/dom.js';
import { anySeed, LEVELS } from '../store/making.js';
import { newGame } from '../store/game.js';
import { levelText, listed, t } from '../words/words.js';

/** @type {Kind[]} */
const KINDS = ['unique', 'easy', 'several', 'unsolvable'];

/** @type {import('../engine/api.js').Schemas['Symmetry'][]} */
const SYMMETRIES = ['none', 'rot180', 'rot90', 'horizontal', 'vertical', 'diagonal', 'antidiagonal', 'mirrors', 'diagonals', 'full'];

/** The side of the board with the five grids of a Samurai. */
const SAMURAI = 21;

/** Puzzles that stand for several kinds of rules. */
const PUZZLES = ['futoshiki', 'kenken', 'kakuro'];

/**
 * Opens a state as a draft of its own.
 * @param {App} app
 * @param {import('../model/puzzle.js').State} state
 */
export async function openDraft(app, state) {
  const { id } = await app.library.put(newGame({ ...state, isLocked: false }, { kind: 'set' }), null);
  app.go(`/set/${id}`);
}

/** Returns the shapes of the boxes of a board, the usual one first. @param {number} side */
export function boxesOf(side) {
  const heights = Array.from({ length: side }, (_, at) => at + 1).filter((height) => side % height === 0 && height > 1 && height < side);
  return heights.map((height) => [height, side / height]).sort((one, other) => Math.abs(one[0] - one[1]) - Math.abs(other[0] - other[1]) || one[0] - other[0]);
}

/**
 * Returns a list to choose from, which opens below its name and can be searched.
 * @param {string} label
 * @param {string} help
 * @param {{value: string, name: string}[]} entries
 * @param {() => void} [change]
 */
function picker(label, help, entries, change = () => {}) {
  const count = h('span.count', {});
  const list = h('div.choices', { role: 'group', 'aria-label': label }, entries.map(({ value, name }) => h('label.check', {}, h('input', { type: 'checkbox', value, change: () => {
    count.textContent = `${chosen().length || ''}`;
    change();
  } }), ` ${name}`)));
  const chosen = () => [...list.querySelectorAll('input')].filter((input) => input.checked).map(({ value }) => value);
  const search = h('input', { type: 'search', placeholder: t('set.new.search'), 'aria-label': t('set.new.search'), input: () => {
    for (const row of list.children) /** @type {HTMLElement} */ (row).hidden = !row.textContent?.toLowerCase().includes(search.value.trim().toLowerCase());
  } });
  return { element: h('details', {}, h('summary', {}, label, ' ', count), help ? h('p.soft', {}, help) : null, search, list), chosen };
}

/**
 * Returns the least and the greatest number of givens in a text such as 26 or 24-28; nothing if the text has another form.
 * @param {string} text
 * @returns {[number, number]|undefined}
 */
export function cluesIn(text) {
  const [, low, high] = /^(\d{1,3})(?:\s*(?:-|–|\.\.)\s*(\d{1,3}))?$/.exec(text.trim()) ?? [];
  return low === undefined ? undefined : [Number(low), Number(high ?? low)];
}

/**
 * Asks for a new draft: a blank grid, or one that is generated.
 * @param {App} app
 * @param {Draft} draft
 */
export async function newDialog(app, draft) {
  const { board, givens } = draft.state;
  const techniques = await ask('techniques', undefined);
  const sides = Array.from({ length: 22 }, (_, at) => at + 4);
  const size = h('select', { change: () => offerBoxes() }, sides.map((side) => h('option', { value: side, selected: side === board.side }, `${side}×${side}`)));
  const box = h('select', {});
  const boxRow = h('label.row', {}, h('span', {}, t('set.new.box')), box);
  const offerBoxes = () => {
    const boxes = boxesOf(Number(size.value));
    box.replaceChildren(...boxes.map(([height, width]) => h('option', { value: `${height}x${width}` }, `${height}×${width}`)));
    boxRow.hidden = boxes.length < 2;
    ownCells.disabled = Number(size.value) !== board.side || !countDigits(board, givens);
    if (ownCells.selected && ownCells.disabled) places.value = 'none';
    offerWishes();
    app.attempt(offerLevels);
  };
  const level = h('select', {}, h('option', { value: '' }, t('set.new.any')), LEVELS.map((name) => h('option', { value: name }, levelText(name))));
  const kind = h('select', {}, KINDS.map((name) => h('option', { value: name }, t(`set.kind.${name}`))));
  const seed = h('input', { type: 'text', inputmode: 'numeric', size: 10, placeholder: t('set.new.random') });
  const keeps = h('input.switch', { type: 'checkbox', role: 'switch', checked: false, disabled: !draft.state.layout.rules.length, change: () => {
    if (keeps.checked) size.value = `${board.side}`;
    size.disabled = keeps.checked;
    offerBoxes();
  } });
  const ownCells = h('option', { value: 'pattern' }, t('set.new.pattern'));
  const places = h('select', {}, SYMMETRIES.map((name) => h('option', { value: name }, t(`symmetry.${name}`))), ownCells);
  const clues = h('input', { type: 'text', size: 8, placeholder: t('set.new.clues.example') });
  const minimal = h('input.switch', { type: 'checkbox', role: 'switch', checked: false });
  const drawnAs = new Map([...app.kinds.values()].map(({ word, drawn }) => [word, drawn]));
  const kinds = picker(t('set.new.rules'), '', [
    ...[...app.kinds.values()].map(({ word, name }) => ({ value: word, name })),
    ...PUZZLES.map((word) => ({ value: word, name: `${word.charAt(0).toUpperCase()}${word.slice(1)}` })),
  ].sort((one, other) => one.name.localeCompare(other.name)), () => app.attempt(offerLevels));
  const named = techniques.map(({ name }) => ({ value: name, name }));
  const needs = picker(t('set.new.needs'), '', named);
  const only = picker(t('set.new.only'), t('set.new.only.how'), named);
  const drawn = () => kinds.chosen().filter((word) => drawnAs.get(word) !== false);
  const boardWish = () => {
    const rules = kinds.chosen().filter((word) => drawnAs.get(word) === false);
    const [height, width] = box.value.split('x').map(Number);
    const own = keeps.checked ? draft.state.layout.rules.map(({ text }) => text) : [];
    // Its grids need a board of their own.
    if (rules.includes('samurai')) return { side: SAMURAI, rules };
    return { side: Number(size.value), ...(width && !keeps.checked && { box: [height, width] }), ...(keeps.checked && { box: board.box }), rules: [...own, ...rules] };
  };
  const offerLevels = async () => {
    const answer = await app.questions.ask('set/levels', 'levels', { board: boardWish(), drawn: drawn() });
    if (!answer) return;
    for (const option of level.options) option.disabled = option.value !== '' && !answer.levels.some((name) => name === option.value);
    if (level.selectedOptions[0]?.disabled) level.value = '';
  };
  // Only puzzles with one solution can be more than their kind.
  const offerWishes = () => {
    const isOff = kind.value !== 'unique';
    for (const field of [level, places, minimal]) field.disabled = isOff;
    clues.disabled = isOff || places.value === 'pattern';
    needs.element.hidden = only.element.hidden = isOff;
  };
  for (const field of [kind, places]) field.addEventListener('change', offerWishes);
  offerBoxes();

  /** Returns what is asked for. Throws what is wrong with it. */
  const wish = () => {
    const number = seed.value.trim();
    if (number && !/^\d{1,15}$/.test(number)) throw new Fault(t('set.new.badSeed', { found: number }));
    const common = { board: boardWish(), drawn: drawn(), kind: /** @type {Kind} */ (kind.value), seed: number ? Number(number) : anySeed() };
    if (kind.value !== 'unique') return common;
    const range = clues.disabled || !clues.value.trim() ? null : cluesIn(clues.value);
    if (range === undefined) throw new Fault(t('set.new.badClues', { found: clues.value.trim() }));
    return {
      ...common,
      ...(level.value && { level: /** @type {import('../engine/api.js').Schemas['Level']} */ (level.value) }),
      ...(places.value === 'pattern'
        ? { pattern: givens.map((digit) => (isDigit(board, digit) ? 'X' : '.')).join('') }
        : { symmetry: /** @type {typeof SYMMETRIES[number]} */ (places.value) }),
      ...(range && { clues: range }),
      minimal: minimal.checked,
      needs: needs.chosen(),
      only: only.chosen(),
    };
  };
  const generate = async () => {
    const question = wish();
    const answer = await app.questions.ask('set-generate', 'generate', question, t('busy.generate'));
    if (!answer) return;
    await openDraft(app, await app.stateOf({ ...answer, level: level.value }));
    const doubts = [
      answer.asymmetric.length > 0 && t('set.new.asymmetric', { kinds: listed(answer.asymmetric.map((word) => app.kinds.get(word)?.name ?? word)) }),
      minimal.checked && answer.undecided > 0 && t('set.new.undecided'),
    ];
    app.say([t('set.new.done', { n: countDigits(answer.board, answer.givens), seed: question.seed }), ...doubts].filter(Boolean).join(' '), 'good');
  };
  const content = [
    h('label.row', {}, h('span', {}, t('set.new.size')), size), boxRow,
    h('h3', {}, t('set.new.make')),
    h('label.row', {}, h('span', {}, t('set.new.level')), level),
    kinds.element,
    h('details', {}, h('summary', {}, t('set.new.givens')),
      h('label.row', {}, h('span', {}, t('set.new.places')), places),
      h('label.row', {}, h('span', {}, t('set.new.clues')), clues),
      h('label.row', {}, h('span', {}, t('set.new.minimal')), minimal)),
    needs.element,
    only.element,
    h('details', {}, h('summary', {}, t('set.new.more')),
      h('label.row', {}, h('span', {}, t('set.new.keep')), keeps),
      h('label.row', {}, h('span', {}, t('set.new.kind')), kind),
      h('label.row', {}, h('span', {}, t('set.new.seed')), seed)),
  ];
  // What was chosen stays until there is a puzzle.
  for (let isOver = false; !isOver;) {
    const value = await dialog(t('set.new.title'), content, [{ label: t('set.new.blank'), value: 'blank' }, { label: t('set.new.make'), value: 'generate', isMain: true }], { kind: 'tall' });
    isOver = true;
    if (!value) return;
    try {
      await (value === 'blank' ? openDraft(app, blankState(await app.layout(boardWish()))) : generate());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      app.say(error.message, 'bad');
      isOver = false;
    }
  }
}
