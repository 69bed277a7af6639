/**
 * A puzzle on the desk of a screen: its state with what was done, the selection, and what is shown besides.
 * @module
 *
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {import('../board/grid.js').Look} Look
 * @typedef {import('../model/keyboard.js').Mode} Mode
 * @typedef {import('../engine/api.js').Step} Step
 *
 * @typedef {object} View
 * @property {State} state
 * @property {import('../model/history.js').History} history
 * @property {number} opened the number of puzzles that were opened here: it changes with each
 * @property {import('../model/selection.js').Selection} selection
 * @property {Mode} mode what keys enter
 * @property {number|null} chosen the digit chosen in the keypad
 * @property {Look} look
 * @property {Step|null} step the step that is drawn over the grid
 * @property {State|null} shown what is shown instead of the state, as while an explanation is read
 * @property {boolean} isPaused whether the board is hidden and takes nothing
 * @property {boolean} showsCandidates
 * @property {number|null} highlighted the digit whose cells are highlighted, 0 for cells with two candidates
 */

import { plainLook } from '../board/grid.js';
import { NONE, pushed, redone, undone } from '../model/history.js';
import { conflictsInHouses } from '../model/moves.js';
import { candidatesByHouses, cellOf, isComplete, isGiven, nameOf, remaining, toQuestion, wrongCells } from '../model/puzzle.js';
import { only, within } from '../model/selection.js';
import { houseText, listed, t } from '../words/words.js';
import { Store } from './store.js';

/**
 * Returns the selection of the first cell that takes a digit, of the first cell where there is none.
 * @param {State} state
 */
function onBlank(state) {
  return only(Math.max(0, state.givens.findIndex((_, cell) => !isGiven(state, cell))));
}

/** @extends {Store<View>} */
export class Desk extends Store {
  /**
   * @param {import('./app.js').App} app
   * @param {State} state
   * @param {string} name the name of the screen: questions about the state begin with it
   */
  constructor(app, state, name) {
    super({
      state,
      history: NONE,
      opened: 0,
      selection: onBlank(state),
      mode: 'digit',
      chosen: null,
      look: plainLook(),
      step: null,
      shown: null,
      isPaused: false,
      showsCandidates: false,
      highlighted: null,
    });
    this.app = app;
    this.name = name;
    /** The solution if the puzzle has only one, once it was asked for. @type {{givens: number[], rules: string, digits: number[]|null}|null} */
    this.known = null;
    /** Whether the last message about conflicts named one. */
    this.saidConflict = false;
    /** Whether the puzzle itself changes, and its level with it. */
    this.undoesLevels = false;
  }

  get state() {
    return this.now.state;
  }

  /**
   * Opens another puzzle. What was done with the one before cannot be undone here.
   * @param {State} state
   * @param {Partial<View>} [more]
   */
  open(state, more = {}) {
    const fresh = { history: NONE, opened: this.now.opened + 1, selection: onBlank(state), mode: /** @type {Mode} */ ('digit') };
    this.#take(state, { ...fresh, chosen: null, isPaused: false, highlighted: null, ...more });
  }

  /**
   * Goes on to another state of the puzzle, which can be undone.
   * @param {string} words what is done
   * @param {State} state
   */
  change(words, state) {
    if (state === this.state) return;
    this.#take(state, { history: pushed(this.now.history, { words, before: this.state, after: state }) });
  }

  /** Takes over a state with moves that were made elsewhere. They are not undone here. @param {State} state */
  adopt(state) {
    this.#take(state, {});
  }

  /**
   * Says what is not a move of the puzzle, such as its level. It is not undone.
   * @param {Partial<State>} words
   */
  retitle(words) {
    this.set({ state: { ...this.state, ...words } });
  }

  undo() {
    this.#step(undone(this.now.history, this.state), 'undo.done', 'undo.none');
  }

  redo() {
    this.#step(redone(this.now.history, this.state), 'redo.done', 'redo.none');
  }

