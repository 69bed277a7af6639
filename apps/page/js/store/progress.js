/**
 * Which techniques were learned.
 * @module
 */

import { isObject, load, save } from './storage.js';

/** The main lessons in their order: techniques from the easiest on, each with exercises that are found at once. */
export const LESSONS = [
  'Full House', 'Naked Single', 'Hidden Single', 'Locked Candidates Type 1 (Pointing)', 'Locked Candidates Type 2 (Claiming)', 'Naked Pair', 'Hidden Pair',
  'Naked Triple', 'Hidden Triple', 'X-Wing', 'Swordfish', 'Skyscraper', '2-String Kite', 'Turbot Fish', 'Empty Rectangle', 'XY-Wing', 'XYZ-Wing', 'W-Wing',
  'Remote Pair', 'Uniqueness Test 1', 'Bivalue Universal Grave + 1', 'Finned X-Wing', 'Simple Colors Trap', 'X-Chain', 'XY-Chain', 'Sue de Coq', 'AIC',
  'Almost Locked Set XZ-Rule',
];

/** The exercises that make a lesson done. */
export const EXERCISES = 3;

/** @returns {Record<string, number>} by technique, the number of exercises that were solved */
export const solvedExercises = () => /** @type {Record<string, number>} */ (load('learned', {}, isObject));

/** Notes that an exercise was solved. @param {string} technique */
export function noteExercise(technique) {
  const solved = solvedExercises();
  save('learned', { ...solved, [technique]: (Number(solved[technique]) || 0) + 1 });
}

/**
 * Returns whether enough exercises of a lesson are solved.
 * @param {string} technique
 * @param {Record<string, number>} [solved]
 */
export const isLearned = (technique, solved = solvedExercises()) => Number(solved[technique]) >= EXERCISES;

/** Returns how many of the main lessons are done, and the first that is not. */
export function learned() {
  const solved = solvedExercises();
  const next = LESSONS.find((name) => !isLearned(name, solved)) ?? LESSONS[0];
  return { done: LESSONS.filter((name) => isLearned(name, solved)).length, all: LESSONS.length, next };
}
