/**
 * Numbers in words.
 * @module
 */

/** Returns a number with its digits in groups of three. @param {string} digits */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
