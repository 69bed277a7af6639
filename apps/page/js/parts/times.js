/**
 * Times and days in words.
 * @module
 */

/**
 * Returns a time in minutes and seconds, with hours if there are any.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, '0');
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Returns a day such as 2026-11-28. @param {Date} date */
export const dayName = (date) => `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}-${`${date.getDate()}`.padStart(2, '0')}`;
