// Where the attributes and relationships of the read side are stored.
import type { MetadataStorage } from '@mikro-orm/core';
import { schema, type ResourceType } from '../../application/model/schema.ts';

export interface Table {
  readonly name: string;
  /** Columns by attribute. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns by to-one relationship. */
  readonly foreignKeys: Readonly<Record<string, string>>;
}

export type Tables = Readonly<Record<ResourceType, Table>>;

/**
 * The tables as the entities describe them.
 * @throws Error when an entity lacks an attribute or a relationship of the schema
 */
export function readTables(metadata: MetadataStorage): Tables {
  return Object.freeze({ person: readTable(metadata, 'person'), computer: readTable(metadata, 'computer') });
}

/**
 * The column of a name, which is looked up among own properties only.
 * @throws Error when there is none: the caller broke the rule that names are checked at the edge
 */
export function columnOf(columns: Readonly<Record<string, string>>, name: string): string {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column === undefined) throw new Error(`no column for ${name}`);
  return column;
}

function readTable(metadata: MetadataStorage, type: ResourceType): Table {
  const entity = metadata.getByClassName(type);
  const { attributes, relationships } = schema[type];
  const toOne = Object.entries(relationships).filter(([, { cardinality }]) => cardinality === 'one');
  const properties: Readonly<Record<string, { readonly fieldNames: readonly string[] }>> = entity.properties;
  const columnsOf = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.freeze(
      Object.fromEntries(
        names.map((name) => {
          const column = properties[name]?.fieldNames[0];
          if (column === undefined) throw new Error(`the entity ${type} has no column for ${name}`);
          return [name, column];
        }),
      ),
    );
  return Object.freeze({
    name: entity.tableName,
    columns: columnsOf(Object.keys(attributes)),
    foreignKeys: columnsOf(toOne.map(([name]) => name)),
  });
}
