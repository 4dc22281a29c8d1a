import { expect } from 'chai';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from '../../chaos/attempt.ts';
import { allowedAnswers, NewestToken, SeenTags } from '../../chaos/cluster/companions.ts';
import { Registers, requireNumber, verifyRegisters, type Register } from '../../chaos/cluster/registers.ts';
import { summarizeLog } from '../../chaos/cluster/summarize-log.ts';
import { CrashingService } from '../../chaos/crashing-service.ts';
import type { Exchange } from '../../chaos/run-context.ts';

const EARLIER = '0'.repeat(23) + '1';
const LATER = '0'.repeat(23) + '2';
const service = new CrashingService('1', { PORT: '1' }, () => undefined);
const get: Request = { method: 'GET', path: '/persons/1' };
const patch: Request = { method: 'PATCH', path: '/persons/1' };

function exchange(request: Request, headers: IncomingHttpHeaders, text = '{}', sent = performance.now()): Exchange {
  const response = { status: 200, headers, text, document: JSON.parse(text) };
  return { service, request, sent, outcome: { kind: 'acknowledged', response } };
}

const written = (token?: string, sent?: number): Exchange =>
  exchange(patch, token === undefined ? {} : { 'consistency-token': token }, '{}', sent);

describe('The tokens of writers in a chaos run on a cluster', () => {
  let tokens: NewestToken;
  const sentToken = (request: Request): unknown => tokens.accompany(request).headers?.['consistency-token'];
  beforeEach(() => {
    tokens = new NewestToken();
  });

  it('are sent with reads, the newest one only', () => {
    expect(sentToken(get)).to.equal(undefined);
    tokens.learn(written(LATER));
    tokens.learn(written(EARLIER));
    expect(sentToken(get)).to.equal(LATER);
    expect(sentToken(patch)).to.equal(undefined);
  });

  it('lead to the primary after a write without one, until a later write has one', () => {
    const before = performance.now() - 1;
    tokens.learn(written(LATER));
    tokens.learn(written());
    expect(sentToken(get)).to.equal('f'.repeat(24));
    tokens.learn(written(EARLIER, before));
    expect(sentToken(get)).to.equal('f'.repeat(24));
    tokens.learn(written(EARLIER, performance.now() + 1));
    expect(sentToken(get)).to.equal(EARLIER);
  });
});

describe('The checks of answers in a chaos run on a cluster', () => {
  it('find a tag that stands for other bytes at the same place', () => {
    const tags = new SeenTags();
    tags.learn(exchange(get, { etag: '"a"' }, '{"name":"Ada"}'));
    tags.learn(exchange(get, { etag: '"a"' }, '{"name":"Ada"}'));
    tags.learn(exchange(get, { etag: '"b"' }, '{"name":"Eve"}'));
    tags.learn(exchange({ ...get, path: '/persons/2' }, { etag: '"a"' }, '{"name":"Eve"}'));
    expect(() => tags.learn(exchange(get, { etag: '"a"' }, '{"name":"Eve"}'))).to.throw('stands for other bytes');
  });

  it('allow no 5xx but 503', () => {
    const refused = (status: number): Exchange => ({
      service,
      request: get,
      sent: 0,
      outcome: { kind: 'refused', status, code: 'query-timeout' },
    });
    allowedAnswers.learn(refused(503));
    expect(() => allowedAnswers.learn(refused(504))).to.throw('504');
  });
});

describe('The report of a service that is late after a promotion', () => {
  const line = (time: number, facts: object): string => JSON.stringify({ level: 40, time, pid: 7, ...facts });
  const failed = (time: number, requestId: string): string => {
    const error = { message: 'no host takes writes', stack: 'at', cause: { message: 'db1 is a standby' } };
    return line(time, { requestId, error, msg: 'request failed' });
  };

  it('sums up its log, with times since the promotion', () => {
    const log = [
      line(1000, { msg: 'long before' }),
      line(9100, { replica: 'db2', reason: 'it has been promoted', msg: 'a replica is left out' }),
      failed(9500, 'a'),
      failed(11_000, 'b'),
      line(10_300, { host: 'db2', msg: 'writes now go to another host' }),
      failed(12_250, 'c'),
      '(node:7) Warning',
      '{"level":40,"time":12300,"pi',
    ];
    expect(summarizeLog(log.join('\n'), 10_000, 5000)).to.deep.equal([
      '-0.9 s process 7 a replica is left out: db2: it has been promoted',
      '-0.5 s to +2.3 s, 3 times: process 7 request failed: no host takes writes: db1 is a standby',
      '+0.3 s process 7 writes now go to another host: db2',
    ]);
  });
});

describe('The registers of a chaos run on a cluster', () => {
  let registers: Registers;
  let register: Register;
  beforeEach(() => {
    registers = new Registers();
    register = registers.begin();
  });

  /** Writes the register, and is answered. */
  function write(): void {
    const { handleOutcome } = register.next();
    const { outcome } = exchange(patch, { etag: '"a"', 'consistency-token': EARLIER }, '{"data":{"id":"1"}}');
    handleOutcome(outcome);
  }
  const problems = (...persons: readonly (readonly [string, number])[]): readonly string[] =>
    verifyRegisters(
      registers.all,
      persons.map(([name, version], index) => ({ id: String(index), name, version })),
    );

  it('publish each write that was acknowledged, and no other', () => {
    write();
    register.next().handleOutcome({ kind: 'unknown', answered: false });
    expect(registers.published).to.deep.equal([{ path: '/persons/1', number: 0, token: EARLIER }]);
  });

  it('find an older number, and a name that was refused', () => {
    const published = { path: '/persons/1', number: 2, token: EARLIER };
    requireNumber(published, 'R1N2');
    requireNumber(published, 'R1N3');
    expect(() => requireNumber(published, 'R1N1')).to.throw('R1N1 for a token of number 2');
    expect(() => requireNumber(published, 'R1X')).to.throw('was refused');
  });

  it('are stored once, as written last, with a version for each write', () => {
    write();
    write();
    expect(problems(['R1N1', 2])).to.deep.equal([]);
    expect(problems()).to.deep.equal(['register R1: found nothing instead of R1N1 at version 2']);
    for (const stored of [
      ['R1N0', 1],
      ['R1N1', 3],
      ['R1X', 3],
    ] as const)
      expect(problems(stored)).to.have.lengthOf(1);
    expect(problems(['R1N1', 2], ['R1N0', 1])).to.have.lengthOf(1);
  });

  it('are not stored when their creation was refused', () => {
    register.next().handleOutcome({ kind: 'refused', status: 503, code: 'service-unavailable' });
    expect(problems()).to.deep.equal([]);
    expect(problems(['R1N0', 1])).to.have.lengthOf(1);
  });

  it('refuse that a write is refused for any reason but a failure', () => {
    const { handleOutcome } = register.next();
    expect(() => handleOutcome({ kind: 'refused', status: 404, code: 'object-not-found' })).to.throw(
      'refused with 404',
    );
  });
});
