import { expect } from 'chai';
import { sql } from 'kysely';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writes } from '#application/writing/writes';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { writeOnce } from '../../support/write-once.ts';
import { exampleOf } from '../../contract/rows-of-types.ts';

describe('The rows of many-to-many links', () => {
  it('are inserted in the order of both ends, whatever the order of the request', async () => {
    const server = openServer(await (await testServer()).createDatabase());
    try {
      const write = writeOnce(new SqlUnitOfWork(server));
      const [{ attributes }, books] = [exampleOf('author'), writes.book];
      for (let count = 0; count < 3; count += 1)
        await write((transaction) => writes.author.create(transaction, { attributes, linkage: {} }));
      const book = await write((transaction) =>
        books.create(transaction, { attributes: exampleOf('book').attributes, linkage: { authors: ['3', '1', '2'] } }),
      );
      const { rows } = await sql`select from_id::text, to_id::text from book_authors order by ctid`.execute(
        server.kysely,
      );
      expect(rows).to.deep.equal(['1', '2', '3'].map((author) => ({ from_id: book.id, to_id: author })));
    } finally {
      await server.close();
    }
  });
});
