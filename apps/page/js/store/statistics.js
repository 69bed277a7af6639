/**
 * What the games of the library tell about their player.
 * @module
 *
 * @typedef {import('./library.js').Game} Game
 */

import { dayName } from '../parts/times.js';

/**
 * Returns the number of games that were solved, of the days up to today or yesterday on each of which one was, and the
 * least time of one without hints; 0 if there is none.
 * @param {Game[]} games
 * @param {Date} [today]
 */
export function figures(games, today = new Date()) {
  const done = games.filter(({ kind, isDone }) => kind === 'play' && isDone);
  const days = new Set(done.map(({ moved }) => dayName(new Date(moved))));
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  if (!days.has(dayName(day))) day.setDate(day.getDate() - 1);
  let streak = 0;
  while (days.has(dayName(day))) {
    streak += 1;
    day.setDate(day.getDate() - 1);
  }
  const times = done.filter(({ hints, seconds }) => hints === 0 && seconds > 0).map(({ seconds }) => seconds);
  return { solved: done.length, streak, best: times.length ? Math.min(...times) : 0 };
}
