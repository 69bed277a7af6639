/**
 * The end of a game: its time, its level, what it needed, and what comes next.
 * @module
 */

import { toQuestion } from '../model/puzzle.js';
import { anySeed, generated } from '../store/making.js';
import { inEnglish, t } from '../words/words.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { lessonOf } from './step.js';
import { timeText } from './times.js';

/**
 * Returns a wish for another puzzle with rules of the same kinds.
 * @param {import('../model/puzzle.js').State} state
 * @param {Map<string, import('../engine/api.js').Answers['rules'][number]>} kinds
 */
function wishLike({ board: { side, box, rules } }, kinds) {
  const kindOf = (/** @type {string} */ rule) => [...kinds.values()].find(({ lines }) => lines.includes(rule.split(' ')[0]));
  const drawn = new Set(rules.map(kindOf).flatMap((kind) => (kind?.drawn ? [kind.word] : [])));
  return { side, box, rules: rules.filter((rule) => !kindOf(rule)?.drawn), ...(drawn.size && { drawn: [...drawn] }) };
}

/**
 * Congratulates, and offers the next puzzle.
 * @param {import('../store/app.js').App} app
 * @param {import('../store/session.js').Session} session
 * @param {import('../store/desk.js').Desk} desk
 */
export async function finished(app, session, desk) {
  const { game } = session;
  const { state } = desk;
  app.say(t('done.message'), 'good');
  const level = /** @type {import('../engine/api.js').Schemas['Level']|''} */ (state.level);
  // With rules, a puzzle of a level may take long to find.
  const isLevel = level !== '' && !state.board.rules.length;
  const needed = h('p.soft', {}, '');
  // What the puzzle needs comes when it is known; the dialog does not wait for it.
  app.questions.ask('play/needed', 'explain', { ...toQuestion(state), placed: null }).then((answer) => {
    const hardest = [...new Map((answer?.steps ?? []).map((step) => [step.technique, step.score]))].sort((one, other) => other[1] - one[1]).slice(0, 3);
    if (hardest.length) needed.textContent = t('done.needed', { what: hardest.map(([name]) => name).join(', ') });
  }, () => {});
  const rows = [
    [t('done.time'), timeText(game.seconds)],
    ...(level ? [[t('done.level'), t(`level.${level}`)]] : []),
    [t('done.hints'), `${game.hints}`],
  ];
  const learned = game.techniques.map((name) => h('li', {}, h('a', { href: lessonOf(name), ...inEnglish() }, name)));
  const choice = await dialog(t('done.title'), [
    h('dl.facts-list', {}, rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    needed,
    learned.length ? h('section', {}, h('h3', {}, t('done.learned')), h('ul', {}, learned)) : null,
  ], [
    { label: t('done.home'), value: 'home' },
    { label: isLevel ? t('done.next', { level: t(`level.${level}`) }) : t('done.like'), value: 'next', isMain: true },
  ], { kind: 'done' });
  if (choice === 'home') app.go('/');
  if (choice === 'next') await app.attempt(async () => {
    const next = await generated(app, { ...(isLevel && { level }), ...wishLike(state, app.kinds), seed: anySeed() });
    if (next) await app.play(next);
  });
}