  /**
   * @param {import('../model/history.js').Turn|undefined} step
   * @param {'undo.done'|'redo.done'} done
   * @param {'undo.none'|'redo.none'} none
   */
  #step(step, done, none) {
    if (!step || this.now.isPaused) {
      this.app.say(t(none));
      return;
    }
    // A level that was found meanwhile is that of the puzzle before.
    const state = this.undoesLevels ? { ...step.state, level: step.target.level } : step.state;
    this.#take(state, { history: step.history });
    this.app.say(t(done, { what: step.words }), 'quiet');
  }

  /**
   * @param {State} state
   * @param {Partial<View>} more
   */
  #take(state, more) {
    this.app.questions.cancelAll(`${this.name}/`);
    const look = { ...plainLook(), candidates: this.now.look.candidates };
    this.set({ state, selection: within(more.selection ?? this.now.selection, state.board.side), step: null, shown: null, ...more, look });
    this.#conflicts(conflictsInHouses(state).map(({ digit, house, cells }) => {
      const names = cells.map((cell) => nameOf(cell, state.board.side));
      return { text: t('conflict.house', { digit: this.app.show(digit), house: houseText(house), cells: listed(names) }), cells };
    }));
    this.app.attempt(() => this.check());
  }

  /** Removes hints and answers. */
  clearLook() {
    const { conflicts, candidates, wrong } = this.now.look;
    this.set({ look: { ...plainLook(), conflicts, candidates, wrong }, step: null, shown: null });
  }

  /** Shows something besides the state. @param {Partial<Look>} look */
  mark(look) {
    this.set({ look: { ...this.now.look, ...look } });
  }

  /**
   * Marks and names the conflicts.
   * @param {{text: string, cells: number[]}[]} conflicts
   */
  #conflicts(conflicts) {
    const isQuiet = this.app.settings.now.checks === 'nothing' && this.state.isLocked && !isComplete(this.state);
    const shown = isQuiet ? [] : conflicts;
    this.mark({ conflicts: new Set(shown.flatMap(({ cells }) => cells)) });
    if (shown.length) {
      const more = shown.length > 1 ? ` ${t('conflict.more', { n: shown.length - 1 })}` : '';
      this.app.say(`${t('conflict.first', { what: shown[0].text })}${more}`, 'bad');
      this.saidConflict = true;
    } else if (this.saidConflict) {
      this.saidConflict = false;
      this.app.say(t('conflict.none'), 'quiet');
    }
    return shown.length > 0;
  }

  /** Asks for what follows from the state: conflicts with rules, wrong digits, candidates. */
  async check() {
    const { app, state } = this;
    const { questions, settings } = app;
    const isFull = isComplete(state);
    const question = toQuestion(state);
    const [answer, candidates, solution] = await Promise.all([
      state.board.rules.length ? questions.ask(`${this.name}/check`, 'check', question) : null,
      this.now.showsCandidates ? questions.ask(`${this.name}/candidates`, 'candidates', question) : null,
      // A full board is always compared, so that a wrong one gets a word.
      state.isLocked && (settings.now.checks === 'solution' || isFull) ? this.solution() : null,
    ]);
    // A cancelled answer, or one about an earlier state, says nothing about this state.
    if (state.placed !== this.state.placed || state.givens !== this.state.givens || answer === undefined || candidates === undefined) return;
    const conflicts = answer?.conflicts.map(({ text, cells }) => ({ text, cells: cells.map((name) => cellOf(name, state.board.side)) }));
    const has = conflicts ? this.#conflicts(conflicts) : this.now.look.conflicts.size > 0;
    const wrong = solution && (settings.now.checks === 'solution' || (isFull && !has)) ? wrongCells(state, solution) : [];
    this.mark({ candidates: candidates?.candidates ?? null, wrong: new Set(wrong) });
    if (has) return;
    if (wrong.length) app.say(isFull ? t('check.fullWrong', { n: wrong.length }) : t('check.wrong', { n: wrong.length }), 'bad');
    else if (isFull && answer && !answer.solved) app.say(t('check.fullBroken'), 'bad');
    else if (isFull) this.set({ look: { ...this.now.look, isSolved: true } });
  }

  /** Returns the only solution of the puzzle, or null. @returns {Promise<number[]|null>} */
  async solution() {
    const { state } = this;
    const rules = state.board.rules.join(';');
    if (this.known?.givens !== state.givens || this.known.rules !== rules) {
      const answer = await this.app.questions.ask(`${this.name}-solution`, 'solve', { ...toQuestion(state), placed: null });
      if (!answer) return null;
      this.known = { givens: state.givens, rules, digits: answer.status === 'unique' ? answer.solution : null };
    }
    return this.known.digits;
  }

  /** Selects cells. @param {import('../model/selection.js').Selection} selection */
  select(selection) {
    this.set({ selection });
  }

  /** Shows a step over the grid. @param {Step|null} step */
  showStep(step) {
    const { side } = this.state.board;
    if (!step) {
      this.clearLook();
      return;
    }
    const cells = (/** @type {string[]} */ names) => new Set(names.map((name) => cellOf(name, side)));
    /** @type {Look['losing']} */
    const losing = new Map();
    for (const { cell: name, digit } of step.eliminations) {
      const cell = cellOf(name, side);
      losing.set(cell, (losing.get(cell) ?? new Set()).add(digit));
    }
    this.set({
      step,
      look: {
        ...plainLook(),
        conflicts: this.now.look.conflicts,
        candidates: this.now.look.candidates,
        marked: cells(step.marks.cells),
        fins: cells(step.marks.fins),
        placing: new Map(step.placements.map(({ cell, digit }) => [cellOf(cell, side), digit])),
        losing,
        left: remaining(this.now.shown ?? this.state, candidatesByHouses(this.now.shown ?? this.state)),
      },
    });
  }

  /**
   * Shows the cells and the candidates of which a sentence speaks, or nothing.
   * @param {import('../engine/api.js').Step['sentences'][number]|null} sentence
   */
  light(sentence) {
    const { look } = this.now;
    if (!sentence && !look.named.size && !look.spoken.size) return;
    const state = this.now.shown ?? this.state;
    const { side } = state.board;
    const named = new Set((sentence?.cells ?? []).map((name) => cellOf(name, side)));
    /** @type {Look['spoken']} */
    const spoken = new Map();
    // A sentence names cells and digits; only the digits that are candidates of their cells are shown.
    const left = sentence ? remaining(state, candidatesByHouses(state)) : [];
    for (const { cell: name, digit, role } of sentence?.candidates ?? []) {
      const cell = cellOf(name, side);
      if (left[cell].includes(digit)) spoken.set(cell, (spoken.get(cell) ?? new Map()).set(digit, role));
    }
    this.mark({ named, spoken });
  }
}
