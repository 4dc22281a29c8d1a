import { expect } from 'chai';
import { sql } from 'kysely';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { serveApp } from '../../support/apps.ts';
import { serverEngine } from '../../support/database-engines.ts';

/** More than one response holds in memory. */
const AUTHORS = 1001;

describe('A whole list that is streamed', () => {
  it('includes the members of a many-to-many relationship, each once', async () => {
    const database = await serverEngine.open();
    const served = await serveApp(new SqlUnitOfWork(database), { access: undefined });
    try {
      for (const statement of [
        sql`insert into author (pen_name, living) select 'Author', true from generate_series(1, ${sql.lit(AUTHORS)})`,
        sql`insert into book (title, price) select 'Book', 999 from generate_series(1, 3)`,
        sql`insert into book_authors (from_id, to_id) select 3 - n % 2, n from generate_series(1, ${sql.lit(AUTHORS)}) n`,
      ])
        await statement.execute(database.kysely);
      const response = await fetch(`${served.url}/authors?include=books&page[size]=0`);
      const { data, included } = (await response.json()) as Record<'data' | 'included', readonly { id: string }[]>;
      expect(data).to.have.lengthOf(AUTHORS);
      expect(included.map(({ id }) => id)).to.deep.equal(['2', '3']);
    } finally {
      await served.close();
      await database.close();
    }
  });
});
