import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { everything, hasIdentifier, hasIdentifierIn } from '#application/model/filter';
import type { Bound, Query } from '#application/model/query';
import { queryFor } from '../../contract/fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const POOL_SIZE = 8;

describe('Shared connections', () => {
  let url: string;
  let database: Database;

  before(async () => {
    url = await (await testServer()).createDatabase();
  });
  beforeEach(() => {
    database = openServer(url, { poolSize: POOL_SIZE });
  });
  afterEach(() => database.close());

  const send = async (sql: string, isQuick = true): Promise<string | null | undefined> =>
    (await database.send({ sql, parameters: [], isQuick }))[0]?.[0];
  const backend = (): Promise<string | null | undefined> => send('select pg_backend_pid()::text as pid');
  const backends = async (number: number): Promise<ReadonlySet<unknown>> =>
    new Set(await Promise.all(Array.from({ length: number }, backend)));
  const sleep = 'select pg_sleep(1)::text as slept';

  /** The backends that are shared, once they are open: the first statements do not wait for that. */
  async function shared(): Promise<ReadonlySet<unknown>> {
    let found: ReadonlySet<unknown> = new Set();
    await eventually('two connections are shared', async () => {
      found = await backends(32);
      return found.size === 2;
    });
    return found;
  }

  it('are two of the pool, each with sixteen quick statements under way; more have connections of their own', async () => {
    expect(await shared()).to.have.lengthOf(2);
    expect(await backends(40)).to.have.lengthOf.within(3, POOL_SIZE);
    expect(database.poolUse()?.open).to.be.at.most(POOL_SIZE);
  });

  it('are one for requests that come one after the other', async () => {
    // The first statements wait for connections of their own, not for the shared one.
    await eventually('the shared one is open and has all', async () => {
      const found = new Set<unknown>();
      for (let count = 0; count < 10; count += 1) found.add(await backend());
      expect(found).to.have.lengthOf(1);
      expect(database.poolUse()).to.include({ open: 2, idle: 2 });
    });
  });

  it('let nothing quick wait for what is slow, even if that has all other connections', async () => {
    const open = await shared();
    let isSlowDone = false;
    const slow = Promise.all(Array.from({ length: POOL_SIZE }, () => send(sleep, false))).then(
      () => (isSlowDone = true),
    );
    expect(await backends(32)).to.deep.equal(open);
    expect(isSlowDone).to.equal(false);
    await slow;
  });

  it('go on when a statement fails', async () => {
    const open = await shared();
    const sent = Array.from({ length: 8 }, () => [backend(), send('select (1 / 0)::text as failed')]).flat();
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'rejected')).to.have.lengthOf(8);
    expect(await backends(32)).to.deep.equal(open);
  });

  it('are replaced with the others of the pool', async () => {
    const open = await shared();
    database.replaceConnections();
    for (const each of await shared()) expect(open).not.to.include(each);
  });

  it('get nothing more while a statement holds up the others', async () => {
    const open = await shared();
    const slow = Promise.all([send(sleep), send(sleep)]);
    await pause(200);
    for (const each of await backends(4)) expect(open).not.to.include(each);
    await slow;
  });

  it('finish what is under way before the database is closed', async () => {
    await shared();
    const waiting = [backend(), send(sleep), backend()];
    await database.close();
    for (const each of await Promise.allSettled(waiting)) expect(each.status).to.equal('fulfilled');
    expect(database.poolUse()?.open).to.equal(0);
  });

  it('are none with a small pool, or without pipelines', async () => {
    for (const options of [{ poolSize: 3 }, { poolSize: POOL_SIZE, pipeline: false }]) {
      await database.close();
      database = openServer(url, options);
      expect(await backends(3)).to.have.lengthOf(3);
    }
  });
});

