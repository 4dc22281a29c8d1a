import { resources } from '#test/support/model';
import { expect } from 'chai';
import { answerTo, type FailedRequest } from '#adapters/http/answer/error-answers';
import { isWrite, operationsOf } from '#adapters/http/api/operations';
import type { Json, JsonObject } from '#adapters/http/request/syntax/json';
import { pathTarget, readWrite, type Write } from '#adapters/http/request/write';
import {
  EmptyRelationshipError,
  ForbiddenError,
  LinkedNotFoundError,
  ParentConflictError,
  QueryTimeoutError,
  RuleBrokenError,
  StorageOverloadedError,
  StorageRefusedError,
  StorageUnavailableError,
  UnknownHistoryError,
  type BrokenRule,
} from '#application/model/errors';
import { atMost, unique } from '#domain/rules';

const computer = (id: string): Json => ({ type: 'computer', id });

/** The request to a route, by its name. */
function requestOf(name: string, document: Json): FailedRequest & { readonly write: Write } {
  const operation = operationsOf({ allowUnpaged: true }, resources).find((each) => each.name === name);
  if (operation === undefined || !isWrite(operation)) throw new Error(`${name} is no write`);
  const target = pathTarget(operation, '1');
  const write = readWrite(operation, target, document, { basePointer: '', takesLids: false, found: [] });
  return { source: target.source, write, resources };
}

function pointersFor(name: string, document: Json, ...ids: readonly string[]): readonly unknown[] {
  const error = new LinkedNotFoundError(ids.map((id) => ({ type: 'computer', id })));
  return answerTo(error, requestOf(name, document))?.errors.map(({ source }) => source) ?? [];
}

describe('an error from outside the application', () => {
  const foreign: Readonly<Record<string, unknown>> = {
    'has the kind of an application error': Object.assign(new Error('of a library'), {
      kind: 'notFound',
      type: 'person',
      id: '1',
    }),
    'is not an Error': { kind: 'queryTimeout' },
    'has an application error as its cause': new Error('a bug', { cause: new QueryTimeoutError('slow') }),
    'contains application errors': new AggregateError([new QueryTimeoutError('slow')]),
  };
  for (const [what, error] of Object.entries(foreign))
    it(`is unexpected, even if it ${what}`, () => {
      expect(answerTo(error, requestOf('persons.delete', null))).to.equal(undefined);
    });
});

describe('the error about a forbidden row', () => {
  for (const [is, row] of [
    ['stored', 'stored'],
    ['outcome', 'outcome'],
    ['hidden owner', 'held'],
  ] as const)
    it(`has the meta.row ${row} for: ${is}`, () => {
      const request = requestOf('persons.computers.link', { data: [computer('2')] });
      const answer = answerTo(new ForbiddenError('update', 'computer', { id: '2', is }), request);
      expect(answer?.errors.map(({ meta }) => meta)).to.deep.equal([{ row }]);
    });

  const replacing = { type: 'person', id: '7', relationships: { computers: { data: [computer('2')] } } };
  const through = { type: 'computer', id: '1', relationship: 'owner' } as const;
  for (const [what, type, id, source] of [
    ['that the link names', 'computer', '2', { pointer: '/data/relationships/computers/data/0' }],
    ['that the link leaves out', 'computer', '3', { pointer: '/data/relationships/computers/data' }],
    ['that the path names', 'computer', '1', { parameter: 'computer_id' }],
    ['that the document changes', 'person', '7', { parameter: 'computer_id' }],
  ] as const)
    it(`points at its place if it is the one ${what}`, () => {
      const request = requestOf('computers.owner.update', { data: replacing });
      const answer = answerTo(new ForbiddenError('update', type, { id, is: 'stored', through }), request);
      expect(answer?.errors.map((error) => error.source)).to.deep.equal([source]);
    });
});

describe('the error about the storage', () => {
  for (const [error, code, detail] of [
    [new StorageUnavailableError('away'), 'service-unavailable', /^The storage is unavailable; nothing was changed$/],
    [new StorageRefusedError('refused'), 'service-unavailable', /^The storage is unavailable; nothing was changed$/],
    [new UnknownHistoryError(2, 1), 'service-unavailable', /^The Consistency-Token is from a later history/],
    [new StorageOverloadedError('connections', ''), 'service-unavailable', /^All connections/],
    [new StorageOverloadedError('streams', ''), 'service-unavailable', /^Too many long responses/],
    [new StorageOverloadedError('collisions', ''), 'service-unavailable', /^Concurrent changes/],
    [new QueryTimeoutError('slow'), 'query-timeout', /^The storage took too long/],
  ] as const)
    it(`names the problem and when to retry: ${error.name}, ${'reason' in error ? error.reason : error.kind}`, () => {
      const answer = answerTo(error, { source: { parameter: 'id' }, resources });
      expect(answer?.headers).to.deep.equal({ 'Retry-After': '1' });
      expect(answer?.errors).to.have.length(1);
      expect(answer?.errors[0]?.code).to.equal(code);
      expect(answer?.errors[0]?.detail).to.match(detail);
    });
});

