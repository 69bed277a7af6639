/**
 * Moves that the library does not have yet. IndexedDB takes a while to write, in which a tab may be killed; `localStorage` is
 * written before the event of the key is over. The next page that opens saves what a killed tab has left. It cannot know
 * which tabs are open, so that it saves the moves of those too. Each note therefore lists the versions of the game that the
 * library may have, and has a name of its own: a page removes the notes that it has read, and no newer ones.
 * @module
 *
 * @typedef {import('./library.js').Game} Game
 * @typedef {object} Version
 * @property {number} number of the changes that the session had made
 * @property {string} fragment of the game after them
 * @typedef {object} Made how a session has made a record
 * @property {string} session
 * @property {Version[]} versions of the game that the library may have by it, the oldest first
 * @typedef {Made & {game: Game}} Unsaved
 */

import { forget, isObject, isText, load, namesOf, save } from './storage.js';

const START = 'unsaved-';

/**
 * Notes what a session has made.
 * @param {Unsaved} unsaved
 * @returns {string} the name of the note
 */
export function noteUnsaved(unsaved) {
  const name = `${START}${unsaved.session}-${unsaved.versions.at(-1)?.number}`;
  save(name, unsaved);
  return name;
}

/** Removes a note, when the library has its moves. @param {string} name */
export const noteSaved = (name) => forget(name);

/**
 * @param {unknown} value
 * @returns {value is Unsaved}
 */
const isUnsaved = (value) => isObject(value) && isText(value.session) && isObject(value.game) && Array.isArray(value.versions)
  && value.versions.length > 0 && value.versions.every((version) => isObject(version) && isText(version.fragment) && Number.isFinite(version.number));

/** Returns the notes of all sessions, open ones included. @returns {{name: string, unsaved: Unsaved|null}[]} null if it cannot be read */
export const leftUnsaved = () => namesOf(START).map((name) => ({
  name,
  unsaved: load(name, null, /** @type {(value: unknown) => value is Unsaved|null} */ ((value) => value === null || isUnsaved(value))),
}));

/**
 * Returns the version that a record is made of: the newest whose changes it has.
 * @param {Made} made
 * @param {Game} record
 */
export function versionIn({ session, versions }, record) {
  const number = record.saves?.[session] ?? 0;
  return versions.findLast((version) => version.number <= number) ?? versions[0];
}
