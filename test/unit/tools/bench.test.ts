import { expect } from 'chai';
import { functionsOf } from '../../../bench/cpu-profile.ts';
import { figuresOf } from '../../../bench/figures.ts';
import type { Round } from '../../../bench/measure.ts';
import { rows, type Row } from '../../../bench/rows.ts';
import { summaryOf } from '../../../bench/summary.ts';
import type { Turn } from '../../../bench/turn.ts';

describe('The benchmark', () => {
  const row: Row = { ...(rows[0] ?? expect.fail()), title: 'it', target: { cpuRatio: 0.75, millis: 50 } };
  const round = (cpu: number): Round => ({
    requestsPerSecond: 100,
    cpu,
    databaseCpu: 1,
    clientCpu: 1,
    clientBusy: 0.5,
    p50: 1,
    p99: 2,
    megabytes: 100,
  });
  /** The floor and its database take 1 ms. */
  const turn = (service: number, other?: number): Turn => ({
    service: round(service - 1),
    other: other === undefined ? undefined : round(other - 1),
    floor: round(0),
  });

  it('does not report a target as missed when it is exactly reached', () => {
    const { missed, cpuRatio } = figuresOf(row, [turn(1 / 0.75)], 49.9);
    expect(cpuRatio).to.deep.equal({ median: 0.75, iqr: 0 });
    expect(missed).to.deep.equal([]);
  });

  it('takes the median of the CPU ratios and reports the missed targets', () => {
    const { cpuRatio, missed } = figuresOf(row, [turn(2), turn(1), turn(4)], 50);
    expect(cpuRatio).to.deep.equal({ median: 0.5, iqr: 0.375 });
    expect(missed).to.deep.equal(['it: CPU ratio 0.50, target 0.75', 'it: 50.0 ms, target 50 ms']);
  });

  it('counts a target that was not measured as missed', () => {
    expect(figuresOf(row, [turn(NaN)], undefined).missed).to.have.length(2);
  });

  it('reports no missed target for a row without one', () => {
    const reported = rows.find(({ target }) => target === undefined) ?? expect.fail();
    expect(figuresOf(reported, [turn(100)], undefined).missed).to.deep.equal([]);
  });

  for (const { values, iqr } of [
    { values: [1], iqr: 0 },
    { values: [1, 2], iqr: 0.5 },
    { values: [4, 1, 3, 2, 5], iqr: 2 },
    { values: [9, 1, 2, 3, 4, 5, 6, 7, 8], iqr: 4 },
  ])
    it(`finds the interquartile range of ${values.join(', ')}`, () => {
      expect(summaryOf(values).iqr).to.equal(iqr);
    });

  for (const { others, verdict } of [
    { others: [2.5, 2.6, 2.7, 2.6], verdict: 'cheaper' },
    { others: [1.5, 1.6, 1.7, 1.6], verdict: 'dearer' },
    { others: [1.5, 2, 2.5, 3], verdict: 'same' },
    { others: [8, 8, 8], verdict: 'unknown' },
  ])
    it(`compares 2 ms with ${others.join(', ')} ms of another version: ${verdict}`, () => {
      const { other } = figuresOf(
        row,
        others.map((each) => turn(2, each)),
        undefined,
      );
      expect(other).to.have.property('verdict', verdict);
    });

  it('leaves out another version that was not measured', () => {
    expect(figuresOf(row, [turn(1)], undefined).other).to.equal(undefined);
  });

  it('sums a profile by function from a given time, with recursion once and without idle time', () => {
    const node = (id: number, functionName: string, children: readonly number[], url = ''): object => ({
      id,
      children,
      callFrame: { functionName, url, lineNumber: 0 },
    });
    const nodes = [
      node(1, '(root)', [2, 5]),
      node(2, 'outer', [3], 'file:///app/node_modules/@some/thing/a.js'),
      node(3, 'inner', [4], 'node:events'),
      node(4, 'outer', [], 'file:///app/node_modules/@some/thing/a.js'),
      node(5, '(idle)', []),
    ] as Parameters<typeof functionsOf>[0]['nodes'];
    // Samples at 100, 110, 130, 160, 200 and 250 µs; each stands for the time until the next.
    const profile = { startTime: 100, nodes, samples: [2, 2, 3, 4, 5, 2], timeDeltas: [0, 10, 20, 30, 40, 50] };
    expect(functionsOf(profile, 110)).to.deep.equal([
      { name: 'outer', place: '@some/thing/a.js:1', part: '@some/thing', self: 60, total: 90 },
      { name: 'inner', place: 'node:events:1', part: 'node:events', self: 30, total: 70 },
    ]);
  });
});
