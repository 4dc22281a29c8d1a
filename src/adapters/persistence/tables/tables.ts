// Maps the names of the schema to tables and columns.
import type { MetadataStorage } from '@mikro-orm/core';
import type { KindName } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { perType, relationshipNames, schema, type ResourceType } from '#domain/schema';
import { linkTablesOf, type LinkTable } from './link-tables.ts';

export interface Table {
  readonly name: string;
  /** Columns by attribute. */
  readonly columns: Readonly<Record<string, string>>;
  /** Attributes that can be unset. */
  readonly nullable: ReadonlySet<string>;
  /** Columns by to-one relationship. */
  readonly foreignKeys: Readonly<Record<string, string>>;
  /** By many-to-many relationship, from either side. */
  readonly links: Readonly<Record<string, LinkTable>>;
  /** Everything that is stored except identifier and version. */
  readonly properties: readonly StoredProperty[];
}

/** An attribute, or the identifier of a to-one relationship's target. */
export interface StoredProperty {
  readonly member: 'attributes' | 'targets';
  readonly name: string;
  readonly column: string;
  readonly kind: KindName;
  /** As in `Attribute`. */
  readonly stamped: Attribute['stamped'];
}

export type Tables = Readonly<Record<ResourceType, Table>>;

/**
 * Reads the tables from MikroORM's entities.
 * @throws Error if an entity lacks an attribute or a relationship of the schema
 */
export function readTables(metadata: MetadataStorage): Tables {
  return perType((type) => readTable(metadata, type));
}

/**
 * The column for a name.
 * @throws Error if there is none; names are checked at the edge
 */
export function columnOf(columns: Readonly<Record<string, string>>, name: string): string {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column === undefined) throw new Error(`no column for ${name}`);
  return column;
}

function readTable(metadata: MetadataStorage, type: ResourceType): Table {
  const entity = metadata.getByClassName(type);
  const described: Readonly<
    Record<string, { readonly fieldNames: readonly string[]; readonly nullable?: boolean | undefined }>
  > = entity.properties;
  const columnsOf = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      names.map((name) => {
        const column = described[name]?.fieldNames[0];
        if (column === undefined) throw new Error(`the entity ${type} has no column for ${name}`);
        return [name, column];
      }),
    );
  const { attributes } = schema[type];
  const toOne = relationshipNames(type, 'one');
  const columns = columnsOf(['id', ...Object.keys(attributes)]);
  const foreignKeys = columnsOf(toOne);
  return {
    name: entity.tableName,
    columns,
    nullable: new Set(Object.keys(attributes).filter((name) => described[name]?.nullable === true)),
    foreignKeys,
    links: linkTablesOf(type),
    properties: [
      ...Object.entries(attributes).map(([name, { kind, stamped }]) => {
        return { member: 'attributes', name, column: columnOf(columns, name), kind, stamped } as const;
      }),
      ...toOne.map((name) => {
        const column = columnOf(foreignKeys, name);
        return { member: 'targets', name, column, kind: 'identifier', stamped: undefined } as const;
      }),
    ],
  };
}
