// Requirements for every table. Without these tests, only slow queries and wrong totals would show that something is missing.
import { expect } from 'chai';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { columnOf } from '#adapters/persistence/tables/tables';
import { kinds } from '#domain/kinds';
import { perType, schema, type ResourceType } from '#domain/schema';
import { queryFor } from '../../contract/fixtures.ts';
import { exampleOf } from '../../contract/rows-of-types.ts';
import { engines } from '../../support/database-engines.ts';
import { indexesOf } from '../../support/indexes-of.ts';

const types = Object.keys(schema) as readonly ResourceType[];

for (const engine of engines)
  describe(`The tables on ${engine.name}`, () => {
    let database: Database;

    before(async () => {
      database = await engine.open();
    });
    after(() => database.close());

    for (const type of types) {
      it(`have the indexes to find and sort ${type} by`, async () => {
        const present = await indexesOf(database.kysely, database.tables[type].name);
        const missing = wantedIndexes(database, type).filter((wanted) => !present.includes(wanted));
        expect(missing, `indexes that ${database.tables[type].name} lacks`).to.deep.equal([]);
      });

      it(`count the rows of ${type}`, () => expectCounted(database, type));

      for (const relationship of toOneOf(type))
        it(`set ${relationship} of ${type} to null when its target is deleted`, async () => {
          const column = columnOf(database.tables[type].foreignKeys, relationship);
          expect(await deleteActionsOf(database, type, column)).to.deep.equal(['SET NULL']);
        });
    }

    it('are covered by rebuild_counts()', async () => {
      const { kysely, tables } = database;
      for (const { name } of Object.values(tables))
        await sql`update ${sql.table(`${name}_count`)} set number = number + 7`.execute(kysely);
      await sql`select rebuild_counts()`.execute(kysely);
      expect(await countsOf(database)).to.deep.equal(await rowsOf(database));
    });
  });

function toOneOf(type: ResourceType): readonly string[] {
  const { relationships } = schema[type];
  return Object.keys(relationships).filter((name) => relationships[name]?.cardinality === 'one');
}

/** In the notation of `indexesOf`. */
function wantedIndexes({ tables }: Database, type: ResourceType): readonly string[] {
  const { properties, columns } = tables[type];
  return ['btree (id)'].concat(
    properties.flatMap(({ name, column: unquoted, kind }) => {
      const column = /\W/.test(unquoted) ? `"${unquoted}"` : unquoted;
      if (!Object.hasOwn(columns, name)) return [`btree (${column}, id)`];
      const collation = kinds[kind].isText ? ' COLLATE "C"' : '';
      // Then NULLs come first, in order of their identifiers.
      const direction = schema[type].attributes[name]?.isRequired === false ? ' DESC' : '';
      const ordered = `btree (${column}${collation}${direction}, id)`;
      if (!kinds[kind].isText) return [ordered];
      return [ordered, `gin (words_of(${column}))`, `gin (fold_case(${column}) COLLATE "C" gin_trgm_ops)`];
    }),
  );
}

async function deleteActionsOf(
  { kysely, tables }: Database,
  type: ResourceType,
  column: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ action: string }>`
    select delete_rule as action from information_schema.referential_constraints
    join information_schema.key_column_usage using (constraint_catalog, constraint_schema, constraint_name)
    where table_name = ${tables[type].name} and column_name = ${column}`.execute(kysely);
  return rows.map(({ action }) => action);
}

/** Expects totals to equal the number of rows after every way to add and remove rows. */
async function expectCounted(database: Database, type: ResourceType): Promise<void> {
  const unitOfWork = new SqlUnitOfWork(database);
  const added: string[] = [];
  const expectTotal = async (rows: number): Promise<void> => {
    const query = queryFor(type, { total: true, page: { kind: 'numbered', size: 1, number: 1 } });
    expect((await unitOfWork.reader.find(query)).total, `total of ${type}`).to.equal(rows);
    expect((await rowsOf(database))[type], `rows of ${type}`).to.equal(rows);
  };
  await unitOfWork.write(async (transaction) => {
    for (let row = 0; row < 3; row += 1)
      added.push((await transaction.repositories[type].add(exampleOf(type, row))).id);
  });
  await expectTotal(3);
  await unitOfWork.write(async (transaction) => {
    const repository = transaction.repositories[type];
    await repository.lock(added.slice(0, 1));
    await repository.remove(added.slice(0, 1));
  });
  await expectTotal(2);
  await sql`truncate ${sql.table(database.tables[type].name)} cascade`.execute(database.kysely);
  await expectTotal(0);
  await unitOfWork.write((transaction) => transaction.repositories[type].add(exampleOf(type)));
  await expectTotal(1);
}

interface Counted {
  readonly number: number;
}

type Numbers = Readonly<Record<ResourceType, number>>;

function rowsOf(database: Database): Promise<Numbers> {
  return numbersOf(database, (table) => sql<Counted>`select count(*)::int as number from ${sql.table(table)}`);
}

function countsOf(database: Database): Promise<Numbers> {
  return numbersOf(
    database,
    (table) => sql<Counted>`select sum(number)::int as number from ${sql.table(`${table}_count`)}`,
  );
}

async function numbersOf(
  { kysely, tables }: Database,
  query: (table: string) => RawBuilder<Counted>,
): Promise<Numbers> {
  const numbers = new Map<ResourceType, number>();
  for (const type of types) {
    const { rows } = await query(tables[type].name).execute(kysely);
    numbers.set(type, rows[0]?.number ?? 0);
  }
  return perType((type) => numbers.get(type) ?? 0);
}
