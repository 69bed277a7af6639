/**
 * The engine for any exact cover problem: pieces drawn on a board or a problem as text, its covers, their number and its
 * symmetries; and dancing links at work on small ones.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {{name: string, cells: string[]}} Piece
 */

import { Show } from '../cover/show.js';
import { piecesOf, regionOf } from '../model/pieces.js';
import { h, svg, update } from '../parts/dom.js';
import { grouped } from '../parts/numbers.js';
import { isText, load, save } from '../store/storage.js';
import { t } from '../words/words.js';

/** The most covers that are looked at. */
const MOST = 1000;

/** The pieces of three cells and more that are offered. */
const SETS = {
  pentominoes: ['.##\n##.\n.#.', '#####', '#...\n####', '##.\n.###', '###\n##.', '###\n.#.\n.#.', '#.#\n###', '#..\n#..\n###', '#..\n##.\n.##', '.#.\n###\n.#.', '.#..\n####', '##.\n.#.\n.##'],
  tetrominoes: ['####', '##\n##', '###\n.#.', '.##\n##.', '###\n#..'],
};

/** The problem as text until the user writes one. */
const EXAMPLE = 'a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n';

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export function mount(root, app) {
  document.title = `${t('place.cover')} · Sudoku`;
  const kept = (/** @type {string} */ name, /** @type {string} */ fallback) => load(`cover-${name}`, fallback, isText);
  const region = h('textarea', { rows: 6, spellcheck: 'false', input: () => redraw() }, kept('region', `${'#'.repeat(10)}\n`.repeat(6).trim()));
  const pieces = h('textarea', { rows: 8, spellcheck: 'false', input: () => redraw() }, kept('pieces', SETS.pentominoes.join('\n\n')));
  const problem = h('textarea', { rows: 12, spellcheck: 'false' }, kept('problem', EXAMPLE));
  const turn = h('input', { type: 'checkbox', checked: true });
  const flip = h('input', { type: 'checkbox', checked: true });
  const plan = svg('svg', { class: 'plan', role: 'img' });
  const list = h('div.pieces', {});
  const areas = h('p.soft', { role: 'status' });
  const answer = h('p.lines', { role: 'status' });
  const choice = h('input', { type: 'range', min: 0, max: 0, value: 0, hidden: true, 'aria-label': t('cover.which'), input: () => showCover(Number(choice.value)) });
  const orbit = h('div', {});
  /** The covers that were found, and what their options are. @type {{covers: number[][], options: string[][], cells: Map<string, [number, number]>|null}} */
  let found = { covers: [], options: [], cells: null };

  const packing = h('div.fields', {},
    h('label', {}, h('span', {}, t('cover.region')), region),
    h('label', {}, h('span', {}, t('cover.pieces')), pieces),
    h('div.bar', {}, /** @type {const} */ (['pentominoes', 'tetrominoes']).map((name) => h('button', { click: () => {
      pieces.value = SETS[name].join('\n\n');
      redraw();
    } }, t(`cover.${name}`)))),
    h('div.bar', {}, h('label.check', {}, turn, t('cover.turn')), h('label.check', {}, flip, t('cover.flip'))), list, areas);
  const text = h('div.fields', { hidden: true }, h('label', {}, h('span', {}, t('cover.text')), problem));
  const show = new Show(app);
  const dance = h('div', { hidden: true }, show.element);
  const stage = h('div.cover-answer', {}, plan, choice, answer, orbit);
  const questions = h('div.bar', {},
    h('button.main', { click: () => app.attempt(solve) }, t('cover.solve')),
    h('button', { click: () => app.attempt(count) }, t('cover.count')),
    h('button', { click: () => app.attempt(symmetries) }, t('cover.symmetries')));

  /** @typedef {'packing'|'text'|'dance'} Tab @type {Tab} */
  let tab = 'packing';
  const tabs = /** @type {const} */ (['packing', 'text', 'dance']).map((name) => h('button', { role: 'tab', click: () => choose(name) }, t(`cover.tab.${name}`)));
  /** @param {Tab} name */
  function choose(name) {
    tab = name;
    const names = ['packing', 'text', 'dance'];
    tabs.forEach((button, index) => update(button, { 'aria-selected': `${names[index] === name}` }));
    packing.hidden = name !== 'packing';
    text.hidden = name !== 'text';
    dance.hidden = name !== 'dance';
    columns.hidden = name === 'dance';
    plan.toggleAttribute('hidden', name !== 'packing');
    forget();
    if (name === 'dance') show.begin();
    else show.pause();
  }

  function forget() {
    app.questions.cancelAll('cover/');
    found = { covers: [], options: [], cells: null };
    choice.hidden = true;
    answer.textContent = '';
    orbit.replaceChildren();
    if (tab === 'packing') drawPlan(null);
  }

  function redraw() {
    save('cover-region', region.value);
    save('cover-pieces', pieces.value);
    forget();
    const parts = piecesOf(pieces.value);
    const area = parts.reduce((sum, { cells }) => sum + cells.join('').replaceAll(/[^#]/g, '').length, 0);
    const size = regionOf(region.value).join('').replaceAll(/[^#]/g, '').length;
    areas.textContent = t(area === size ? 'cover.fits' : 'cover.areas', { area, size, n: parts.length });
    list.replaceChildren(...parts.map(({ name, cells }) => {
      const [rows, columns_] = [cells.length, Math.max(...cells.map((row) => row.length))];
      return svg('svg', { class: 'piece', role: 'img', 'aria-label': name, viewBox: `0 0 ${columns_} ${rows}`, width: `${columns_ * 0.7}rem`, height: `${rows * 0.7}rem` },
        ...cells.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '#' ? [svg('rect', { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, fill: colorOf(name) })] : []))));
    }));
  }

  /** Draws the region, with the pieces of a cover if there is one. @param {string[][]|null} options */
  function drawPlan(options) {
    const rows = regionOf(region.value);
    const width = Math.max(1, ...rows.map((row) => row.length));
    plan.setAttribute('viewBox', `-0.1 -0.1 ${width + 0.2} ${rows.length + 0.2}`);
    const squares = rows.flatMap((row, y) => [...row].flatMap((cell, x) => {
      const isCell = cell === '#';
      const square = svg('rect', { class: isCell ? 'square' : 'square hole', x, y, width: 1, height: 1, click: () => toggle(x, y) });
      return [square];
    }));
    const owners = new Map((options ?? []).flatMap(([piece, ...items]) => items.map((item) => [found.cells?.get(item)?.join(), piece])));
    const drawn = [...owners].flatMap(([place, piece]) => {
      if (!place) return [];
      const [y, x] = place.split(',').map(Number);
      const isSame = (/** @type {number} */ dx, /** @type {number} */ dy) => owners.get(`${y + dy},${x + dx}`) === piece;
      const edges = [[0, -1, `M${x} ${y}h1`], [0, 1, `M${x} ${y + 1}h1`], [-1, 0, `M${x} ${y}v1`], [1, 0, `M${x + 1} ${y}v1`]];
      const path = edges.flatMap(([dx, dy, d]) => (isSame(Number(dx), Number(dy)) ? [] : [d])).join('');
      return [svg('rect', { x, y, width: 1.01, height: 1.01, fill: colorOf(piece) }), svg('path', { class: 'thick', d: path })];
    });
    plan.replaceChildren(...squares, ...drawn);
    plan.setAttribute('aria-label', options ? t('cover.picture', { what: options.map(([piece]) => piece).join(', ') }) : t('cover.plan'));
  }

  /** @param {number} x @param {number} y */
  function toggle(x, y) {
    const rows = regionOf(region.value).map((row, at) => (at === y ? row.slice(0, x) + (row[x] === '#' ? '.' : '#') + row.slice(x + 1) : row));
    region.value = rows.join('\n');
    redraw();
  }

  /** Returns the problem of the tab as text. */
  async function wanted() {
    if (tab === 'text') {
      save('cover-problem', problem.value);
      return problem.value;
    }
    const made = await app.questions.ask('cover/packing', 'packing', {
      region: regionOf(region.value), pieces: piecesOf(pieces.value), turn: turn.checked || flip.checked, flip: flip.checked,
    }, t('cover.busy'));
    if (!made) return null;
    found.cells = new Map(made.cells.map(({ item, row, column }) => [item, [row, column]]));
    if (made.unplaced.length) app.say(t('cover.unplaced', { what: made.unplaced.join(', ') }), 'bad');
    return made.problem;
  }

  async function solve() {
    forget();
    const text = await wanted();
    if (text === null) return;
    const reply = await app.questions.ask('cover/covers', 'covers', { problem: text, limit: MOST }, t('cover.busy'));
    if (!reply) return;
    found.covers = reply.covers;
    // An option is a line, as the text names them after the line of the items.
    found.options = text.split('\n').filter((line) => line.trim() && !line.startsWith('|')).slice(1).map((line) => line.trim().split(/\s+/));
    const { length } = reply.covers;
    const words = reply.complete ? t('cover.found', { n: length }) : t('cover.foundSome', { n: length });
    answer.textContent = words;
    choice.max = `${Math.max(0, length - 1)}`;
    choice.hidden = length < 2;
    choice.value = '0';
    if (length) showCover(0);
    app.say(words, length ? 'good' : 'bad');
  }

  /** @param {number} at */
  function showCover(at) {
    const options = found.covers[at].map((option) => found.options[option]);
    update(choice, { 'aria-valuetext': t('cover.at', { at: at + 1, all: found.covers.length }) });
    if (tab === 'packing') drawPlan(options);
    else orbit.replaceChildren(h('p', {}, t('cover.at', { at: at + 1, all: found.covers.length })), h('ul', {}, options.map((items) => h('li', {}, h('code', {}, items.join(' '))))));
  }

  async function count() {
    const text = await wanted();
    if (text === null) return;
    const reply = await app.questions.ask('cover/count', 'cover-count', { problem: text }, t('cover.counting'));
    if (!reply) return;
    answer.textContent = reply.count === '1' ? t('cover.one') : t('cover.number', { count: grouped(reply.count) });
    app.say(answer.textContent, 'good');
  }

  async function symmetries() {
    const text = await wanted();
    if (text === null) return;
    const reply = await app.questions.ask('cover/symmetries', 'symmetries', { problem: text }, t('cover.busy'));
    if (!reply) return;
    answer.textContent = t('cover.order', { n: Number(reply.order), order: grouped(reply.order) });
    orbit.replaceChildren(h('p', {}, t('cover.orbits', { n: reply.option_orbits.length })));
  }

  const columns = h('div.cover-columns', {}, h('section.card', {}, packing, text), h('section.card', { 'aria-label': t('cover.answer') }, questions, stage));
  root.replaceChildren(h('div.cover', {},
    h('header', {}, h('h1', {}, t('place.cover')), h('p.soft', {}, t('cover.what'))),
    h('div.modes', { role: 'tablist', 'aria-label': t('cover.tabs') }, tabs), columns, dance));
  choose('packing');
  redraw();
  return () => {
    show.close();
    app.questions.cancelAll('cover/');
  };
}

/** Returns a color of its own for each name: turns of the golden angle keep neighbors apart. @param {string} name */
function colorOf(name) {
  const at = name.length === 1 ? name.charCodeAt(0) : 65 + Number(name.slice(1));
  return `hsl(${(at * 137.5) % 360} 60% ${at % 2 ? 68 : 58}%)`;
}
