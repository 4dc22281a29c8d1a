import { expect } from 'chai';
import type { Outcome, Request } from '../../chaos/attempt.ts';
import { Commons } from '../../chaos/commons.ts';
import { Counter } from '../../chaos/counters.ts';
import { Family } from '../../chaos/family.ts';
import { KeyedRequest } from '../../chaos/keyed-request.ts';
import type { Stored } from '../../chaos/stored.ts';
import { verify } from '../../chaos/verify.ts';
import { createPerson } from '../../chaos/world.ts';

interface Faults {
  /** As a service that ignores the key, or stores the answer in another transaction, which was lost. */
  readonly forgetsAnswers?: boolean;
  /** As a service that renders the answer anew. */
  readonly answersAnew?: boolean;
  /** The attempts whose answer does not arrive. */
  readonly lost?: readonly number[];
}

/** A service that can create persons and loses answers. */
class UnreliableService {
  readonly persons: Stored['persons'][number][] = [];
  readonly #faults: Faults;
  readonly #answers = new Map<string, string>();
  #attempts = 0;

  constructor(faults: Faults = {}) {
    this.#faults = faults;
  }

  readonly send = ({ headers }: Request): Promise<Outcome> => {
    this.#attempts += 1;
    const key = headers?.['Idempotency-Key'] ?? '';
    const stored = this.#faults.forgetsAnswers === true ? undefined : this.#answers.get(key);
    const text = stored ?? this.#create();
    this.#answers.set(key, text);
    if (this.#faults.lost?.includes(this.#attempts) === true)
      return Promise.resolve({ kind: 'unknown', answered: false });
    const isReplay = stored !== undefined;
    const given = isReplay && this.#faults.answersAnew === true ? `${text} ` : text;
    const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {};
    const response = { status: 201, headers: replayed, text: given, document: JSON.parse(text) };
    return Promise.resolve({ kind: 'acknowledged', response });
  };

  #create(): string {
    const id = String(this.persons.length + 1);
    this.persons.push({ id, name: 'FN1', version: 1 });
    return JSON.stringify({ data: { type: 'person', id } });
  }
}

const creation = (): KeyedRequest => new KeyedRequest({ method: 'POST', path: '/persons' });
const never = (): boolean => false;

/** The problems that the verification finds after a keyed creation of FN1. */
async function problemsAfter(service: UnreliableService): Promise<readonly string[]> {
  const outcome = await creation().sendUntilKnown(service.send, never);
  if (outcome.kind !== 'acknowledged') throw new Error(outcome.kind);
  const family = new Family('F');
  family.identify('persons', 'FN1', outcome.response.document.data.id);
  family.acknowledged(createPerson('FN1', []), () => true);
  return verify({ persons: service.persons, computers: [] }, [family], new Commons());
}

async function violationOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return 'none';
  } catch (error) {
    return String(error);
  }
}

describe('The verification of keyed requests in a chaos run', () => {
  it('accepts a creation that was repeated after a lost answer and done once', async () => {
    const service = new UnreliableService({ lost: [1, 2] });
    expect(await problemsAfter(service)).to.deep.equal([]);
  });

  it('finds a creation that was repeated after a lost answer and done again', async () => {
    const service = new UnreliableService({ lost: [1], forgetsAnswers: true });
    expect(await problemsAfter(service)).to.include('FN1 is stored more than once');
  });

  for (const [what, faults, violation] of [
    ['that was done twice', { forgetsAnswers: true }, 'was done twice'],
    ['whose answers differ', { answersAnew: true }, 'instead of 201'],
  ] as const)
    it(`finds a request ${what}`, async () => {
      const [service, keyed] = [new UnreliableService(faults), creation()];
      await keyed.send(service.send);
      expect(await violationOf(() => keyed.send(service.send))).to.contain(violation);
    });

  it('finds a request that was refused after it had been done', async () => {
    const [service, keyed] = [new UnreliableService(), creation()];
    await keyed.send(service.send);
    const refuse = (): Promise<Outcome> => Promise.resolve({ kind: 'refused', status: 404, code: 'not-found' });
    expect(await violationOf(() => keyed.send(refuse))).to.contain('refused with not-found');
  });

  it('repeats what may be repeated, and nothing else', async () => {
    const refusals: readonly (readonly [status: number, code: string])[] = [
      [503, 'commit-outcome-unknown'],
      [504, 'timeout'],
      [409, 'idempotency-key-in-use'],
      [409, 'type-conflict'],
    ];
    const sent: string[] = [];
    const outcome = await creation().sendUntilKnown(({ headers }) => {
      const [status, code] = refusals[sent.length] ?? [500, 'none'];
      sent.push(headers?.['Idempotency-Key'] ?? '');
      return Promise.resolve({ kind: 'refused', status, code });
    }, never);
    expect(outcome).to.include({ code: 'type-conflict' });
    expect(new Set(sent)).to.have.lengthOf(1);
  });
});

describe('The verification of conditional requests in a chaos run', () => {
  const acknowledged: Outcome = {
    kind: 'acknowledged',
    response: { status: 200, headers: {}, text: '', document: undefined },
  };

  function countedTo(number: number): Counter {
    const counter = new Counter('K1', false);
    for (let each = 1; each <= number; each += 1) counter.learn(each, acknowledged);
    return counter;
  }

  function problems(counter: Counter, number: number, version: number): readonly string[] {
    const row = { id: '1', serial: counter.serial(number), owner: null, version };
    return verify({ persons: [], computers: [row] }, [], new Commons(), [counter]);
  }

  it('accepts a number that all increments explain', () => {
    expect(problems(countedTo(2), 2, 3)).to.deep.equal([]);
    const counter = countedTo(2);
    counter.learn(3, { kind: 'unknown', answered: false });
    expect(problems(counter, 2, 3)).to.deep.equal([]);
    expect(problems(counter, 3, 4)).to.deep.equal([]);
  });

  it('finds lost, unexplained and overwritten increments', () => {
    expect(problems(countedTo(2), 1, 2)).to.deep.equal(['counter K1: 2 is lost']);
    expect(problems(countedTo(2), 3, 4)).to.deep.equal(['counter K1: nobody has been told of 3']);
    expect(problems(countedTo(2), 2, 4)).to.deep.equal(['counter K1 is 2 after 3 increments']);
    expect(() => {
      countedTo(2).learn(2, acknowledged);
    }).to.throw('K1N2 was reached twice');
  });

  it('finds a counter that is gone or there twice', () => {
    const counter = countedTo(0);
    const row = { id: '1', serial: 'K1N0', owner: null, version: 1 };
    for (const computers of [[], [row, { ...row, id: '2' }]])
      expect(verify({ persons: [], computers }, [], new Commons(), [counter])).to.deep.equal([
        `counter K1 has ${computers.length} rows`,
      ]);
  });
});
