import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '../../src/adapters/persistence/database.ts';
import { SqlUnitOfWork } from '../../src/adapters/persistence/sql-unit-of-work.ts';
import type { ResourceRecord } from '../../src/application/model/query.ts';
import { engines, serverEngine } from '../support/database-engines.ts';
import { eventually } from '../support/eventually.ts';

const ada = { name: 'Ada', email: null, birthDate: null };
const selection = { attributes: ['name', 'email'], linkage: ['computers'] };

async function versionOf({ kysely }: Database, id: string): Promise<unknown> {
  const { rows } = await sql<{ version: number }>`select version from person where id = ${id}::bigint`.execute(kysely);
  return rows[0]?.version;
}

for (const engine of engines)
  describe(`A change of attributes on ${engine.name}`, () => {
    it('counts the version when it changes something', async () => {
      const database = await engine.open();
      await database.migrate();
      const unitOfWork = new SqlUnitOfWork(database);
      const id = await unitOfWork.writeAtOnce(({ persons }) => persons.add(ada));
      const change = (changes: object) =>
        unitOfWork.writeAtOnce(({ persons }) => persons.change(id, changes, selection));
      for (const [changes, version] of [
        [{}, 1],
        [{ name: 'Ada', email: null }, 1],
        [{ name: 'ada' }, 2],
        [{ name: 'ada', email: 'a@example.org', birthDate: '2000-02-29' }, 3],
        [{ email: 'a@example.org', birthDate: '2000-02-29' }, 3],
        [{ email: null }, 4],
      ] as const) {
        await change(changes);
        expect(await versionOf(database, id), JSON.stringify(changes)).to.equal(version);
      }
      await database.close();
    });
  });

describe('A change of attributes on a server', () => {
  let database: Database;
  let unitOfWork: SqlUnitOfWork;
  before(async () => {
    database = await serverEngine.open();
    await database.migrate();
    unitOfWork = new SqlUnitOfWork(database);
  });
  after(() => database.close());

  /** Changes a person while another transaction is about to change the same one; what is shown at the end. */
  async function changeBehind(
    changes: object,
    other: (transaction: Database['kysely'], id: string) => Promise<unknown>,
  ): Promise<readonly [id: string, shown: ResourceRecord | undefined]> {
    const id = await unitOfWork.writeAtOnce(({ persons }) => persons.add(ada));
    const transaction = await database.kysely.startTransaction().execute();
    await other(transaction, id);
    const shown = unitOfWork.writeAtOnce(({ persons }) => persons.change(id, changes, selection));
    await eventually('the change waits', async () => {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await waiting.execute(database.kysely)).rows.length === 1;
    });
    await transaction.commit().execute();
    return [id, await shown];
  }

  it('shows what was linked while it waited', async () => {
    const computerId = await unitOfWork.writeAtOnce(({ computers }) => computers.add({ serial: 'C-1' }, null));
    const [id, shown] = await changeBehind({ name: 'Augusta' }, async (transaction, person) => {
      await sql`update person set version = version + 1 where id = ${person}::bigint`.execute(transaction);
      await sql`update computer set owner_id = ${person}::bigint where id = ${computerId}::bigint`.execute(transaction);
    });
    expect(shown).to.deep.include({
      id,
      attributes: { name: 'Augusta', email: null },
      linkage: { computers: [computerId] },
    });
    expect(await versionOf(database, id)).to.equal(3);
  });

  it('shows and keeps what another one has changed meanwhile', async () => {
    const [id, shown] = await changeBehind({ name: 'Augusta' }, (transaction, person) =>
      sql`update person set email = 'a@example.org', version = version + 1 where id = ${person}::bigint`.execute(
        transaction,
      ),
    );
    expect(shown).to.deep.include({ attributes: { name: 'Augusta', email: 'a@example.org' } });
    expect(await versionOf(database, id)).to.equal(3);
  });

  it('finds nobody who was deleted while it waited', async () => {
    const [, shown] = await changeBehind({ name: 'Augusta' }, (transaction, person) =>
      sql`delete from person where id = ${person}::bigint`.execute(transaction),
    );
    expect(shown).to.equal(undefined);
  });
});
