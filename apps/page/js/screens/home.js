/**
 * Home: what was begun, what is new today, all games, and ways in.
 * @module
 *
 * @typedef {import('../store/app.js').App} App
 * @typedef {import('../store/library.js').Game} Game
 */

import { dialog, menu } from '../parts/dialog.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { saveFile } from '../parts/files.js';
import { thumbnail } from '../parts/thumbnail.js';
import { dayName, timeText } from '../parts/times.js';
import { anySeed, generated, LEVELS, mondayOf, numberOf, variantOf } from '../store/making.js';
import { learned } from '../store/progress.js';
import { figures } from '../store/statistics.js';
import { beside, dayText, inEnglish, levelText, listed, shortDay, t } from '../words/words.js';

/** The most games that are listed before the user asks for more. */
const FIRST = 6;

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export async function mount(root, app) {
  document.title = 'Sudoku';
  const continued = h('section.card.continue', {});
  const today = h('div.today', {});
  const list = h('ul.games', {});
  const search = h('input', { type: 'search', placeholder: t('library.search'), 'aria-label': t('library.search'), input: () => listGames() });
  const filter = h('select', { 'aria-label': t('library.filter'), change: () => listGames() },
    /** @type {const} */ (['all', 'open', 'done', 'set']).map((name) => h('option', { value: name }, t(`library.${name}`))));
  const stats = h('p.soft.stats', {});
  const file = h('input', { type: 'file', hidden: true, accept: '.json,application/json', change: () => app.attempt(importGames) });
  const library = h('section.card.library', {},
    h('header', {}, h('h2', {}, t('library.title')), menu('dots', t('more'), () => [
      { label: t('library.export'), work: () => app.attempt(exportGames) },
      { label: t('library.import'), work: () => file.click() },
    ])),
    stats, h('div.row', {}, search, filter), list, file);
  /** @type {Game[]} */
  let games = [];
  let most = FIRST;

  const levels = h('div.levels', { role: 'group', 'aria-label': t('home.new') }, LEVELS.map((level) =>
    h('button', { click: () => app.attempt(async () => {
      const state = await generated(app, { level, seed: anySeed() });
      if (state) await app.play(state);
    }) }, t(`level.${level}`))));
  const lesson = learned();
  root.replaceChildren(h('div.home', {},
    h('div.columns', {}, continued, h('section.card.learn', {},
      h('h2.kicker', {}, t('place.learn')), h('h3', inEnglish(), lesson.next), h('p.soft', {}, t('home.learned', { n: lesson.done, all: lesson.all })),
      h('progress', { max: lesson.all, value: lesson.done, 'aria-label': t('home.learned', { n: lesson.done, all: lesson.all }) }),
      h('p', {}, h('a.button', { href: `#/learn/${encodeURIComponent(lesson.next)}` }, t('home.lesson'))))),
    h('h2.kicker', {}, t('home.today', { day: dayText(new Date()) })), today,
    h('div.columns', {}, library, h('div.stack', {},
      h('section.card', {}, h('h2.kicker', {}, t('home.new')), levels),
      opening(app),
      h('section.card', {}, h('h2.kicker', {}, t('home.make')), h('p.soft', {}, t('home.make.text')),
        h('div.bar', {}, h('a.button', { href: '#/set' }, t('place.set')), h('a.button', { href: '#/cover' }, t('place.cover'))))))));

  /** Shows the game that was played last. */
  function showContinued() {
    const game = games.find(({ kind, isDone }) => kind === 'play' && !isDone);
    if (!game) {
      continued.replaceChildren(h('div', {}, h('p.kicker', {}, t('home.welcome')), h('h1', {}, t('home.first')), h('p.soft', {}, t('home.first.text')),
        h('button.main', { click: () => app.attempt(async () => {
          const state = await generated(app, { level: 'easy', seed: anySeed() });
          if (state) await app.play(state);
        }) }, t('home.start'))));
      return;
    }
    const progress = t('progress', { filled: game.filled, blank: game.blank });
    continued.replaceChildren(thumbnail(game.fragment), h('div', {},
      h('p.kicker', {}, t('home.continue')), h('h1', {}, nameOf(game)),
      h('p.soft', {}, beside([progress, timeText(game.seconds)])),
      h('progress', { max: game.blank, value: game.filled, 'aria-label': progress }),
      h('div.bar', {}, h('a.button.main', { href: `#/play/${game.id}` }, t('continue')))));
  }

  /** Shows the puzzles of the day and the variant of the week, with how far they are. */
  function showToday() {
    const date = new Date();
    const day = dayName(date);
    const cards = LEVELS.map((level, index) => {
      const source = `daily/${day}/${level}`;
      return card(t(`level.${level}`), index + 1, source, { level, seed: numberOf(date) * 10 + index, title: t('daily.title', { day: dayText(date), level: t(`level.${level}`) }) });
    });
    const variant = variantOf(date);
    const name = listed((variant.drawn ?? variant.rules ?? []).flatMap((word) => app.kinds.get(word)?.name ?? []));
    cards.push(card(name, 0, `weekly/${dayName(mondayOf(date))}`, { ...variant, title: name && t('weekly.title', { name }) }));
    today.replaceChildren(...cards);
  }

  /**
   * @param {string} name
   * @param {number} dots the number of full dots, or 0 for the variant of the week
   * @param {string} source
   * @param {Parameters<typeof generated>[1]} wish
   */
  function card(name, dots, source, wish) {
    const game = games.find((one) => one.source === source);
    const state = !game ? t('daily.new') : game.isDone ? beside([t('daily.done'), timeText(game.seconds)]) : t('progress', { filled: game.filled, blank: game.blank });
    return h('button.card.daily', { 'data-source': source, class: game?.isDone ? 'card daily done' : 'card daily', click: () => app.attempt(async () => {
      if (game) {
        app.go(`/play/${game.id}`);
        return;
      }
      const made = await generated(app, wish);
      if (made) await app.play(made, { source });
    }) }, h('strong', dots ? {} : inEnglish(), name), dots ? h('span.dots', { 'aria-hidden': 'true' }, '●'.repeat(dots) + '○'.repeat(LEVELS.length - dots)) : h('span.dots', {}, t('daily.week')), h('small', {}, state));
  }

  /** Lists the games that the search and the filter leave. */
  function listGames() {
    const wanted = search.value.trim().toLowerCase();
    const kind = filter.value;
    const isWanted = (/** @type {Game} */ game) =>
      (kind === 'all' || (kind === 'set' ? game.kind === 'set' : game.kind === 'play' && game.isDone === (kind === 'done'))) &&
      `${nameOf(game)} ${game.shape} ${game.level}`.toLowerCase().includes(wanted);
    const found = games.filter(isWanted);
    const rows = found.slice(0, most).map((game) => {
      const status = game.kind === 'set' ? t('library.draft') : game.isDone ? t('daily.done') : t('progress', { filled: game.filled, blank: game.blank });
      return h('li', {},
        h('a', { href: game.kind === 'set' ? `#/set/${game.id}` : `#/play/${game.id}` }, thumbnail(game.fragment),
          h('span', {}, h('strong', {}, nameOf(game)), h('small', {}, beside([game.shape, status, shortDay(new Date(game.moved))])))),
        h('span.time', {}, timeText(game.seconds)),
        h('button.plain', { 'aria-label': t('library.remove', { what: nameOf(game) }), click: () => app.attempt(() => remove(game)) }, icon('trash')));
    });
    const rest = found.length - rows.length;
    const more = rest > 0 ? [h('li', {}, h('button.link', { click: () => {
      most = Infinity;
      listGames();
    } }, t('library.more', { n: rest })))] : [];
    list.replaceChildren(...(rows.length ? [...rows, ...more] : [h('li.soft', {}, games.length ? t('library.nothing') : t('library.empty'))]));
  }

  /** @param {Game} game */
  async function remove(game) {
    const choice = await dialog(t('library.removing'), [h('p', {}, t('library.removing.text', { what: nameOf(game) }))],
      [{ label: t('cancel'), value: '' }, { label: t('library.removeIt'), value: 'yes', isMain: true }]);
    if (choice === 'yes') await app.library.remove(game.id);
  }

  async function exportGames() {
    const all = await app.library.all();
    saveFile('sudoku-games', 'json', JSON.stringify({ games: all }));
    app.say(t('library.exported', { n: all.length }));
  }

  async function importGames() {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (!chosen) return;
    let games;
    try {
      ({ games } = JSON.parse(await chosen.text()));
    } catch {
      games = null;
    }
    const { added, refused } = await app.library.add(games);
    app.say(t('library.imported', { n: added }) + (refused ? ` ${t('library.refused', { n: refused })}` : ''), refused ? 'bad' : 'good');
  }

  async function refresh() {
    games = await app.library.all();
    showContinued();
    showToday();
    listGames();
    const { solved, streak, best } = figures(games);
    stats.textContent = solved ? beside([t('stats.solved', { n: solved }), t('stats.streak', { n: streak }), best > 0 && t('stats.best', { time: timeText(best) })]) : '';
  }

  await refresh();
  const end = app.told.follow(showToday);
  const leave = app.library.follow(() => app.attempt(refresh));
  return () => {
    end();
    leave();
  };
}

/** @param {Game} game */
const nameOf = (game) => game.title || [game.level && levelText(game.level), game.shape].filter(Boolean).join(', ');

/**
 * Makes the card that takes texts, links and files.
 * @param {App} app
 */
function opening(app) {
  const area = h('textarea', { rows: 2, spellcheck: 'false', 'aria-label': t('home.paste'), placeholder: t('home.paste') });
  const file = h('input', { type: 'file', hidden: true, change: () => app.attempt(async () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen) await app.openText(await chosen.text());
  }) });
  return h('section.card.open', {}, h('h2.kicker', {}, t('home.open')), h('p.soft', {}, t('home.open.text')), area,
    h('div.bar', {}, h('button.main', { click: () => app.attempt(() => app.openText(area.value)) }, t('home.read')), h('button', { click: () => file.click() }, t('home.file'))), file);
}
