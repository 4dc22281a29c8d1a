import { expect } from 'chai';
import { sql, type ControlledTransaction } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { fill } from '#adapters/persistence/tables/sql-fragment';
import { openFeed } from '#application/access/actor-feed';
import { FeedOffError, PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { LookedAt, Settling } from '#application/ports/change-feed';
import { FollowLive } from '#application/reading/follow-live';
import { LiveFeed } from '#application/reading/live-feed';
import { writeRunner, type RunWrite } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { everythingAllowed } from '#application/model/permissions';
import { changesSince } from '../../contract/told.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { eventually } from '../../support/eventually.ts';
import { untilOneWaits } from '../../support/waits-for-lock.ts';

const OWNED = 2500;

describe('The changes kept on a server', () => {
  let database: Database;
  let unitOfWork: SqlUnitOfWork;
  let run: RunWrite;
  const statements: string[] = [];

  beforeEach(async () => {
    database = await serverEngine.open({ onStatement: (text) => statements.push(text) });
    unitOfWork = new SqlUnitOfWork(database);
    run = writeRunner(unitOfWork);
  });
  afterEach(() => database.close());

  const addPerson = (name = 'Ada'): Promise<string> =>
    run(async (transaction) => {
      const created = { attributes: personAttributes({ name }), linkage: {} };
      return (await writes.person.create(transaction, created)).id;
    });
  const reasonOf = (after: FeedPlace): Promise<unknown> =>
    unitOfWork.changes
      .look({ after, most: 1 })
      .catch((error: unknown) => (error instanceof PositionExpiredError ? error.reason : error));
  const valuesOf = async (statement: string): Promise<readonly unknown[]> => {
    const { rows } = await sql.raw<Readonly<Record<string, unknown>>>(statement).execute(database.kysely);
    return rows.flatMap((row) => Object.values(row));
  };

  it('say who made them, in which request, and what was before', async () => {
    const origin = { subject: 'key:ci', role: 'editor', request: 'r-7' };
    const by = writeRunner(unitOfWork, {}, everythingAllowed, origin);
    const id = await addPerson();
    await by((transaction) =>
      writes.person.update(transaction, id, { attributes: { name: 'Bob', birthDate: '1990-01-02' }, linkage: {} }),
    );
    await by((transaction) => writes.person.remove(transaction, id));
    const kept = await valuesOf(`
      select row_to_json(told) from (
        select action, version, state, was, subject, role, request, undoes_write from change order by write) told`);
    const [ada, bob] = [
      { name: 'Ada', email: null, birth_date: null },
      { name: 'Bob', email: null, birth_date: '1990-01-02' },
    ];
    const anonymous = { subject: 'anonymous', role: null, request: null, undoes_write: null };
    const named = { ...origin, undoes_write: null };
    expect(kept).to.deep.equal([
      { action: 'c', version: 1, state: ada, was: null, ...anonymous },
      { action: 'u', version: 2, state: bob, was: { name: 'Ada', birth_date: null }, ...named },
      { action: 'd', version: 2, state: bob, was: null, ...named },
    ]);
  });

  it(`of a write are one number, however many they are: ${OWNED} links that end with a resource`, async () => {
    const id = await addPerson();
    await sql`insert into computer (serial, owner_id) select 'S' || n, 1 from generate_series(1, ${sql.lit(OWNED)}) n`.execute(
      database.kysely,
    );
    const since = await unitOfWork.changes.end();
    await run((transaction) => writes.person.remove(transaction, id));
    const told = await changesSince(unitOfWork, since, 1000);
    expect(told.map(({ action, type, id: each }) => `${action} ${type} ${each}`)).to.deep.equal([
      ...Array.from({ length: OWNED }, (_, index) => `updated computer ${index + 1}`),
      'deleted person 1',
    ]);
    expect(new Set(told.map(({ name: { write, mark } }) => `${write} ${mark}`)).size).to.equal(1);
    expect(told.map(({ name: { n } }) => n)).to.deep.equal([...told.keys()]);
  });

  it('are not kept while the feed is turned off, and what follows is told once it is on again', async () => {
    await sql`update change_head set is_kept = false`.execute(database.kysely);
    const id = await addPerson();
    await sql`insert into computer (serial, owner_id) select 'S', 1 from generate_series(1, 1100)`.execute(
      database.kysely,
    );
    await run((transaction) => writes.person.remove(transaction, id));
    expect(
      await unitOfWork.changes.look({ after: undefined, most: 1 }).catch((error: unknown) => error),
    ).to.be.instanceOf(FeedOffError);
    await sql`update change_head set is_kept = true`.execute(database.kysely);
    await addPerson('Bob');
    expect((await changesSince(unitOfWork, undefined)).map(({ type, id: each }) => `${type} ${each}`)).to.deep.equal([
      'person 2',
    ]);
  });

  describe('while another session numbers them', () => {
    let since: FeedPlace;
    let other: ControlledTransaction<unknown>;

    beforeEach(async () => {
      since = await unitOfWork.changes.end();
      await addPerson('Ada');
      other = await database.kysely.startTransaction().execute();
      await sql`select from change_head for update`.execute(other);
    });
    afterEach(async () => {
      if (!other.isRolledBack) await other.rollback().execute();
    });

    const namesIn = ({ changes }: LookedAt): readonly unknown[] =>
      changes.map(({ after }) => after?.attributes['name']);
    const look = async (settling: Settling): Promise<readonly unknown[]> =>
      namesIn(await unitOfWork.changes.look({ after: since, most: 9, settling }));

    it('are waited for only by readers who want all of them, and reach the others later', async () => {
      expect(await look('try')).to.deep.equal([]);
      const patient = look('wait');
      await untilOneWaits(database);
      expect(await look('try')).to.deep.equal([]);
      await other.rollback().execute();
      expect(await patient).to.deep.equal(['Ada']);
      await addPerson('Bob');
      expect(await look('try')).to.deep.equal(['Ada', 'Bob']);
    });

    it('reach readers who wait even if one who does not wait comes first, and do not hold that one up', async () => {
      const [impatient, patient, another] = [look('try'), look('wait'), look('wait')];
      expect(await impatient).to.deep.equal([]);
      await untilOneWaits(database);
      await other.rollback().execute();
      expect(await Promise.all([patient, another])).to.deep.equal([['Ada'], ['Ada']]);
    });
  });

  it('are numbered once for all concurrent readers', async () => {
    const since = await unitOfWork.changes.end();
    await addPerson('Ada');
    statements.length = 0;
    const asked = (['skip', 'try', 'try', 'wait', 'wait'] as const).map((settling) =>
      unitOfWork.changes.look({ after: since, most: 9, settling }),
    );
    expect((await Promise.all(asked)).map(({ changes }) => changes.length)).to.deep.equal([0, 1, 1, 1, 1]);
    expect(statements.filter((text) => text.includes('for update'))).to.have.length(1);
    expect(statements.filter((text) => text.includes('min(write) from change_pending'))).to.have.length(2);
  });

  it('are told in the order in which their writes took their numbers, whichever is committed first', async () => {
    const since = await unitOfWork.changes.end();
    const [taken, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = database.kysely.transaction().execute(async (transaction) => {
      await sql`select nextval('change_write')`.execute(transaction);
      taken.resolve(undefined);
      await mayEnd.promise;
    });
    await taken.promise;
    await addPerson('Ada');
    const [first] = await changesSince(unitOfWork, since);
    mayEnd.resolve(undefined);
    await slow;
    await addPerson('Bob');
    const told = await changesSince(unitOfWork, since);
    expect(told.map(({ after }) => after?.attributes['name'])).to.deep.equal(['Ada', 'Bob']);
    expect(told[0]).to.deep.equal(first);
  });

  it('of one resource are told in the order of its versions, though the later write began before the earlier one', async () => {
    const id = await addPerson('Ada');
    const since = await unitOfWork.changes.end();
    const rename =
      (name: string): Parameters<RunWrite>[0] =>
      (transaction) =>
        writes.person.update(transaction, id, { attributes: { name }, linkage: {} });
    await run(async (transaction) => {
      await run(rename('Bob'));
      await rename('Cy')(transaction);
    });
    const told = await changesSince(unitOfWork, since);
    expect(told.map(({ version }) => version)).to.deep.equal([2, 3]);
  });

  it('are read without unnumbered ones by readers who do not wait, while another session numbers', async () => {
    const since = await unitOfWork.changes.end();
    await addPerson('Ada');
    const locked = await database.kysely.startTransaction().execute();
    try {
      await sql`select from change_head for update`.execute(locked);
      const impatient = await unitOfWork.changes.look({ after: since, most: 10, settling: 'try' });
      expect(impatient).to.deep.equal({ changes: [], place: since, isEnd: true });
      const [patient, sharing] = [
        unitOfWork.changes.look({ after: since, most: 10 }),
        unitOfWork.changes.look({ after: since, most: 10 }),
      ];
      let isRead = false;
      void patient.then(() => (isRead = true));
      await eventually('it waits for the lock', async () => {
        const waiting = await valuesOf(`select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`);
        expect(waiting).to.deep.equal([1]);
      });
      expect(isRead).to.equal(false);
      await locked.rollback().execute();
      for (const { changes } of await Promise.all([patient, sharing])) expect(changes).to.have.length(1);
    } finally {
      if (!locked.isRolledBack) await locked.rollback().execute();
    }
    const { changes } = await unitOfWork.changes.look({ after: since, most: 10, settling: 'try' });
    expect(changes).to.have.length(1);
  });

  it('pass over dead rows once all transactions of their time have ended', async () => {
    const low = async (): Promise<number> => Number((await valuesOf('select low from change_head'))[0]);
    for (let round = 0; round < 3; round += 1) {
      await addPerson();
      await unitOfWork.changes.settle();
    }
    expect(await low()).to.equal(2);
    const reader = await database.kysely.startTransaction().execute();
    // It has an identifier, so it could have taken a number before.
    await sql`select pg_current_xact_id()`.execute(reader);
    for (let round = 0; round < 3; round += 1) {
      await addPerson();
      await unitOfWork.changes.settle();
    }
    expect(await low()).to.equal(3);
    await reader.rollback().execute();
    for (let round = 0; round < 2; round += 1) {
      await addPerson();
      await unitOfWork.changes.settle();
    }
    expect(await low()).to.be.above(5);
    expect(await changesSince(unitOfWork, undefined)).to.have.length(8);
  });

  it('are measured: what waits for its number, and how old the oldest is that is told', async () => {
    const measure = async (): Promise<readonly number[]> => {
      const { pending, oldestSeconds } = await unitOfWork.changes.measure();
      return [pending, Math.floor(oldestSeconds / 60)];
    };
    expect(await measure()).to.deep.equal([0, 0]);
    for (const name of ['Ada', 'Bob', 'Cy']) await addPerson(name);
    expect(await measure()).to.deep.equal([0, 0]);
    await sql`update change set at = at - resource * interval '1 minute'`.execute(database.kysely);
    expect(await measure()).to.deep.equal([3, 0]);
    await unitOfWork.changes.settle();
    expect(await measure()).to.deep.equal([0, 1]);
    await unitOfWork.changes.purge(30, 1);
    expect(await measure()).to.deep.equal([0, 2]);
  });

  it('are purged once they are old enough, the oldest first; places before them expire, and no others', async () => {
    for (const name of ['Ada', 'Bob', 'Cy', 'Dee']) await addPerson(name);
    const told = await changesSince(unitOfWork, undefined);
    const [ada, bob, cy, dee] = told.map(({ place }) => place);
    if (!ada || !bob || !cy || !dee) throw new Error('four changes were expected');
    expect(await unitOfWork.changes.purge(60, 100)).to.equal(0);
    await sql`update change set at = at - interval '1 hour' where resource in (1, 2)`.execute(database.kysely);
    expect(await unitOfWork.changes.purge(60, 100)).to.equal(1);
    expect(await unitOfWork.changes.purge(60, 100)).to.equal(0);
    expect(await changesSince(unitOfWork, undefined)).to.deep.equal(told.slice(2));
    expect(await reasonOf(ada)).to.equal('too-old');
    expect(await changesSince(unitOfWork, bob)).to.deep.equal(told.slice(2));
    expect(await changesSince(unitOfWork, cy)).to.deep.equal(told.slice(3));
    await sql`update change set at = at - interval '1 hour'`.execute(database.kysely);
    for (let purged = 1; purged > 0;) purged = await unitOfWork.changes.purge(60, 2);
    expect(await changesSince(unitOfWork, undefined)).to.deep.equal([]);
    expect(await changesSince(unitOfWork, dee)).to.deep.equal([]);
    expect(await reasonOf(cy)).to.equal('too-old');
    expect(await unitOfWork.changes.end()).to.deep.equal(dee);
  });

  it('begin with the oldest write whose changes are all kept, even if a purge ended within a write', async () => {
    const { changes } = unitOfWork;
    const addTogether = (names: readonly string[]): Promise<void> =>
      run(async (transaction) => {
        for (const name of names)
          await writes.person.create(transaction, { attributes: personAttributes({ name }), linkage: {} });
      });
    await addTogether(['Ada', 'Bob', 'Cy']);
    await addTogether(['Dee', 'Eve']);
    await addTogether(['Fay', 'Gus']);
    await sql`update change set at = at - interval '1 hour' where resource <= 5`.execute(database.kysely);
    const told = await changesSince(unitOfWork, undefined);
    const follow = new FollowLive(changes, new LiveFeed(changes), openFeed);
    // One change at a time. The first write that is no longer in the feed keeps its changes, so that places in it can be verified.
    const steps = [
      { left: 7, first: 0 },
      { left: 7, first: 3 },
      { left: 6, first: 5 },
      { left: 5, first: 5 },
      { left: 4, first: 5 },
    ];
    for (const { left, first } of steps) {
      expect(await valuesOf('select count(*)::int from change')).to.deep.equal([left]);
      const oldest = await follow.begin('oldest');
      expect(oldest.told).to.equal(0);
      expect(await changesSince(unitOfWork, oldest)).to.deep.equal(told.slice(first));
      expect((await changes.look({ after: oldest, most: 0 })).place).to.deep.equal(oldest);
      await changes.purge(60, 1);
    }
    expect(await Promise.all(told.slice(0, 3).map(({ place }) => reasonOf(place)))).to.deep.equal(
      Array.from({ length: 3 }, () => 'too-old'),
    );
  });

  it('are purged without reading those that are kept', async () => {
    await sql`
      with told as (
        insert into change (write, n, mark, at, type, resource, version, action, subject)
        select nextval('change_write'), 0, 1, now(), 'person', 1, 1, 'c', 'anonymous' from generate_series(1, 20000) returning write
      ) insert into change_order (seq, write, mark) select row_number() over (order by write), write, 1 from told`.execute(
      database.kysely,
    );
    await sql`update change_head set seq = 20000`.execute(database.kysely);
    await sql`analyze change, change_order`.execute(database.kysely);
    const purge = fill(database.changeStatements.purge, [3600, 200]);
    const plan = (await database.send({ ...purge, sql: `explain ${purge.sql}` })).flat().join('\n');
    expect(plan).to.contain('Index Scan using change_pkey on change');
    expect(plan).not.to.match(/Seq Scan on (?:change|change_order)\b/);
  });

  it('of a write that took longer than they are kept are not passed over in silence', async () => {
    const since = await unitOfWork.changes.end();
    await addPerson();
    await sql`update change set at = at - interval '1 hour'`.execute(database.kysely);
    await unitOfWork.changes.purge(60, 100);
    expect(await reasonOf(since)).to.equal('too-old');
  });

  it('tell a number that was lost and given once more from the first one', async () => {
    await addPerson('Ada');
    const [ada] = await changesSince(unitOfWork, undefined);
    await addPerson('Bob');
    const [, bob] = await changesSince(unitOfWork, undefined);
    if (!ada || !bob) throw new Error('two changes were expected');
    // As after a failover to a server that has the write, but not its number.
    await sql`delete from change_order where seq = 2`.execute(database.kysely);
    await sql`update change_head set seq = 1`.execute(database.kysely);
    expect(await reasonOf(bob.place)).to.equal('other-history');
    await sql`insert into change_pending select write from change where resource = 2`.execute(database.kysely);
    expect(await reasonOf(bob.place)).to.equal('other-history');
    expect((await changesSince(unitOfWork, ada.place)).map(({ name }) => name)).to.deep.equal([bob.name]);
  });

  it('are all told behind a failover that lost the numbers of some writes', async () => {
    for (const name of ['Ada', 'Bob', 'Cy', 'Dee', 'Eve']) {
      await addPerson(name);
      await unitOfWork.changes.settle();
    }
    const low = await valuesOf('select low from change_head');
    // As after a failover to a server that has the first three writes only, and whose transactions have gone on since.
    await sql`delete from change where write > 3`.execute(database.kysely);
    await sql`delete from change_order where write > 3`.execute(database.kysely);
    await sql`update change_head set seq = 3, low = 2`.execute(database.kysely);
    await sql`select setval('change_write', 3)`.execute(database.kysely);
    expect(low).to.deep.equal(['4']);
    for (const name of ['Fay', 'Gus', 'Hal']) {
      await addPerson(name);
      await unitOfWork.changes.settle();
    }
    const told = await changesSince(unitOfWork, undefined);
    expect(told.map(({ after }) => after?.attributes['name'])).to.deep.equal(['Ada', 'Bob', 'Cy', 'Fay', 'Gus', 'Hal']);
  });

  it('are of no computer that a rolled back write has linked', async () => {
    const since = await unitOfWork.changes.end();
    const failure = new Error('on purpose');
    const failing = run(async (transaction) => {
      await writes.computer.create(transaction, { attributes: computerAttributes(), linkage: {} });
      throw failure;
    });
    expect(await failing.catch((error: unknown) => error)).to.equal(failure);
    expect(await changesSince(unitOfWork, since)).to.deep.equal([]);
    expect(await valuesOf('select count(*)::int from change_pending')).to.deep.equal([0]);
  });
});
