import { expect } from 'chai';
import { sql } from 'kysely';
import { missingGrants } from '#adapters/persistence/storage/inspect';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { served } from '#composition/product/served';
import { writes } from '#application/writing/writes';
import { createRoles } from '../../support/database-roles.ts';
import { openServer } from '../../support/open-server.ts';
import { writeOnce } from '../../support/write-once.ts';
import { exampleOf } from '../../contract/rows-of-types.ts';

describe('The serving role of a model', () => {
  it('can link resources with the grants that doctor lists', async () => {
    const roles = await createRoles();
    const model = served.tables;
    const owner = openServer(roles.urlOf('jsonapi_owner'), { model });
    const service = openServer(roles.urlOf('jsonapi_service'), { model });
    try {
      await owner.migrate();
      const { username } = new URL(roles.urlOf('jsonapi_service'));
      const missing = await missingGrants(service);
      expect(missing).to.include(`grant select, insert, delete on book_authors to ${username}`);
      for (const statement of missing) await sql.raw(statement).execute(owner.kysely);
      expect(await missingGrants(service)).to.deep.equal([]);
      await service.ping();
      const write = writeOnce(new SqlUnitOfWork(service));
      const { attributes } = exampleOf('author');
      const author = await write((transaction) => writes.author.create(transaction, { attributes, linkage: {} }));
      const book = await write((transaction) =>
        writes.book.create(transaction, {
          attributes: exampleOf('book').attributes,
          linkage: { authors: [author.id] },
        }),
      );
      await write((transaction) => writes.author.remove(transaction, author.id));
      const links = await sql`select from book_authors where from_id = ${book.id}`.execute(owner.kysely);
      expect(links.rows).to.deep.equal([]);
    } finally {
      await service.close();
      await owner.close();
      await roles.drop();
    }
  });
});
