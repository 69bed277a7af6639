import assert from 'node:assert/strict';
import test from 'node:test';

import { ruleText, toolsOf } from '../js/creating.js';
import { seedOf, timeText } from '../js/games.js';
import { requirements } from '../js/header.js';
import { divided } from '../js/reasons.js';
import { shownDigit } from '../js/settings.js';
import { grouped, listed } from '../js/solving.js';

test('a long reason is divided at its numbers', () => {
  const texts = ['Suppose that r1c1 is 2.', 'Then r1c2 is 3.', 'Then r3c2 is not 3.', 'So r1c1 is not 2.'];
  const numbers = [undefined, 1, 2, undefined];
  const sentences = texts.map((text, index) => ({ text, number: numbers[index], cells: [], houses: [], candidates: [] }));
  const [lead, first, second, last] = sentences;
  assert.deepEqual(divided(sentences), { lead: [lead], steps: [[first], [second, last]] });
  assert.deepEqual(divided([lead]), { lead: [lead], steps: [] });
});

test('times, dates, numbers and lists in words', () => {
  assert.equal(timeText(59), '0:59');
  assert.equal(timeText(3600 + 61), '1:01:01');
  assert.equal(seedOf(new Date(2026, 10, 6)), 20261106);
  assert.equal(grouped('1234567'), '1\u202f234\u202f567');
  assert.equal(listed(Array.from({ length: 14 }, (_, index) => `${index}`)), '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more');
});

test('digits above 9 as letters', () => {
  const settings = /** @type {any} */ ({ letters: true });
  assert.deepEqual([9, 10, 25].map((digit) => shownDigit(settings, digit)), ['9', 'A', 'P']);
  assert.equal(shownDigit({ ...settings, letters: false }, 10), '10');
});

test('drawn rules are written in the grammar of the command line', () => {
  assert.equal(ruleText({ word: 'killer', hasValue: true }, [0, 1], '15', 9), 'killer 15 r1c1 r1c2');
  assert.equal(ruleText({ word: 'arrow', between: '=' }, [80, 70], '', 9), 'arrow r9c9 = r8c8');
});

test('rules of cells, lines and marks can be drawn', () => {
  const of = { sentence: '', drawn: true, number: null };
  const tools = toolsOf([
    { ...of, word: 'x', name: 'Diagonals', form: 'board', lines: ['x'] },
    { ...of, word: 'whisper', name: 'Whispers', form: 'line', lines: ['whisper'], number: 5 },
    { ...of, word: 'xv', name: 'XV', form: 'pair', lines: ['x', 'v'] },
  ]);
  assert.deepEqual(
    tools.map(({ word, name, usual, least, most }) => [word, name, usual, least, most]),
    [
      ['whisper', 'Whispers', '5', 2, undefined],
      ['x', 'XV: X', undefined, 2, 2],
      ['v', 'XV: V', undefined, 2, 2],
    ],
  );
});

test('rules are said one by one, or by kind if there are several', () => {
  const rules = [
    { text: 'killer 3 r1c1 r1c2', sentence: 'the cage r1c1, r1c2 has the sum 3' },
    { text: 'x', sentence: 'the diagonals hold every digit' },
    { text: 'killer 4 r2c1 r2c2', sentence: 'the cage r2c1, r2c2 has the sum 4' },
  ];
  const kinds = new Map([['killer', 'digits of a cage differ and have its sum']]);
  assert.equal(requirements(rules, kinds), 'Digits of a cage differ and have its sum. The diagonals hold every digit.');
  assert.equal(requirements(rules.slice(0, 1), kinds), 'The cage r1c1, r1c2 has the sum 3.');
  assert.equal(requirements([], kinds), '');
});
