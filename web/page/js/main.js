/**
 * The page of the puzzle: everything is made here, and told what to listen to.
 * @module
 */

import { App } from './app.js';
import { Entry } from './entry.js';
import { Hints } from './hints.js';
import { listenMaking } from './making.js';
import { listenPath } from './path.js';
import { listenPractice } from './practice.js';
import { blank } from './puzzle.js';
import { listenSolving } from './solving.js';
import { listenSteps } from './steps.js';
import { fromFragment, kept, toFragment } from './store.js';
import { isField, listenTaking } from './taking.js';

const app = new App((await kept()) ?? (await blank({ side: 9 })));
const entry = new Entry(app);
const hints = new Hints(app);
hints.listen();
const steps = listenSteps(app);
entry.listen({
  u: () => app.undo(),
  r: () => app.redo(),
  h: () => app.attempt(() => hints.more()),
  l: () => app.attempt(() => steps.list()),
  e: () => entry.toggleNotes(),
});
listenSolving(app);
listenPath(app);
listenMaking(app, entry);
listenTaking(app, entry);
entry.suitMode();

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (isField(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) app.undo();
  else if (key === 'y' || key === 'z') app.redo();
  else return;
  event.preventDefault();
});

// A link that is opened in the same window changes nothing but the fragment.
window.addEventListener('hashchange', async () => {
  const state = await fromFragment(location.hash.slice(1));
  if (!state || toFragment(state) === toFragment(app.state)) return;
  app.change('puzzle from a link', state);
  entry.suitMode();
});

await listenPractice(app, entry);
await app.refresh();
document.documentElement.dataset.ready = 'true';
