import { expect } from 'chai';
import fc from 'fast-check';
import { pino } from 'pino';
import { requestLineWriter } from '../../src/composition/request-line.ts';

const NOW = 1_700_000_000_000;
const millis = fc.nat(100_000).map((tenths) => tenths / 10);
const facts = fc.record({
  requestId: fc.constantFrom('mine', '0a-B_c.9'),
  traceId: fc.constantFrom(undefined, '4bf92f3577b34da6a3ce929d0e0e4736'),
  route: fc.constantFrom('persons.detail', 'unmatched'),
  method: fc.constantFrom('GET', 'M-SEARCH'),
  status: fc.integer({ min: 200, max: 599 }),
  statements: fc.nat(),
  aborted: fc.boolean(),
  broken: fc.boolean(),
  durationMillis: millis,
  databaseMillis: millis,
});

describe('The line of a request in the log', () => {
  const base = { pid: 7, hostname: 'the "host"' };
  const line = requestLineWriter(base);

  it('is the one that pino writes', () => {
    fc.assert(
      fc.property(facts, (each) => {
        let written = '';
        const log = pino({ base, timestamp: () => `,"time":${NOW}` }, { write: (text) => void (written = text) });
        log.info(each, 'request');
        expect(line(each, NOW)).to.equal(written);
      }),
    );
  });

  it('has durations to tenths of a millisecond', () => {
    const [each] = fc.sample(facts, 1);
    if (each === undefined) throw new Error('no sample');
    const exact = { ...each, durationMillis: 0.449, databaseMillis: 1.25 };
    expect(JSON.parse(line(exact, NOW))).to.include({ durationMillis: 0.4, databaseMillis: 1.3 });
  });
});
