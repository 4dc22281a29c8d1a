import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writeRunner, type RunWrite } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { runCli } from '../../support/cli-process.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const TOLD = 'ok        the newest resources match the changes feed';
const ASKS = ' -> run: npm run cli -- changes restart';

describe('doctor, about the feed of changes', () => {
  let url: string;
  let database: Database;
  let run: RunWrite;

  beforeEach(async () => {
    url = await (await testServer()).createDatabase();
    database = openServer(url);
    run = writeRunner(new SqlUnitOfWork(database));
  });
  afterEach(() => database.close());

  const addPerson = (name: string): Promise<string> =>
    run(async (transaction) => {
      const created = { attributes: personAttributes({ name }), linkage: {} };
      return (await writes.person.create(transaction, created)).id;
    });
  const query = (statement: string): Promise<unknown> => sql.raw(statement).execute(database.kysely);
  const finding = async (): Promise<string> => {
    const { stdout } = await runCli(['doctor'], { environment: { DATABASE_URL: url } });
    const [, level = '', said = ''] = /^(\w+) +changes +(.*)$/m.exec(stdout) ?? [];
    return `${level.padEnd(9)} ${said}`;
  };
  const untold = (names: string): string => `warning   written without an entry in the changes feed: ${names}${ASKS}`;

  it('finds nothing where only the service has written, whatever it was', async () => {
    // From before the feed.
    await query(`insert into person (name) values ('old'), ('older')`);
    expect(await finding()).to.equal(TOLD);
    const [ada, bob] = [await addPerson('Ada'), await addPerson('Bob')];
    const computer = await run(async (transaction) => {
      const created = { attributes: computerAttributes({ serial: 'C' }), linkage: { owner: [ada] } };
      return (await writes.computer.create(transaction, created)).id;
    });
    // The version of both persons grows without a change of them.
    await run((transaction) =>
      writes.computer.update(transaction, computer, { attributes: {}, linkage: { owner: [bob] } }),
    );
    await run((transaction) => writes.person.remove(transaction, ada));
    expect(await finding()).to.equal(TOLD);
    await new SqlUnitOfWork(database).changes.settle();
    expect(await finding()).to.equal(TOLD);
  });

  const byOtherMeans: Readonly<Record<string, readonly [statement: string, names: string]>> = {
    changed: [`update person set birth_date = '1999-12-31', version = version + 1 where id = 1`, 'person 1'],
    'unset, without a new version': [`update person set birth_date = null where id = 2`, 'person 2'],
    created: [`insert into person (name) values ('x')`, 'person 3'],
    deleted: ['delete from person where id = 1', 'person 1'],
    'brought back': [
      `insert into computer (id, serial, version) overriding system value values (1, 'C', 1)`,
      'computer 1',
    ],
  };
  for (const [what, [statement, names]] of Object.entries(byOtherMeans))
    it(`finds a row that was ${what} by SQL, until the feed begins anew`, async () => {
      for (const name of ['Ada', 'Bob']) await addPerson(name);
      await run((transaction) =>
        writes.person.update(transaction, '2', { attributes: { birthDate: '1990-01-02' }, linkage: {} }),
      );
      const created = { attributes: computerAttributes({ serial: 'C' }), linkage: {} };
      const { id } = await run((transaction) => writes.computer.create(transaction, created));
      await run((transaction) => writes.computer.remove(transaction, id));
      expect(await finding()).to.equal(TOLD);
      await query(statement);
      expect(await finding()).to.equal(untold(names));
      await runCli(['changes', 'restart'], { environment: { DATABASE_URL: url } });
      expect(await finding()).to.equal(TOLD);
      await addPerson('Cy');
      expect(await finding()).to.equal(TOLD);
    });

  it('says that it is off, or lost', async () => {
    await query('update change_head set is_kept = false');
    expect(await finding()).to.equal('ok        the changes feed is turned off');
    await query('delete from change_head');
    expect(await finding()).to.equal(`failure   the state of the changes feed is lost${ASKS}`);
  });
});
