/**
 * Booklets: several puzzles of the library on sheets for printing.
 * @module
 */

import { fromFragment } from '../model/link.js';
import { t } from '../words/words.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { saveFile } from './files.js';

/** The most puzzles of a booklet. */
const MOST = 100;

/**
 * Makes a booklet of puzzles of the library, as a file.
 * @param {import('../store/app.js').App} app
 * @param {import('../model/puzzle.js').State} state the puzzle that is in it at first
 */
export async function bookletDialog(app, state) {
  const own = { title: state.title || t('untitled'), shape: '', read: () => state };
  const others = (await app.library.all()).filter(({ kind }) => kind === 'set').slice(0, MOST - 1).flatMap(({ fragment, title, shape }) => {
    const read = () => {
      const found = fromFragment(fragment);
      return found && { board: found.shape, givens: found.parts.givens, allowed: found.parts.allowed ?? null };
    };
    return read()?.givens.join() === state.givens.join() && read()?.board.rules.join() === state.board.rules.join() ? [] : [{ title: title || t('untitled'), shape, read }];
  });
  const choices = [own, ...others].map((puzzle, index) => ({ puzzle, input: h('input', { type: 'checkbox', checked: index === 0 }) }));
  const title = h('input', { type: 'text', maxlength: 100, value: 'Sudoku' });
  const perPage = h('select', {}, [1, 2, 4, 6].map((n) => h('option', { value: n, selected: n === 4 }, n)));
  const paper = h('select', {}, h('option', { value: 'A4' }, 'A4'), h('option', { value: 'letter' }, 'Letter'));
  const solutions = h('input.switch', { type: 'checkbox', role: 'switch', checked: true });
  const value = await dialog(t('booklet.title'), [
    h('label.row', {}, h('span', {}, t('booklet.name')), title),
    h('div.choices', {}, choices.map(({ puzzle, input }) => h('label.check', {}, input, ` ${puzzle.title} `, h('small', {}, puzzle.shape)))),
    h('label.row', {}, h('span', {}, t('booklet.perPage')), perPage),
    h('label.row', {}, h('span', {}, t('booklet.paper')), paper),
    h('label.row', {}, h('span', {}, t('booklet.solutions')), solutions),
  ], [{ label: t('booklet.save'), value: 'save', isMain: true }], { kind: 'tall' });
  if (!value) return;
  const puzzles = choices.filter(({ input }) => input.checked).flatMap(({ puzzle }) => {
    const read = puzzle.read();
    return read ? [{ board: read.board, givens: read.givens, ...(read.allowed && { allowed: read.allowed }), title: puzzle.title }] : [];
  });
  await app.attempt(async () => {
    const answer = await app.questions.ask('booklet', 'booklet', {
      title: title.value || 'Sudoku', puzzles, per_page: Number(perPage.value), paper: /** @type {'A4'|'letter'} */ (paper.value), solutions: solutions.checked,
    }, t('booklet.busy'));
    if (!answer) return;
    saveFile('sudoku-booklet', 'html', answer.html);
    app.say(t('booklet.saved', { n: puzzles.length }), 'good');
  });
}
