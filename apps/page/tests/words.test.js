import assert from 'node:assert/strict';
import test from 'node:test';

import { combinations } from '../js/model/combinations.js';
import { grouped } from '../js/parts/numbers.js';
import { requirements } from '../js/parts/rules.js';
import { timeText } from '../js/parts/times.js';
import { mondayOf, numberOf, variantOf } from '../js/store/making.js';
import en from '../js/words/en.js';
import { beside, dayText, listed, preferred, speak, t as words } from '../js/words/words.js';
import { shownDigit } from '../js/store/settings.js';

test('times, dates, numbers and lists in words', () => {
  assert.equal(timeText(59), '0:59');
  assert.equal(timeText(3600 + 61), '1:01:01');
  assert.equal(numberOf(new Date(2026, 10, 6)), 20261106);
  assert.equal(grouped('1234567'), '1\u202f234\u202f567');
});

test('digits above 9 as letters', () => {
  const settings = /** @type {any} */ ({ letters: true });
  assert.deepEqual([9, 10, 25].map((digit) => shownDigit(settings, digit)), ['9', 'A', 'P']);
  assert.equal(shownDigit({ ...settings, letters: false }, 10), '10');
});

test('rules are said one by one, or by kind if there are several', () => {
  const rules = [
    { text: 'killer 3 r1c1 r1c2', sentence: 'the cage r1c1, r1c2 has the sum 3' },
    { text: 'x', sentence: 'the diagonals hold every digit' },
    { text: 'killer 4 r2c1 r2c2', sentence: 'the cage r2c1, r2c2 has the sum 4' },
  ];
  const kinds = new Map([['killer', { name: 'Killer', sentence: 'digits of a cage differ and have its sum' }]]);
  assert.deepEqual(requirements(rules, kinds), ['Digits of a cage differ and have its sum.', 'The diagonals hold every digit.']);
  assert.deepEqual(requirements(rules.slice(0, 1), kinds), ['The cage r1c1, r1c2 has the sum 3.']);
  assert.deepEqual(requirements([], kinds), []);
});

test('the variant of a week is the same from Monday to Sunday', () => {
  const [monday, sunday, next] = [23, 29, 30].map((date) => new Date(2026, 10, date));
  assert.deepEqual(mondayOf(sunday), monday);
  assert.deepEqual(variantOf(sunday), variantOf(monday));
  assert.notDeepEqual(variantOf(next), variantOf(monday));
});

test('the combinations of a cage are the sets of different digits with its sum', () => {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  assert.deepEqual(combinations(digits, 2, 4, 9), [[1, 3]]);
  assert.deepEqual(combinations(digits, 3, 23, 9), [[6, 8, 9]]);
  // As published in tables of killer Sudoku.
  assert.equal(combinations(digits, 4, 20, 99).length, 12);
  assert.equal(combinations(digits, 4, 20, 5).length, 5);
});

test('texts have their values, and the plural of their number', () => {
  assert.equal(words('givens', { n: 1 }), '1 given');
  assert.equal(words('givens', { n: 23 }), '23 givens');
  assert.equal(words('undo.done', { what: '5 in r1c1' }), 'Undone: 5 in r1c1');
  assert.equal(preferred(['fr-CH', 'de-CH', 'en']), 'de');
  assert.equal(preferred(['fr']), 'en');
});

test('names of cells keep their order in a script from right to left', async (context) => {
  const root = { lang: 'en', dir: 'ltr' };
  Object.assign(globalThis, { document: { documentElement: root } });
  context.after(async () => {
    await speak('en');
    Reflect.deleteProperty(globalThis, 'document');
  });
  await speak('ar');
  assert.equal(root.dir, 'rtl');
  assert.ok(words('chosen.digit', { digit: 'A' }).includes('\u2068A\u2069'));
  assert.ok(!words('chosen.digit', { digit: 5 }).includes('\u2068'));
  assert.equal(beside(['9×9 thermo', '', 0, '0:06']), '\u20689×9 thermo\u2069 · 0:06');
  assert.match(listed(['r1c1', 'r2c2']), /^\u2068r1c1\u2069.*\u2068r2c2\u2069$/);
  assert.match(dayText(new Date(2026, 10, 28)), /28/);
  assert.equal(words('cells', { n: 2 }), 'خانتان');
  assert.equal(words('cells', { n: 11 }), '11 خانة');
});

/** @param {import('../js/words/words.js').Entry} entry */
const valuesIn = (entry) => new Set(Object.values(typeof entry === 'string' ? { other: entry } : entry).flatMap((text) => text.match(/\{\w+\}/g) ?? []));

for (const language of ['de', 'ar']) {
  test(`the catalogue ${language} has every text with its values`, async () => {
    const { default: other } = await import(`../js/words/${language}.js`);
    assert.deepEqual(Object.keys(other).sort(), Object.keys(en).sort());
    for (const [key, entry] of Object.entries(en)) {
      const [own, theirs] = [valuesIn(entry), valuesIn(other[key])];
      // A plural form may say the number in words.
      own.delete('{n}');
      theirs.delete('{n}');
      assert.deepEqual(theirs, own, key);
      if (typeof entry === 'object') assert.equal(typeof other[key].other, 'string', key);
    }
  });
}
