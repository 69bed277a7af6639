/**
 * What is known of the puzzle after each stroke: how many solutions it has, its level, what it does not need, and why it
 * has none or several. Each question has its own end, and an answer that takes long says so.
 * @module
 *
 * @typedef {import('../engine/api.js').Answers} Answers
 * @typedef {{state: 'idle'}|{state: 'asking'}|{state: 'late', why: string}} Open
 * @typedef {object} Known
 * @property {Open|{state: 'known', answer: Answers['solve']}} solve
 * @property {Open|{state: 'known', answer: {count: string, isExact: boolean}}} count
 * @property {Open|{state: 'known', answer: Answers['true-candidates']}} candidates
 * @property {Open|{state: 'known', answer: Answers['rate']}} rate
 * @property {Open|{state: 'known', answer: Answers['redundant']}} redundant
 * @property {Open|{state: 'known', answer: Answers['diagnose']}} diagnose
 * @property {boolean} showsCandidates
 * @property {boolean} isCounting whether solutions are counted for long
 */

import { Fault } from '../engine/api.js';
import { cellOf, toQuestion } from '../model/puzzle.js';
import { Store } from '../store/store.js';

/** How long nothing may change before something is asked, in milliseconds. */
const PAUSE = 150;

/** How many solutions are counted, and for how long in milliseconds, before the count is stopped. */
const MOST = { count: 10_000, time: 2000 };

/** @type {Open} */
const IDLE = { state: 'idle' };

/** @type {Known} */
const NOTHING = { solve: IDLE, count: IDLE, candidates: IDLE, rate: IDLE, redundant: IDLE, diagnose: IDLE, showsCandidates: false, isCounting: false };

/** @extends {Store<Known>} */
export class Live extends Store {
  /** @param {import('./draft.js').Draft} draft */
  constructor(draft) {
    super(NOTHING);
    this.draft = draft;
    /** The number of the last change: answers about an earlier state are not taken. */
    this.turn = 0;
    this.timer = 0;
    this.leave = draft.follow((now, before) => {
      const [one, other] = [now.state, before.state];
      if (one.givens !== other.givens || one.layout !== other.layout || one.allowed !== other.allowed || one.stated !== other.stated) this.#soon();
    });
    this.#soon();
  }

  /** Ends all questions. */
  close() {
    this.leave();
    clearTimeout(this.timer);
    this.#end();
  }

  #end() {
    this.turn += 1;
    this.draft.app.questions.cancelAll('set-live/');
  }

  #soon() {
    this.#end();
    this.draft.found = null;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.run(), PAUSE);
  }

  /** @param {boolean} showsCandidates */
  showCandidates(showsCandidates) {
    this.set({ showsCandidates });
    if (showsCandidates) this.#ask(this.turn, 'candidates', 'true-candidates', { limit: 1 });
    else this.#take(null);
  }

  /** Shows the digits of solutions, or none. @param {Answers['true-candidates']|null} answer */
  #take(answer) {
    const { draft } = this;
    const { side } = draft.state.board;
    draft.truth = null;
    if (answer) {
      /** @type {number[][]} */
      const lists = draft.state.givens.map(() => []);
      for (const { cell, digits } of answer.cells) lists[cellOf(cell, side)] = digits.map(({ digit }) => digit);
      draft.truth = lists;
    }
    draft.mark({ candidates: draft.truth });
  }

  /**
   * Asks, and keeps what comes.
   * @template {'solve'|'candidates'|'rate'|'redundant'|'diagnose'} N
   * @param {number} turn
   * @param {N} name
   * @param {'solve'|'true-candidates'|'rate'|'redundant'|'diagnose'} request
   * @param {object} [more]
   * @returns {Promise<any>} the answer, or nothing
   */
  async #ask(turn, name, request, more = {}) {
    this.set({ [name]: { state: 'asking' } });
    const question = { ...toQuestion(this.draft.state), placed: undefined, ...more };
    try {
      const answer = await this.draft.app.questions.ask(`set-live/${name}`, request, question);
      if (turn !== this.turn || !answer) return undefined;
      this.set({ [name]: { state: 'known', answer } });
      if (name === 'candidates' && this.now.showsCandidates) this.#take(/** @type {Answers['true-candidates']} */ (answer));
      return answer;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (turn === this.turn) this.set({ [name]: { state: 'late', why: error.message } });
      return undefined;
    }
  }

  /** Asks everything about the state. */
  async run() {
    this.#end();
    const { turn, draft } = this;
    const { stated } = draft.state;
    this.set({ count: IDLE, rate: IDLE, redundant: IDLE, diagnose: IDLE, isCounting: false });
    if (this.now.showsCandidates) this.#ask(turn, 'candidates', 'true-candidates', { limit: 1 });
    const solved = await this.#ask(turn, 'solve', 'solve', stated ? { stated } : {});
    if (!solved) return;
    if (solved.status !== 'unique') {
      if (solved.status === 'several') this.count();
      await this.#ask(turn, 'diagnose', 'diagnose');
      return;
    }
    draft.found = solved.solution;
    const rated = await this.#ask(turn, 'rate', 'rate');
    if (rated?.level && turn === this.turn && draft.state.level !== rated.level) draft.retitle({ level: rated.level });
    if (turn === this.turn) await this.#ask(turn, 'redundant', 'redundant');
  }

  /** Counts the solutions, up to a number and a time. @param {number} [time] in milliseconds */
  async count(time = MOST.time) {
    const { turn, draft } = this;
    const begun = performance.now();
    this.set({ count: { state: 'asking' }, isCounting: time > MOST.time });
    try {
      const lines = draft.app.questions.lines('set-live/count', 'count', { ...toQuestion(draft.state), placed: undefined });
      for await (const { count, state } of lines) {
        if (turn !== this.turn) return;
        this.set({ count: { state: 'known', answer: { count, isExact: state === 'exact' } } });
        if (performance.now() - begun > time || (time === MOST.time && BigInt(count) > MOST.count)) break;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (turn === this.turn) this.set({ count: { state: 'late', why: error.message } });
    } finally {
      if (turn === this.turn) this.set({ isCounting: false });
    }
  }

  /** Ends counting; what was counted stays. */
  stopCounting() {
    this.draft.app.questions.cancel('set-live/count');
  }
}
