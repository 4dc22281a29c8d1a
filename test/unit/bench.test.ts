import { expect } from 'chai';
import { functionsOf } from '../../bench/cpu-profile.ts';
import { figuresOf } from '../../bench/figures.ts';
import type { Round } from '../../bench/measure.ts';
import { rows, type Row } from '../../bench/rows.ts';

describe('what the benchmark makes of its measurements', () => {
  const row: Row = { ...(rows[0] ?? expect.fail()), title: 'it', target: { ratio: 0.75, millis: 50 } };
  const round = (requestsPerSecond: number, cpu: number): Round => ({
    requestsPerSecond,
    cpu,
    databaseCpu: 1,
    clientCpu: 1,
    clientBusy: 0.5,
    p50: 1,
    p99: 2,
    megabytes: 100,
  });

  it('names no target that is reached, at the limit too', () => {
    const figures = figuresOf(row, [{ service: round(75, 3), floor: round(100, 1) }], 49.9);
    expect(figures.missed).to.deep.equal([]);
    expect(figures.cpuRatio).to.equal(0.5);
  });

  it('takes the median of the ratios, and names the targets that are missed', () => {
    const pairs = [60, 90, 70].map((rate) => ({ service: round(rate, 1), floor: round(100, 1) }));
    const { ratio, missed } = figuresOf(row, pairs, 50);
    expect(ratio).to.deep.equal({ median: 0.7, least: 0.6, most: 0.9 });
    expect(missed).to.deep.equal(['it: ratio 0.70, target 0.75', 'it: 50.0 ms, target 50 ms']);
  });

  it('does not take what was not measured for reached', () => {
    expect(figuresOf(row, [{ service: round(NaN, 1), floor: round(100, 1) }], undefined).missed).to.have.length(2);
  });

  it('sums a profile up by function, from a moment on, recursion once, without idle time', () => {
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
