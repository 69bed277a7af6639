/**
 * The page of the engine at work: a trace, and the controls to walk along it.
 * @module
 */

import { ask, Fault } from './api.js';
import { trace } from './dance.js';
import { button, byId, input, isField, make, onPress, select, textarea } from './dom.js';
import { Stage } from './stage.js';

/** Milliseconds between two steps at the lowest speed. */
const SLOWEST = 1600;

class Show {
  constructor() {
    /** @type {Stage|null} */
    this.stage = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** @param {import('./api.js').Questions['problem']} question */
  async load(question) {
    this.pause();
    try {
      const problem = await ask('problem', question);
      const all = trace(problem);
      this.stage = new Stage(problem, all);
      input('place').max = `${all.happenings.length}`;
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
    input('place').value = `${stage.at}`;
    byId('place').setAttribute('aria-valuetext', `${stage.at} of ${last}`);
    // While it plays, a screen reader could not keep up: it is told where it stops.
    byId('message').setAttribute('aria-live', this.timer ? 'off' : 'polite');
    byId('message').textContent = `${stage.at} of ${last}. ${stage.words()}`;
    button('first').disabled = button('back').disabled = stage.at === 0;
    button('last').disabled = button('forward').disabled = stage.at === last;
    const { nodes, updates, solutions } = stage.counters;
    const open = stage.problem.items.length - stage.covered.size;
    const figures = [['Nodes', nodes], ['Updates', updates], ['Solutions', solutions], ['Level', stage.taken.size], ['Open items', open]];
    byId('counters').replaceChildren(
      ...figures.map(([name, value]) => make('div', {}, make('dt', {}, `${name}`), make('dd', {}, `${value}`))),
    );
    stage.drawMatrix(drawing('matrix'));
    stage.drawTree(drawing('tree'));
    byId('board-section').hidden = !stage.problem.board;
    stage.drawBoard(drawing('board'));
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
    }, SLOWEST / Number(input('speed').value) ** 1.6);
  }

  /** Stops playing, and goes there. @param {number} place */
  jump(place) {
    this.pause();
    this.go(place);
  }
}

/**
 * Returns the drawing with this id.
 * @param {string} id
 * @returns {SVGElement}
 */
function drawing(id) {
  const found = document.getElementById(id);
  if (!(found instanceof SVGElement)) throw new Error(`${id} is no drawing`);
  return found;
}

const show = new Show();
const problem = select('problem');

/** Shows the problem that is chosen. */
function choose() {
  const isOwn = problem.value === 'own';
  byId('own').hidden = !isOwn;
  const name = /** @type {import('./api.js').Schemas['Name']} */ (problem.value);
  return show.load(isOwn ? { text: textarea('own-text').value } : { name });
}

/** The steps that keys lead to. @type {Record<string, () => void>} */
const KEYS = {
  ' ': () => show.toggle(),
  ArrowLeft: () => show.jump((show.stage?.at ?? 0) - 1),
  ArrowRight: () => show.jump((show.stage?.at ?? 0) + 1),
  Home: () => show.jump(0),
  End: () => show.jump(Infinity),
};

onPress('first', KEYS.Home);
onPress('back', KEYS.ArrowLeft);
onPress('play', KEYS[' ']);
onPress('forward', KEYS.ArrowRight);
onPress('last', KEYS.End);
input('place').addEventListener('input', () => show.jump(Number(input('place').value)));
problem.addEventListener('change', () => choose());
byId('own').addEventListener('submit', (event) => {
  event.preventDefault();
  choose();
});
document.addEventListener('keydown', (event) => {
  // A button or a slider with the focus is operated by the same keys.
  const isOperated = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
  const key = KEYS[event.key];
  if (!key || isOperated || isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  key();
});
await choose();
document.documentElement.dataset.ready = 'true';