describe('A query', () => {
  let database: Database;
  before(() => {
    database = openServer('postgres://nobody@127.0.0.1:1/nothing');
  });
  after(() => database.close());

  const page = { kind: 'numbered', size: 30, number: 1 } as const;
  const list = queryFor('person', {
    page,
    attributes: ['name'],
    linkage: ['computers'],
    longestLinkage: 100,
    total: true,
  });
  const one: Query = { ...list, filter: hasIdentifier('1'), page: undefined, total: false };
  const cursor = { kind: 'cursor', size: 30, direction: 'after', position: undefined } as const;
  const by = (attribute: string, descending = false, path: readonly string[] = []): Pick<Query, 'sort'> => ({
    sort: [{ path, attribute, descending }],
  });
  const computers = { relationship: 'computers', attributes: ['serial'], linkage: [] };

  const bounded = (bound: Partial<Bound>): Pick<Query, 'bounds'> => ({
    bounds: { computers: { filter: everything, sort: [], page: cursor, total: false, ...bound } },
  });
  const owner = { relationship: 'owner', attributes: [], linkage: ['computers'] };
  const owners: Query = { ...list, type: 'computer', attributes: [], linkage: [], related: [owner] };

  const quick: Readonly<Record<string, Query>> = {
    'by identifier': one,
    'by identifier with its related resources, up to a limit': { ...one, related: [{ ...computers, most: 1000 }] },
    'of the first page': list,
    'of an early page': { ...list, page: { ...page, number: 33 } },
    'of a page in the order of an index': { ...list, ...by('name') },
    'of a page in the order of an index, unset values first': { ...list, ...by('birthDate', true) },
    'of a page by cursor': { ...list, page: cursor },
    'with a bound': { ...list, longestLinkage: undefined, related: [computers], ...bounded({}) },
    'with a bound of related resources': {
      ...owners,
      longestLinkage: undefined,
      related: [{ ...owner, ...bounded({}) }],
    },
  };
  const slow: Readonly<Record<string, Query>> = {
    'with a bound that filters': { ...one, ...bounded({ filter: { kind: 'unset', attribute: 'serial' } }) },
    'with a bound that sorts': { ...one, ...bounded(by('serial')) },
    'with a bound that counts': { ...one, ...bounded({ total: true }) },
    'with a bound without a page': { ...one, ...bounded({ page: undefined }) },
    'with very many members of a bound': {
      ...one,
      longestLinkage: undefined,
      ...bounded({ page: { ...cursor, size: 250_000 } }),
    },
    'with a bound of which not all members can be seen': {
      ...one,
      ...bounded({}),
      reachable: { computer: { kind: 'unset', attribute: 'serial' } },
    },
    'with a bound of related resources that counts': {
      ...owners,
      related: [{ ...owner, ...bounded({ total: true }) }],
    },
    'by identifier with all linkage': { ...one, longestLinkage: undefined },
    'by identifier with all related resources': { ...one, related: [computers] },
    'by identifier with very many related resources': { ...one, related: [{ ...computers, most: 100_000 }] },
    'by identifier with much linkage of many related resources': {
      ...owners,
      filter: one.filter,
      page: undefined,
      total: false,
      longestLinkage: 1_000_000,
    },
    'by identifiers': { ...one, filter: hasIdentifierIn(['1', '2']) },
    'of everything': { ...list, page: undefined },
    'of a long page': { ...list, page: { ...page, size: 101 } },
    'of a deep page': { ...list, page: { ...page, number: 35 } },
    'with a filter': { ...list, filter: { kind: 'unset', attribute: 'email' } },
    'in an order without an index': { ...list, ...by('birthDate') },
    'in the order of two attributes': { ...list, sort: [...by('name').sort, ...by('email').sort] },
    'in the order of another resource': {
      ...list,
      type: 'computer',
      attributes: [],
      linkage: [],
      ...by('name', false, ['owner']),
    },
  };

  for (const [name, query] of Object.entries(quick))
    it(`${name} is quick`, () => expect(database.statementCache.statementFor(query).isQuick).to.equal(true));
  for (const [name, query] of Object.entries(slow))
    it(`${name} may be slow`, () => expect(database.statementCache.statementFor(query).isQuick).to.equal(false));

  it('that counts all rows may be slow where no count is kept', async () => {
    const scanning = openServer('postgres://nobody@127.0.0.1:1/nothing', { counts: 'scan' });
    const isQuick = (query: Query): unknown => scanning.statementCache.statementFor(query).isQuick;
    expect([list, { ...list, total: false }, one].map(isQuick)).to.deep.equal([false, true, true]);
    await scanning.close();
  });
});
