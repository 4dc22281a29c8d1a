import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { lockAndShow } from '#application/writing/locks';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson, aPerson } from '../../support/builders.ts';
import { atDepth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { untilOneWaits } from '../../support/waits-for-lock.ts';
import { writeOnce } from '../../support/write-once.ts';

const names = queryFor('person', { attributes: ['name'] });
const ada = aNewPerson({ name: 'Ada' });

// A serializable transaction fails wherever a repeatable-read transaction does.
for (const level of atDepth({ gate: ['serializable'], campaign: ['repeatable read', 'serializable'] }))
  describe(`A database whose default isolation level is ${level}`, () => {
    let database: Database;
    let administrator: Database;
    let unitOfWork: SqlUnitOfWork;

    beforeEach(async () => {
      const url = await (await testServer()).createDatabase();
      administrator = openServer(url);
      const name = sql.id(new URL(url).pathname.slice(1));
      await sql`alter database ${name} set default_transaction_isolation to ${sql.lit(level)}`.execute(
        administrator.kysely,
      );
      database = openServer(url);
      unitOfWork = new SqlUnitOfWork(database);
    });

    afterEach(async () => {
      await database.close();
      await administrator.close();
    });

    it('can be migrated', async () => {
      expect(await database.pendingMigrations()).to.deep.equal([]);
    });

    it('is written without a collision by a transaction that had to wait for another one', async () => {
      const { id } = await unitOfWork.write(({ repositories }) => repositories.person.add(ada));
      const other = await administrator.kysely.startTransaction().setIsolationLevel('read committed').execute();
      await sql`update person set name = 'Bob', version = 2`.execute(other);
      const locked = unitOfWork.write(({ repositories }) => repositories.person.lock([id]));
      await untilOneWaits(administrator);
      await other.commit().execute();
      expect(await locked).to.deep.equal([aPerson({ id, name: 'Bob', version: 2 })]);
    });

    it('shows a write that had to wait the links that were made meanwhile', async () => {
      const { id } = await unitOfWork.write(({ repositories }) => repositories.person.add(ada));
      const other = await administrator.kysely.startTransaction().setIsolationLevel('read committed').execute();
      await sql`update person set version = 2`.execute(other);
      await sql`insert into computer (id, serial, owner_id) overriding system value values (7, 'C', ${id})`.execute(
        other,
      );
      const shown = { type: 'person', id, relationships: ['computers'] } as const;
      const found = writeOnce(unitOfWork)((attempt) => lockAndShow(attempt, [{ type: 'person', id }], shown));
      await untilOneWaits(administrator);
      await other.commit().execute();
      expect((await found).linkage).to.deep.equal({ computers: ['7'] });
    });

    it('is read without that level where a single statement will do', async () => {
      const statement = `select current_setting('transaction_isolation')`;
      expect(await database.send({ sql: statement, parameters: [] })).to.deep.equal([['read committed']]);
    });

    it('is read from one snapshot', async () => {
      await unitOfWork.read(async (reader) => {
        expect((await reader.find(names)).records).to.deep.equal([]);
        await new SqlUnitOfWork(administrator).write(({ repositories }) => repositories.person.add(ada));
        expect((await reader.find(names)).records).to.deep.equal([]);
      });
    });
  });
