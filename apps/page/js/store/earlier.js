/**
 * Games that earlier versions of the page have kept in another place.
 * @module
 */

import { fromFragment } from '../model/link.js';
import { newGame } from './game.js';
import { t } from '../words/words.js';
import { forget } from './storage.js';

/**
 * Takes them into the library, once.
 * @param {import('./app.js').App} app
 * @param {ReturnType<typeof import('./library.js').earlierGames>} games
 */
export async function takeEarlier(app, games) {
  if (!app.library.isKept) return;
  let refused = 0;
  for (const { fragment, seconds, saved, isDone } of games) {
    try {
      if (!fromFragment(fragment)) continue;
      const state = await app.stateOfFragment(fragment);
      if (!state) continue;
      await app.library.put({ ...newGame(state), seconds, isDone: isDone === true, created: saved, moved: saved }, null);
    } catch {
      // One game that cannot be read does not take the others with it.
      refused += 1;
    }
  }
  forget('games');
  if (refused) app.say(t('library.refusedEarlier', { n: refused }), 'bad');
}
