import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../../chaos/attempt.ts';
import { readFrames, type Frame } from '../../chaos/feed/event-stream.ts';
import { FeedLog } from '../../chaos/feed/feed-log.ts';
import { judgeEnding, type Circumstances, type Ending } from '../../chaos/feed/stream-ending.ts';
import { judgeDelays, longestDelay } from '../../chaos/feed/telling-delays.ts';
import type { ToldChange } from '../../chaos/feed/told-change.ts';
import { WriteLedger } from '../../chaos/feed/write-ledger.ts';
import { FEED, Figures } from '../../chaos/figures.ts';

const acknowledged: Outcome = {
  kind: 'acknowledged',
  response: { status: 200, headers: {}, text: '', document: undefined },
};

function change(name: string): ToldChange {
  const after = { name, owner: null };
  return {
    id: `c${name}`,
    cursor: `p${name}`,
    action: 'created',
    type: 'person',
    subject: name,
    after,
    version: 1,
    text: name,
  };
}

describe('The log of a reader of the feed in a chaos run', () => {
  const [one, two, three] = [change('A'), change('B'), change('C')];
  let figures: Figures;
  let ledger: WriteLedger;
  /** The positions that the service accepts. */
  let valid: readonly string[];
  let log: FeedLog;
  beforeEach(() => {
    [figures, ledger, valid] = [new Figures(), new WriteLedger(), []];
    const ask = async (position: string): Promise<Outcome> =>
      valid.includes(position) ? acknowledged : { kind: 'refused', status: 410, code: 'position-expired' };
    log = new FeedLog('the reader', { figures, ledger }, ask);
    for (const each of [one, two]) expect(log.learn(each)).to.equal(true);
  });

  function write(name: string): void {
    const body = { data: { attributes: { name } } };
    ledger.record({ method: 'POST', path: '/persons', body }, performance.now(), acknowledged);
  }

  it('refuses a change that was not asked for again', () => {
    expect(() => log.learn(one)).to.throw('was told twice of A');
  });

  it('expects changes that it asked for again in the same order and at the same positions, then new ones', () => {
    log.repeat(2);
    expect(log.position).to.equal('');
    for (const each of [two, three, { ...one, cursor: 'pX' }, { ...one, text: 'X' }])
      expect(() => log.learn(each)).to.throw(`instead of A at pA`);
    for (const each of [one, two, three]) log.learn(each);
    expect(log.told).to.deep.equal([one, two, three]);
    expect(figures.feed.get(FEED.again)).to.equal(2);
    log.repeat(1);
    expect(log.position).to.equal('pB');
    expect(() => log.learn(change('D'))).to.throw('was told D at pD instead of C at pC');
  });

  it('goes back to the last position that a failover has kept', async () => {
    log.learn(three);
    valid = ['', 'pA'];
    ledger.beginLoss();
    ledger.endLoss();
    await log.goBack();
    expect([log.told, log.lost, log.position]).to.deep.equal([[one], [two, three], 'pA']);
    expect(log.learn(change('D'))).to.equal(true);
    expect(log.learn(two)).to.equal(true);
  });

  it('accepts a contradiction only after a loss', () => {
    log.repeat(1);
    ledger.beginLoss();
    expect(log.learn(three)).to.equal(false);
    expect(log.told).to.deep.equal([one, two]);
  });

  it('finds a position that is refused although nothing was lost', async () => {
    valid = ['', 'pA'];
    const thrown: unknown = await log.goBack().catch((error: unknown) => error);
    expect(String(thrown)).to.contain('refused although nothing was lost; 1 changes');
  });

  it('stops going back when the run ends', async () => {
    const unanswered = new FeedLog('another', { figures, ledger }, async () => ({ kind: 'undelivered' }));
    unanswered.learn(one);
    await unanswered.goBack(AbortSignal.abort());
    expect(unanswered.told).to.deep.equal([one]);
  });

  it('finds an acknowledged write that did not arrive in time', async () => {
    write('A');
    write('C');
    const told: number[] = [];
    const look = (before: number): void => log.requireAcknowledged(before, 'missing:', (_, at) => told.push(at));
    look(-Infinity);
    expect([told.length, figures.violations]).to.deep.equal([1, []]);
    await pause(1);
    look(performance.now());
    look(performance.now());
    expect(figures.violations).to.deep.equal(['the reader: missing: C, which was acknowledged']);
  });
});

describe('The frames of a stream in a chaos run', () => {
  const POSITION = 'retry: 2000\n\nid: p1\nevent: position\ndata: {}\n\n';
  const CHANGE = ':\n\nid: p2\nevent: change\ndata: {"name":"Zoë: 1"}\n\nevent: end\ndata: {"code":"x"}\n\n';
  const expected: readonly Frame[] = [
    { event: 'position', id: 'p1', data: '{}' },
    { event: 'change', id: 'p2', data: '{"name":"Zoë: 1"}' },
    { event: 'end', id: undefined, data: '{"code":"x"}' },
  ];

  async function framesOf(text: string, size: number): Promise<readonly Frame[]> {
    const bytes = Buffer.from(text);
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const frames: Frame[] = [];
    for await (const frame of readFrames(chunks())) frames.push(frame);
    return frames;
  }

  it('are read from pieces of any size, without comments and retry', async () => {
    for (const size of [1, 7, 1000]) expect(await framesOf(POSITION + CHANGE, size), `${size}`).to.deep.equal(expected);
  });

  it('are left out if they are cut off', async () => {
    expect(await framesOf((POSITION + CHANGE).slice(0, -1), 1000)).to.deep.equal(expected.slice(0, 2));
  });
});

describe('The end of a stream in a chaos run', () => {
  const calm: Circumstances = { wasKilled: false, wasLost: false };
  const told = (code: string): Ending => ({ kind: 'told', code });
  const cases: readonly (readonly [Ending, Circumstances, boolean])[] = [
    [told('service-unavailable'), calm, true],
    [told('stream-timeout'), calm, true],
    [told('internal-error'), { wasKilled: true, wasLost: true }, false],
    [told('position-expired'), calm, false],
    [told('position-expired'), { ...calm, wasLost: true }, true],
    [{ kind: 'cut' }, calm, false],
    [{ kind: 'cut' }, { ...calm, wasLost: true }, false],
    [{ kind: 'cut' }, { ...calm, wasKilled: true }, true],
    [{ kind: 'closed' }, { wasKilled: true, wasLost: true }, false],
    [{ kind: 'left' }, calm, true],
    [{ kind: 'contradicted' }, calm, true],
  ];
  for (const [ending, circumstances, isGood] of cases)
    it(`is ${isGood ? 'good' : 'a violation'}: ${JSON.stringify([ending, circumstances])}`, () => {
      if (isGood) judgeEnding(ending, circumstances);
      else expect(() => judgeEnding(ending, circumstances)).to.throw('a stream ');
    });
});

describe('The delays of streams in a chaos run', () => {
  const uptime = { recoveryMillis: 10_000 };
  const delays = (...millis: readonly number[]): readonly number[] =>
    Array.from({ length: 21 }, (_, index) => millis[index % millis.length] ?? 0);

  it('may be longer on a busy machine', () => {
    expect(longestDelay(uptime)).to.equal(2000);
  });

  it('must be short for half of the writes', () => {
    expect(judgeDelays(delays(1900, 100, 100), uptime)).to.deep.equal([]);
    expect(judgeDelays(delays(600, 600, 100), uptime)).to.have.length(1);
    expect(judgeDelays([600], uptime)).to.deep.equal([]);
  });
});
