import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { NotFoundError } from '#application/model/errors';
import { updatePerson } from '#product/use-cases';
import type { AttributesOf } from '#domain/schema';
import { wholeView } from '../../contract/fixtures.ts';
import { addComputer, addPerson, storedPerson } from '../../contract/persons.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { execute } from '../../support/execute.ts';
import { untilOneWaits } from '../../support/waits-for-lock.ts';

describe('An attribute change on a server', () => {
  let database: Database;
  let unitOfWork: SqlUnitOfWork;
  before(async () => {
    database = await serverEngine.open();
    unitOfWork = new SqlUnitOfWork(database);
  });
  after(() => database.close());

  /** Changes a person while another transaction holds a lock on it. */
  async function changeBehind(
    attributes: Partial<AttributesOf<'person'>>,
    other: (transaction: Database['kysely'], id: string) => Promise<unknown>,
  ) {
    const id = await addPerson(unitOfWork, 'Ada');
    const transaction = await database.kysely.startTransaction().execute();
    await other(transaction, id);
    const shown = execute(unitOfWork, updatePerson, [id, { attributes, linkage: {} }], wholeView);
    shown.catch(() => undefined);
    await untilOneWaits(database);
    await transaction.commit().execute();
    return { id, shown };
  }

  it('returns what was linked while it waited', async () => {
    const computerId = await addComputer(unitOfWork, 'C-1');
    const { id, shown } = await changeBehind({ name: 'Augusta' }, async (transaction, person) => {
      await sql`update person set version = version + 1 where id = ${person}::bigint`.execute(transaction);
      await sql`update computer set owner_id = ${person}::bigint where id = ${computerId}::bigint`.execute(transaction);
    });
    const { record } = await shown;
    expect(record.attributes).to.include({ name: 'Augusta', email: null });
    expect(record.linkage).to.deep.equal({ computers: [computerId] });
    expect((await storedPerson(unitOfWork, id))?.version).to.equal(3);
  });

  it('returns and keeps concurrent changes of other attributes', async () => {
    const { id, shown } = await changeBehind({ name: 'Augusta' }, (transaction, person) =>
      sql`update person set email = 'a@example.org', version = version + 1 where id = ${person}::bigint`.execute(
        transaction,
      ),
    );
    expect((await shown).record.attributes).to.include({ name: 'Augusta', email: 'a@example.org' });
    expect((await storedPerson(unitOfWork, id))?.version).to.equal(3);
  });

  it('fails with NotFoundError if the person was deleted while it waited', async () => {
    const { shown } = await changeBehind({ name: 'Augusta' }, (transaction, person) =>
      sql`delete from person where id = ${person}::bigint`.execute(transaction),
    );
    expect(await shown.catch((error: unknown) => error)).to.be.instanceOf(NotFoundError);
  });
});