describe('the error for linked resources that do not exist', () => {
  it('points at resource identifiers in the primary data', () => {
    const document = { data: [computer('1'), computer('2'), computer('3')] };
    expect(pointersFor('persons.computers.link', document, '3', '1')).to.deep.equal([
      { pointer: '/data/2' },
      { pointer: '/data/0' },
    ]);
  });

  it('points at the linkage of a resource that happens to have the same id', () => {
    const relationships = { computers: { data: [computer('2'), computer('1')] } };
    const document = { data: { type: 'person', id: '1', relationships } };
    expect(pointersFor('persons.update', document, '1')).to.deep.equal([
      { pointer: '/data/relationships/computers/data/1' },
    ]);
  });

  it('points at the first of several occurrences', () => {
    const document = { data: [computer('2'), computer('1'), computer('1')] };
    expect(pointersFor('persons.computers.link', document, '1')).to.deep.equal([{ pointer: '/data/1' }]);
  });

  it('takes one pass over the document, however long it is', () => {
    let reads = 0;
    const ids = Array.from({ length: 1000 }, (_, index) => String(index + 1));
    const counted = ids.map((id) => ({
      type: 'computer',
      get id() {
        reads += 1;
        return id;
      },
    }));
    const pointers = pointersFor('persons.computers.link', { data: counted }, ...ids.toReversed());
    expect(pointers[0]).to.deep.equal({ pointer: '/data/999' });
    expect(reads).to.be.at.most(2000);
  });
});

describe('the error about an owner', () => {
  it('names a resource without an owner', () => {
    const request = { source: { parameter: 'computer_id' }, resources };
    expect(
      answerTo(new EmptyRelationshipError({ type: 'computer', id: '1', relationship: 'owner' }), request)?.errors,
    ).to.deep.equal([
      {
        status: '404',
        code: 'object-not-found',
        title: 'Object not found',
        detail: 'Computer: 1 has no owner',
        source: { parameter: 'computer_id' },
      },
    ]);
  });

  it('names the only person who can own the new resource', () => {
    const request = requestOf('persons.computers.create', { data: { type: 'computer' } });
    const [error] = answerTo(new ParentConflictError('computer', 'owner', '7'), request)?.errors ?? [];
    expect(error?.detail).to.equal(
      'A computer created here belongs to person 7; leave "owner" out or name that person',
    );
    expect(error?.source).to.deep.equal({ pointer: '/data/relationships/owner' });
  });
});

describe('the error about a broken rule', () => {
  const facts = (broken: BrokenRule, name: string, document: Json): unknown =>
    answerTo(new RuleBrokenError([broken]), requestOf(name, document))?.errors.map(
      ({ status, code, detail, source }) => ({ status, code, detail, source }),
    );

  it('points at a value that another resource has', () => {
    expect(
      facts({ type: 'person', rule: unique('birthDate'), by: { type: 'person', id: '1' } }, 'persons.update', {
        data: {},
      }),
    ).to.deep.equal([
      {
        status: '409',
        code: 'not-unique',
        detail: 'Another person has this birth_date',
        source: { pointer: '/data/attributes/birth_date' },
      },
    ]);
  });

  const tooMany = { type: 'person', rule: atMost(5, 'computers'), by: { type: 'person', id: '1' } } as const;
  const linked = (name: string, data: Json): JsonObject => ({ relationships: { [name]: { data } } });
  const pointers: Readonly<Record<string, readonly [pointer: string, route: string, document: Json]>> = {
    'the linkage of the side that has the rule': [
      '/data/relationships/computers/data',
      'persons.update',
      { data: { type: 'person', id: '1', ...linked('computers', [computer('1')]) } },
    ],
    'the linkage of the other side': [
      '/data/relationships/owner/data',
      'computers.create',
      { data: { type: 'computer', ...linked('owner', { type: 'person', id: '1' }) } },
    ],
    'a resource that is created below another one': [
      '/data',
      'persons.computers.create',
      { data: { type: 'computer' } },
    ],
    'primary data that is linkage': ['/data', 'persons.computers.link', { data: [computer('1')] }],
  };
  for (const [what, [pointer, name, document]] of Object.entries(pointers))
    it(`about too many resources points at ${what}`, () => {
      expect(facts(tooMany, name, document)).to.deep.equal([
        { status: '409', code: 'too-many', detail: 'A person can have at most 5 computers', source: { pointer } },
      ]);
    });

  it('about too many resources points at the path if there is no body', () => {
    expect(facts(tooMany, 'persons.delete', null))
      .to.have.nested.property('[0].source')
      .deep.equal({ parameter: 'id' });
  });

  it('has all rules that would be broken', () => {
    const broken = [tooMany, { type: 'computer', rule: unique('serial'), by: { type: 'computer', id: '1' } }] as const;
    const answer = answerTo(new RuleBrokenError(broken), requestOf('persons.delete', null));
    expect(answer?.errors.map(({ code }) => code)).to.deep.equal(['too-many', 'not-unique']);
  });
});
