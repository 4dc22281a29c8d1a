// What the entities describe and the tables of a database do not have, or the other way round.
import { DatabaseSchema, SchemaComparator, type SchemaDifference, type SqlMikroORM } from '@mikro-orm/sql';
import { COUNT_TRIGGERS } from '../counts/kept-count.ts';
import { MIGRATION_TABLE } from '../migrations/migrate.ts';

const COUNTS = /_count$/;

/**
 * Compares tables with the entities. It leaves out what entities cannot describe: functions, the counts with their triggers, and the indexes
 * that are named after columns, for sorting and searching.
 */
export async function readDifference(orm: SqlMikroORM): Promise<SchemaDifference> {
  const platform = orm.em.getPlatform();
  const target = orm.schema.getTargetSchema();
  const present = await DatabaseSchema.create(
    orm.em.getConnection(),
    platform,
    orm.config,
    undefined,
    target.getNamespaces(),
    undefined,
    [MIGRATION_TABLE, COUNTS],
    [COUNTS],
  );
  for (const table of present.getTables()) {
    const described = target.getTables().find(({ name }) => name === table.name);
    const byColumn = new Set(
      table.getColumns().flatMap(({ name }) => ['', '_words', '_text'].map((end) => `${table.name}_${name}${end}`)),
    );
    table.setIndexes(
      table.getIndexes().filter(({ keyName }) => described?.hasIndex(keyName) === true || !byColumn.has(keyName)),
    );
    table.setTriggers(table.getTriggers().filter(({ name }) => !COUNT_TRIGGERS.some((each) => each === name)));
  }
  return new SchemaComparator(platform).compare(present, target);
}
