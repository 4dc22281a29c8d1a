// The rows as the schema names their parts.
import type { ResourceRecord, Selection } from '../../application/model/query.ts';
import { attributeKind, type ResourceType } from '../../application/model/schema.ts';
import type { ComputerRow, MemoryStore, PersonRow, Row } from './store.ts';

export type AttributeOf = (row: Row) => string | null;

/** Reads an attribute of rows of a type; `null` is unset. */
export function attributeOf(type: ResourceType, attribute: string): AttributeOf {
  attributeKind(type, attribute);
  return (row) => valueOf(row, attribute);
}

/** The value of an attribute that the type of the row has. */
function valueOf({ id, attributes }: Row, attribute: string): string | null {
  if (attribute === 'id') return id;
  const values: Readonly<Record<string, string | null>> = attributes;
  return values[attribute] ?? null;
}

/** The identifiers that a row is related to, ascending. */
export function linkageOf(store: MemoryStore, row: Row, relationship: string): readonly string[] {
  switch (row.type) {
    case 'person':
      return own(personLinkage, relationship)(store, row);
    case 'computer':
      return own(computerLinkage, relationship)(store, row);
  }
}

type Linkage<OneRow> = Readonly<Record<string, (store: MemoryStore, row: OneRow) => readonly string[]>>;

const personLinkage: Linkage<PersonRow> = {
  computers: (store, { id }) => store.ownedBy(id),
};

const computerLinkage: Linkage<ComputerRow> = {
  owner: (_store, { ownerId }) => (ownerId === null ? [] : [ownerId]),
};

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined) throw new Error(`nothing is stored for ${name}`);
  return value;
}

/** What is selected of a row. */
export function recordOf(store: MemoryStore, row: Row, { attributes, linkage }: Selection): ResourceRecord {
  const { type, id } = row;
  const values: Record<string, string | null> = {};
  for (const name of attributes) {
    attributeKind(type, name);
    values[name] = valueOf(row, name);
  }
  const related: Record<string, readonly string[]> = {};
  for (const name of linkage) related[name] = linkageOf(store, row, name);
  return { type, id, attributes: values, linkage: related };
}

/** The row with other values of some attributes, one version later; the same row when it has them already. */
export function withAttributes<OneRow extends Row>(row: OneRow, changes: Partial<OneRow['attributes']>): OneRow {
  const before = Object.entries(row.attributes);
  const attributes = { ...row.attributes, ...changes };
  const after = new Map<string, unknown>(Object.entries(attributes));
  return before.every(([name, value]) => after.get(name) === value)
    ? row
    : { ...row, version: row.version + 1, attributes };
}
