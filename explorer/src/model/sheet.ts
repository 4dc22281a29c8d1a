// A file to import as a table: CSV, a JSON array or document, or NDJSON.
import { delimiterIn, readCsv, type Delimiter } from './csv.ts';
import { entries, isArray, isObject, isScalar, member, parseJson, text, type Json, type JsonObject } from './json.ts';

export interface Sheet {
  readonly kind: 'sheet';
  /** Undefined: the file is JSON or NDJSON. */
  readonly delimiter: Delimiter | undefined;
  readonly headings: readonly string[];
  readonly records: readonly SheetRecord[];
  /** The type that its resource objects name, if it is one. */
  readonly type: string | undefined;
}

export interface SheetRecord {
  /** @example 'line 4' */
  readonly place: string;
  /** By heading. Undefined: the value cannot be written as a text. */
  readonly cells: readonly (string | undefined)[];
  /** Why nothing of it can be imported. */
  readonly problem: string | undefined;
  /** The record as it is in JSON; undefined in CSV. */
  readonly source: Json | undefined;
}

export interface BrokenFile {
  readonly kind: 'broken';
  readonly reason: string;
}

/** The columns that a file of rejected rows has besides its own. An import leaves them out. */
export const reportColumns: readonly string[] = ['import_line', 'import_error', 'import_row'];

/** @param delimiter of CSV; undefined: the one of its header */
export function readSheet(content: string, delimiter?: Delimiter): Sheet | BrokenFile {
  const start = content.trimStart();
  if (start.startsWith('[') || JSON_OBJECT.test(start)) return readJson(content);
  return start.startsWith('{') ? readNdjson(content) : readTable(content, delimiter ?? delimiterIn(content));
}

/** A document, or an object over several lines. The NDJSON of rejected rows begins with `meta`. */
const JSON_OBJECT = /^\{([^\S\r\n]*[\r\n]|\s*"(data|included|jsonapi|links|errors|meta)"\s*:(?!\s*\{\s*"import_))/u;

function readTable(content: string, delimiter: Delimiter): Sheet | BrokenFile {
  const read = readCsv(content, delimiter);
  if (read.kind === 'broken') return read;
  const [header, ...rows] = read.rows;
  if (header === undefined) return { kind: 'broken', reason: 'the file is empty' };
  const headings = header.cells.map((heading) => heading.trim());
  const rowAt = headings.indexOf('import_row');
  const records = rows.map(({ line, cells }): SheetRecord => {
    const original = cells[rowAt] ?? '';
    const lengths = `the row has ${cells.length} cells, but the header has ${headings.length}`;
    const problem =
      cells.length !== headings.length
        ? lengths
        : original === ''
          ? undefined
          : 'the row did not have the length of the header; correct its cells and empty import_row';
    return { place: `line ${line}`, cells, problem, source: undefined };
  });
  return { kind: 'sheet', delimiter, headings, records, type: undefined };
}

function readJson(content: string): Sheet | BrokenFile {
  const json = parseJson(content);
  if (json === undefined) return { kind: 'broken', reason: 'the file is not valid JSON' };
  const data = isObject(json) ? (member(json, 'data') ?? json) : json;
  const items = isArray(data) ? data : [data];
  return sheetOf(items.map((item, index) => ({ place: `item ${index + 1}`, json: item, source: item })));
}

function readNdjson(content: string): Sheet {
  const items = content.split(/\r\n|\n|\r/u).flatMap((line, index): readonly Item[] => {
    if (line.trim() === '') return [];
    const json = parseJson(line);
    return [{ place: `line ${index + 1}`, json, source: json ?? line }];
  });
  return sheetOf(items);
}

interface Item {
  readonly place: string;
  /** Undefined: it is not JSON. */
  readonly json: Json | undefined;
  readonly source: Json;
}

function sheetOf(items: readonly Item[]): Sheet {
  const read = items.map((item) => ({ ...item, members: isObject(item.json) ? membersOf(item.json) : undefined }));
  const headings = [...new Set(read.flatMap(({ members }) => [...(members?.keys() ?? [])]))];
  const types = new Set(read.flatMap(({ json }) => (isResourceObject(json) ? (text(member(json, 'type')) ?? []) : [])));
  const [type, ...otherTypes] = types;
  const records = read.map(({ place, json, source, members }): SheetRecord => {
    const cells = headings.map((heading) => cellOf(members?.get(heading)));
    return { place, cells, problem: problemWithItem(json, members), source };
  });
  return { kind: 'sheet', delimiter: undefined, headings, records, type: otherTypes.length === 0 ? type : undefined };
}

function problemWithItem(json: Json | undefined, members: ReadonlyMap<string, Json> | undefined): string | undefined {
  if (json === undefined) return 'it is not valid JSON';
  if (members === undefined) return 'it is not an object';
  return members.size === 0 ? 'it is empty' : undefined;
}

function isResourceObject(json: Json | undefined): json is JsonObject {
  return isObject(member(json, 'attributes')) || isObject(member(json, 'relationships'));
}

/** The members of a plain object, or the id, attributes and linkage of a resource object. `meta` holds notes, such as those of rejected rows. */
function membersOf(json: JsonObject): ReadonlyMap<string, Json> {
  if (!isResourceObject(json)) return new Map(entries(json).filter(([name]) => name !== 'meta'));
  const id = member(json, 'id');
  const links = entries(member(json, 'relationships')).flatMap(([name, relationship]) => {
    const data = member(relationship, 'data');
    return data === undefined ? [] : [[name, linkageIn(data)] as const];
  });
  return new Map([
    ...(id === undefined ? [] : [['id', id] as const]),
    ...entries(member(json, 'attributes')),
    ...links,
  ]);
}

/** The identifiers as the export of CSV writes them. */
function linkageIn(data: Json): Json {
  if (data === null) return null;
  return (isArray(data) ? data : [data]).map((identifier) => text(member(identifier, 'id')) ?? '').join(' ');
}

function cellOf(json: Json | undefined): string | undefined {
  if (json === undefined || json === null) return '';
  // JSON.parse may have rounded the number, which could be a serial number.
  const isRounded = typeof json === 'number' && Math.abs(json) > Number.MAX_SAFE_INTEGER;
  return isScalar(json) && !isRounded ? String(json) : undefined;
}
