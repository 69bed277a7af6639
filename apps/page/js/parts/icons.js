/**
 * Icons: drawings of strokes on a field of 24 by 24, in the color of the text.
 * @module
 */

import { h, svg } from './dom.js';

/** The path of each icon. */
const PATHS = {
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13',
  bulb: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z',
  check: 'M5 13l4.5 4.5L19 7',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dots: 'M6 12h.01M12 12h.01M18 12h.01',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  draw: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  erase: 'M8 6h12v12H8l-5-6zM11 10l5 4M16 10l-5 4',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  first: 'M19 6l-6 6 6 6M11 6l-6 6 6 6',
  flag: 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1',
  grid: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8',
  last: 'M5 6l6 6-6 6M13 6l6 6-6 6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z',
  redo: 'M19 7v5h-5M19 12a7.5 7.5 0 1 0-2 5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11H5v10h14V11h-1',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
  undo: 'M5 7v5h5M5 12a7.5 7.5 0 1 1 2 5',
  upload: 'M12 16V4M7 9l5-5 5 5M5 20h14',
  wand: 'M5 19L16 8M14 4v3M12.500 5.500h3M19 9v3M17.500 10.500h3M19 3v2M18 4h2',
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * Returns an icon, which screen readers do not read: a word stands beside it or in the name of its button.
 * @param {IconName} name
 */
export function icon(name) {
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { ...line, d: PATHS[name] }));
}

/**
 * Returns a button with an icon above its word.
 * @param {IconName} picture
 * @param {string} label
 * @param {() => void} work
 * @param {string} [keys] that do the same, as `aria-keyshortcuts` has them
 */
export const tool = (picture, label, work, keys = '') =>
  h('button.tool', { click: work, 'aria-keyshortcuts': keys || null }, icon(picture), h('span', {}, label));
