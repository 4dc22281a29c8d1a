import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { readableText, readValue, sqlKinds } from '#adapters/persistence/tables/kinds';
import { kindOf, kinds, type KindName, type Value } from '#domain/kinds';
import { embeddedEngine, engines } from '../../support/database-engines.ts';

/** Settings of a session that change how PostgreSQL reads and writes some values. */
const unusual = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'America/St_Johns',
  extra_float_digits: '-15',
  bytea_output: 'escape',
};

for (const engine of new Set([...engines, embeddedEngine]))
  describe(`Kinds of values on ${engine.name}`, () => {
    let database: Database;
    before(async () => {
      database = await engine.openEmpty();
    });
    after(() => database.close());

    for (const name of Object.keys(kinds) as readonly KindName[])
      it(`reads each ${name} as it was sent, with any settings of the session`, () =>
        database.kysely.transaction().execute(async (session) => {
          const kind = kindOf(name);
          const values = [...kind.samples(kind.exampleLimits).valid, null];
          expect(await read(session, name, values)).to.deep.equal(values);
          const changes = Object.entries(unusual).map(
            ([setting, value]) => sql`set_config(${setting}, ${value}, true)`,
          );
          await sql`select ${sql.join(changes)}`.execute(session);
          expect(await read(session, name, values)).to.deep.equal(values);
        }));

    /** Sends values as parameters, and reads them as columns. */
    async function read(session: Kysely<unknown>, name: KindName, values: readonly (Value | null)[]) {
      const columns = values.map((value, index) => ({ value, column: sql.ref(`value${index}`), text: `text${index}` }));
      const sent = columns.map(({ value, column }) => sql`${value}::${sqlKinds[name].type} as ${column}`);
      const texts = columns.map(
        ({ column, text }) => sql`${readableText(name, column, database.dialect)} as ${sql.ref(text)}`,
      );
      const { rows } = await sql<
        Readonly<Record<string, string | null>>
      >`select ${sql.join(texts)} from (select ${sql.join(sent)}) as sent`.execute(session);
      return columns.map(({ text }) => readValue(name, rows[0]?.[text]));
    }
  });
