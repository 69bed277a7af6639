/**
 * The page of the engine at work: a trace, and the controls to walk along it.
 * @module
 */

import { ask, Fault } from './api.js';
import { trace } from './dance.js';
import { Stage } from './stage.js';

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** Milliseconds between two steps at the lowest speed. */
const SLOWEST = 1600;

class Show {
  constructor() {
    /** @type {Stage|null} */
    this.stage = null;
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /** @param {string} name */
  async load(name) {
    this.pause();
    try {
      const problem = await ask('problem', { name });
      const all = trace(problem);
      this.stage = new Stage(problem, all);
      byId('place').max = `${all.happenings.length}`;
      const covers = all.covers.length;
      const isSame = covers === problem.solutions && all.nodes === problem.nodes
        && JSON.stringify(all.covers[0] ?? []) === JSON.stringify(problem.first);
      byId('proof').dataset.same = `${isSame}`;
      byId('proof').textContent = isSame
        ? `The engine found the same: ${problem.solutions} ${problem.solutions === 1 ? 'cover' : 'covers'}, ${problem.nodes} nodes.`
        : `Internal error: this page shows ${covers} covers and ${all.nodes} nodes, the engine ${problem.solutions} and ${problem.nodes}.`;
      this.go(0);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      byId('message').textContent = error.message;
    }
  }

  /** @param {number} place */
  go(place) {
    const { stage } = this;
    if (!stage) return;
    const last = stage.trace.happenings.length;
    stage.go(Math.min(Math.max(place, 0), last));
    byId('place').value = `${stage.at}`;
    byId('place').setAttribute('aria-valuetext', `${stage.at} of ${last}`);
    // While it plays, a screen reader could not keep up: it is told where it stops.
    byId('message').setAttribute('aria-live', this.timer ? 'off' : 'polite');
    byId('message').textContent = `${stage.at} of ${last}. ${stage.words()}`;
    byId('first').disabled = byId('back').disabled = stage.at === 0;
    byId('last').disabled = byId('forward').disabled = stage.at === last;
    const { nodes, updates, solutions } = stage.counters;
    const open = stage.problem.items.length - stage.covered.size;
    const figures = [['Nodes', nodes], ['Updates', updates], ['Solutions', solutions], ['Level', stage.taken.size], ['Open items', open]];
    byId('counters').replaceChildren(
      ...figures.map(([name, value]) => {
        const pair = document.createElement('div');
        const [term, figure] = [document.createElement('dt'), document.createElement('dd')];
        term.textContent = `${name}`;
        figure.textContent = `${value}`;
        pair.append(term, figure);
        return pair;
      }),
    );
    stage.drawMatrix(byId('matrix'));
    stage.drawTree(byId('tree'));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    byId('play').textContent = 'Play';
  }

  toggle() {
    if (this.timer) {
      this.pause();
      this.go(this.stage?.at ?? 0);
      return;
    }
    if (this.stage && this.stage.at === this.stage.trace.happenings.length) this.go(0);
    byId('play').textContent = 'Pause';
    this.#next();
  }

  #next() {
    this.timer = setTimeout(() => {
      const { stage } = this;
      if (!stage) return;
      if (stage.at + 1 >= stage.trace.happenings.length) this.pause();
      this.go(stage.at + 1);
      if (this.timer) this.#next();
    }, SLOWEST / Number(byId('speed').value) ** 1.6);
  }

  /** Stops playing, and goes there. @param {number} place */
  jump(place) {
    this.pause();
    this.go(place);
  }
}

const show = new Show();
byId('first').addEventListener('click', () => show.jump(0));
byId('back').addEventListener('click', () => show.jump((show.stage?.at ?? 0) - 1));
byId('play').addEventListener('click', () => show.toggle());
byId('forward').addEventListener('click', () => show.jump((show.stage?.at ?? 0) + 1));
byId('last').addEventListener('click', () => show.jump(Infinity));
byId('place').addEventListener('input', () => show.jump(Number(byId('place').value)));
byId('problem').addEventListener('change', () => show.load(byId('problem').value));
await show.load(byId('problem').value);
document.documentElement.dataset.ready = 'true';
