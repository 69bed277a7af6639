import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

const built = new URL(process.env.DLX_NPM ?? '../../../../target/wasm/npm/', import.meta.url);
const direct = await import(new URL('index.js', built));
const worker = await import(new URL('worker.js', built));

const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

for (const [name, excover] of Object.entries({ direct, worker })) {
  test(`${name}: a puzzle is solved, rated and explained`, async () => {
    const { status, solution } = await excover.solve(CLASSIC);
    assert.equal(status, 'unique');
    assert.equal(solution.join(''), '534678912672195348198342567859761423426853791713924856961537284287419635345286179');
    assert.deepEqual((await excover.solve('1234341223414123\nchaos')).regions.map(({ length }) => length), [16, 16]);
    assert.equal((await excover.rate(CLASSIC)).level, 'easy');
    assert.equal((await excover.explain(CLASSIC)).steps.length, 51);
    assert.equal((await excover.hint(CLASSIC)).status, 'step');
    assert.equal((await excover.whyNot(CLASSIC, 'r1c3', 1)).status, 'impossible');
    assert.deepEqual((await excover.candidates(CLASSIC))[2], [1, 2, 4]);
    const groups = [];
    for await (const group of excover.steps(CLASSIC)) groups.push(group.technique);
    assert.ok(groups.includes('Naked Single'), `${groups}`);
  });

  test(`${name}: conflicts are found, and solutions counted`, async () => {
    assert.equal((await excover.check(`55${CLASSIC.slice(2)}`)).conflicts.length > 0, true);
    assert.equal((await excover.diagnose(`55${CLASSIC.slice(2)}`)).status, 'invalid');
    assert.deepEqual(await excover.count(CLASSIC), { count: 1n, exact: true });
    assert.deepEqual(await excover.count('.'.repeat(16)), { count: 288n, exact: true });
  });

  test(`${name}: the same seed makes the same puzzle`, async () => {
    const wish = { board: { side: 6 }, seed: 7 };
    assert.deepEqual(await excover.generate(wish), await excover.generate(wish));
    assert.equal((await excover.generate()).givens.length, 81);
  });

  test(`${name}: formats are written and read`, async () => {
    const { text } = await excover.write(CLASSIC, 'json', { title: 'Classic' });
    const [{ givens, title }] = await excover.parse(text);
    assert.equal(givens.join('').replaceAll('0', '.'), CLASSIC);
    assert.equal(title, 'Classic');
  });

  test(`${name}: what a text says about its puzzle is written again`, async () => {
    const words = { title: 'Classic', author: 'W. K.', ruleset: 'Rows, columns and boxes.' };
    const { solution } = await excover.solve(CLASSIC);
    const { text } = await excover.write(CLASSIC, 'fpuzzles', { ...words, solution });
    const [read] = await excover.parse((await excover.write(text, 'json', { title: 'Again' })).text);
    const { title, author, ruleset } = read;
    assert.deepEqual({ title, author, ruleset }, { ...words, title: 'Again' });
    assert.deepEqual(read.solution, solution);
  });

  test(`${name}: exact cover problems`, async () => {
    const problem = new excover.Problem('a b c d\na b\nb c\nc d\nd a\n');
    assert.deepEqual(await problem.first(), [0, 2]);
    assert.deepEqual(await problem.covers(), { covers: [[0, 2], [1, 3]], complete: true });
    assert.equal(await problem.count(), 2n);
    const { order, itemOrbits } = await problem.symmetries();
    assert.equal(order, 8n);
    assert.deepEqual(itemOrbits, [['a', 'b', 'c', 'd']]);
    assert.equal(await new excover.Problem('a b\na\n').first(), null);
  });

  test(`${name}: the levels of a puzzle game are checked`, async () => {
    const pieces = [
      { name: 'L', cells: '#.\n#.\n##', times: '0..3' },
      { name: 'I', cells: '###', times: '0..1' },
      { name: 'X', cells: ['.#.', '###', '.#.'], times: '0..1' },
    ];
    const { problem, cells, unplaced } = await excover.packing({ region: '####\n####\n', pieces });
    assert.equal(cells.length, 8);
    assert.deepEqual(unplaced, ['X']);
    // Two L fill the rectangle in two ways, which are mirror images.
    const { solutions, exact, distinct, success, unused, spare } = await problem.survey();
    assert.deepEqual({ solutions, exact, distinct, unused, spare }, {
      solutions: 2, exact: true, distinct: 1n, unused: ['I', 'X'], spare: [],
    });
    assert.ok(success > 0 && success <= 1);
    const most = await problem.survey({ limit: 1 });
    assert.deepEqual([most.solutions, most.exact, most.distinct], [1, false, null]);
  });

  test(`${name}: what is wrong is said`, async () => {
    await assert.rejects(excover.solve('12'), (error) => error instanceof excover.Fault && /81/.test(error.message));
    await assert.rejects(new excover.Problem('a\nb\n').count(), excover.Fault);
    await assert.rejects(excover.ask('nothing', {}), /expected the name of a request/);
    await assert.rejects(excover.solve(CLASSIC, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });
}

test('a count is aborted while it runs, and the next call is answered', async () => {
  const controller = new AbortController();
  const counting = worker.count('.'.repeat(81), { signal: controller.signal, onProgress: () => controller.abort() });
  await assert.rejects(counting, { name: 'AbortError' });
  assert.equal((await worker.solve(CLASSIC)).status, 'unique');
});

test('a time limit ends a call', async () => {
  direct.limitTime(1);
  const { exact } = await direct.count('.'.repeat(81));
  assert.equal(exact, false);
  direct.limitTime();
});

test('a program ends although its workers are idle', async () => {
  const script = `import { solve } from '${new URL('worker.js', built)}'; console.log((await solve('${CLASSIC}')).status)`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
  assert.equal(stdout, 'unique\n');
});
