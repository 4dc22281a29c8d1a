// Reads an import file as a table: CSV, a JSON array or document, or NDJSON.
import { delimiterIn, readCsv, type Delimiter } from './csv.ts';
import { entries, isArray, isObject, isScalar, member, parseJson, text, type Json, type JsonObject } from './json.ts';

export interface Sheet {
  readonly kind: 'sheet';
  /** Undefined for JSON and NDJSON. */
  readonly delimiter: Delimiter | undefined;
  readonly headings: readonly string[];
  readonly records: readonly SheetRecord[];
  /** The type of the resource objects, if they all name the same one. */
  readonly type: string | undefined;
}

export interface SheetRecord {
  /** @example 'line 4' */
  readonly place: string;
  /** By heading; undefined if the value cannot be written as text. */
  readonly cells: readonly (string | undefined)[];
  /** The type that a resource object names; undefined for other rows. */
  readonly type: string | undefined;
  /** The reason why the record cannot be imported. */
  readonly problem: string | undefined;
  /** The record as JSON; undefined for CSV. */
  readonly source: Json | undefined;
}

export interface BrokenFile {
  readonly kind: 'broken';
  readonly reason: string;
}

/** The columns added to a file of rejected rows. Imports ignore them. */
export const reportColumns: readonly string[] = ['import_line', 'import_error', 'import_row'];

/** @param delimiter of CSV; undefined to detect it from the header */
export function readSheet(content: string, delimiter?: Delimiter): Sheet | BrokenFile {
  const start = content.trimStart();
  if (start.startsWith('[') || JSON_OBJECT.test(start)) return readJson(content);
  return start.startsWith('{') ? readNdjson(content) : readTable(content, delimiter ?? delimiterIn(content));
}

/** Recognizes a document, or an object that spans several lines. The NDJSON of rejected rows begins with `meta`. */
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
          : 'the row had a different number of cells than the header; correct its cells and empty import_row';
    return { place: `line ${line}`, cells, type: undefined, problem, source: undefined };
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
  /** Undefined if it is not JSON. */
  readonly json: Json | undefined;
  readonly source: Json;
}

function sheetOf(items: readonly Item[]): Sheet {
  const read = items.map((item) => ({ ...item, members: isObject(item.json) ? membersOf(item.json) : undefined }));
  const headings = [...new Set(read.flatMap(({ members }) => [...(members?.keys() ?? [])]))];
  const records = read.map(({ place, json, source, members }): SheetRecord => {
    const cells = headings.map((heading) => cellOf(members?.get(heading)));
    const named = isResourceObject(json) ? text(member(json, 'type')) : undefined;
    return { place, cells, type: named, problem: problemWithItem(json, members), source };
  });
  const [type, ...otherTypes] = new Set(records.flatMap((record) => record.type ?? []));
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

/** The members of a plain object, or the id, attributes and linkage of a resource object. `meta` is ignored; it holds the reasons for rejection. */
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

/** Writes identifiers as the CSV export does. */
function linkageIn(data: Json): Json {
  if (data === null) return null;
  return (isArray(data) ? data : [data]).map((identifier) => text(member(identifier, 'id')) ?? '').join(' ');
}

function cellOf(json: Json | undefined): string | undefined {
  if (json === undefined || json === null) return '';
  // JSON.parse may have rounded the number, for example a long serial number.
  const isRounded = typeof json === 'number' && Math.abs(json) > Number.MAX_SAFE_INTEGER;
  return isScalar(json) && !isRounded ? String(json) : undefined;
}
