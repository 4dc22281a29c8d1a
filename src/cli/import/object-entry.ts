// JSON records: resource objects, or plain objects whose members are named like the columns of a CSV file.
import {
  isHeld,
  readOnlyAttributesOf,
  relationshipsOf,
  resourceOf,
  type Resource,
} from '#adapters/http/api/resource-description';
import { messageOf } from '#application/model/describe-error';
import { served } from '#composition/product/served';
import { readHeader, type Columns } from './columns.ts';
import type { FileDialect } from './file-dialect.ts';
import type { Entry, EntryContent } from './entry.ts';
import { readRow, updateOf } from './read-row.ts';

/** The position of a record, such as line 2 or item 3. */
export interface Place {
  readonly unit: 'line' | 'item';
  readonly number: number;
}

/** Turns JSON values into entries. */
export class ObjectReader {
  readonly #dialect: FileDialect;
  /** The columns of the last plain object. The next one usually has the same. */
  #latest: { readonly key: string; readonly columns: Columns } | undefined;

  constructor(dialect: FileDialect) {
    this.#dialect = dialect;
  }

  entryOf(value: unknown, place: Place): Entry {
    if (!isObject(value)) return unusableEntry(JSON.stringify(value), `the ${place.unit} is not an object`, place);
    const { meta: _, ...members } = value;
    const isPlain = !('type' in members || 'attributes' in members) && Object.keys(members).length > 0;
    return {
      place: `${place.unit} ${place.number}`,
      content: isPlain ? this.#contentOfPlain(members) : contentOf(value, this.#dialect),
      // JSON:API allows any members in `meta`; the service ignores them.
      reported: (reasons) => lineOf({ ...value, meta: noteOf(place, reasons) }),
    };
  }

  #contentOfPlain(members: Members): EntryContent {
    const names = Object.keys(members);
    const nested = names.find((name) => typeof members[name] === 'object' && members[name] !== null);
    if (nested !== undefined) return { kind: 'unusable', reason: `"${nested}" is an object or a list` };
    const rounded = names.find((name) => isRounded(members[name]));
    if (rounded !== undefined)
      return { kind: 'unusable', reason: `"${rounded}" is a number too large to read exactly; write it as a string` };
    try {
      return readRow(this.#columnsOf(names), Object.values(members).map(cellOf), this.#dialect.dates);
    } catch (error) {
      return { kind: 'unusable', reason: messageOf(error) };
    }
  }

  #columnsOf(names: readonly string[]): Columns {
    const key = JSON.stringify(names);
    if (this.#latest?.key !== key) this.#latest = { key, columns: readHeader(names, this.#dialect) };
    return this.#latest.columns;
  }
}

/** True if `JSON.parse` may have rounded the number, which could be an identifier or a serial number. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** The value as a CSV cell; null is empty. */
function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function contentOf({ type, ...members }: Members, dialect: FileDialect): EntryContent {
  const { isUpdate, typeName } = dialect;
  if (dialect.map.size > 0) return refuseOption('--map');
  if (dialect.dates !== undefined) return refuseOption('--dates');
  if (typeof type !== 'string') return { kind: 'unusable', reason: 'the resource object has no type' };
  const resource = resourceOf(type, served.resources);
  if (resource === undefined) return { kind: 'unusable', reason: `there is no type "${type}"` };
  if (typeName !== undefined && typeName !== resource.plural)
    return { kind: 'unusable', reason: `its type is "${type}", but --type is ${typeName}` };
  const { id } = members;
  if (isUpdate && typeof id !== 'string') return { kind: 'unusable', reason: 'the resource object has no id' };
  if (typeof id !== 'string')
    return { kind: 'resource', op: 'add', path: resource.path, resource: { type, ...members }, leftOut: [] };
  const { kept, leftOut } = sendablePartOf(resource, members, isUpdate);
  if (isUpdate) return updateOf(resource, id, kept, leftOut);
  return { kind: 'resource', op: 'add', path: resource.path, resource: { type, ...kept }, leftOut: ['id', ...leftOut] };
}

function refuseOption(name: string): EntryContent {
  const reason = `${name} applies to CSV and plain objects, but this is a resource object`;
  return { kind: 'unusable', reason, isOptionAtFault: true };
}

/** The attributes and linkage of a resource object, without members that only the service sets. */
function sendablePartOf(resource: Resource, { attributes, relationships }: Members, isUpdate: boolean) {
  const readOnly = readOnlyAttributesOf(resource);
  const linked = relationshipsOf(resource);
  const leftOut: string[] = [];
  const keep = (fields: unknown, isKept: (name: string, field: unknown) => boolean): unknown => {
    if (!isObject(fields)) return fields;
    const kept = Object.entries(fields).filter(([name, field]) => isKept(name, field));
    leftOut.push(...Object.keys(fields).filter((name) => !kept.some(([each]) => each === name)));
    return Object.fromEntries(kept);
  };
  // Lists of resources contain linkage only on request.
  const isLinkage = (name: string, field: unknown): boolean => {
    if (isObject(field) && field['data'] === undefined) return false;
    const relationship = linked[name];
    return isUpdate || relationship === undefined || isHeld(resource, relationship);
  };
  const kept = {
    ...(attributes !== undefined && { attributes: keep(attributes, (name) => !Object.hasOwn(readOnly, name)) }),
    ...(relationships !== undefined && { relationships: keep(relationships, isLinkage) }),
  };
  return { kept, leftOut };
}

/** The entry for a text that is not a record. */
export function unusableEntry(text: string, reason: string, place: Place): Entry {
  return {
    place: `${place.unit} ${place.number}`,
    content: { kind: 'unusable', reason },
    reported: (reasons) => lineOf({ meta: { ...noteOf(place, reasons), import_text: text } }),
  };
}

function noteOf({ unit, number }: Place, reasons: readonly string[]): object {
  return { [`import_${unit}`]: number, import_errors: reasons };
}

function lineOf(object: object): string {
  return `${JSON.stringify(object)}\n`;
}
