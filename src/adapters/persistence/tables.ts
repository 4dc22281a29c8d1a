// Maps the names of the schema to tables and columns.
import type { MetadataStorage } from '@mikro-orm/core';
import { perType, schema, type AttributeKind, type ResourceType } from '../../application/model/schema.ts';

export interface Table {
  readonly name: string;
  /** Columns by attribute. */
  readonly columns: Readonly<Record<string, string>>;
  /** Attributes that can be unset. */
  readonly nullable: ReadonlySet<string>;
  /** Columns by to-one relationship. */
  readonly foreignKeys: Readonly<Record<string, string>>;
  /** Everything that is stored except identifier and version. */
  readonly properties: readonly StoredProperty[];
}

export interface StoredProperty {
  /** The property of the domain's entity: an attribute, or a to-one relationship's identifier such as `ownerId`. */
  readonly name: string;
  readonly column: string;
  readonly kind: AttributeKind;
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
  const { attributes, relationships } = schema[type];
  const toOne = Object.keys(relationships).filter((name) => relationships[name]?.cardinality === 'one');
  const columns = columnsOf(Object.keys(attributes));
  const foreignKeys = columnsOf(toOne);
  const stored = Object.entries(attributes).filter(([name]) => name !== 'id');
  return {
    name: entity.tableName,
    columns,
    nullable: new Set(Object.keys(attributes).filter((name) => described[name]?.nullable === true)),
    foreignKeys,
    properties: [
      ...stored.map(([name, kind]) => ({ name, column: columnOf(columns, name), kind })),
      ...toOne.map((name) => ({ name: `${name}Id`, column: columnOf(foreignKeys, name), kind: 'identifier' as const })),
    ],
  };
}
