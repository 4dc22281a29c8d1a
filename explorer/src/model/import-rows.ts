// Turns the rows of a file into resources, and finds the problems that show before anything is sent. The service checks the rest.
import type { Attribute, Resource } from './api.ts';
import { withoutApostrophes } from './formulas.ts';
import { dayIn, needsOrder, type DateOrder } from './import-dates.ts';
import type { Importable, Mapping } from './import-columns.ts';
import type { RejectedRow } from './import-report.ts';
import type { Json, JsonObject } from './json.ts';
import { valueOf } from './kinds.ts';
import type { Sheet, SheetRecord } from './sheet.ts';

export interface ImportPlan {
  readonly resource: Resource;
  readonly mapping: Mapping;
  /** Undefined: dates are `YYYY-MM-DD`. */
  readonly dates: DateOrder | undefined;
  /** True if the file is an export, in which formulas have an apostrophe prefix. */
  readonly isExport: boolean;
}

/** Rows with problems are not sent. */
export interface PreparedRow extends RejectedRow {
  /** The resource object to send. */
  readonly object: JsonObject;
}

/** True if the file has ids, as exports do. They are not imported. */
export function looksExported({ headings, delimiter }: Sheet): boolean {
  return delimiter !== undefined && headings.includes('id');
}

/** True if reading a date in the file requires knowing its order. */
export function lacksOrder({ records }: Sheet, { mapping }: ImportPlan): boolean {
  const dates = mapping.flatMap((field, index) => (isDate(field) ? [index] : []));
  return records.some(({ cells }) => dates.some((index) => needsOrder(cells[index]?.trim() ?? '')));
}

function isDate(field: Importable | undefined): boolean {
  return field !== undefined && field.kind !== 'relationship' && field.format === 'date';
}

export function prepareRow(plan: ImportPlan, record: SheetRecord): PreparedRow {
  const { type } = plan.resource;
  const problem = record.problem ?? problemWithType(record, type);
  if (problem !== undefined) return { record, object: { type }, problems: [problem] };
  const read = plan.mapping.flatMap((field, index) => {
    return field === undefined ? [] : [{ field, cell: readCell(plan, field, record.cells[index]) }];
  });
  const members = (kind: 'attribute' | 'relationship'): JsonObject => {
    const own = read.filter(({ field }) => (field.kind === 'relationship') === (kind === 'relationship'));
    return Object.fromEntries(
      own.flatMap(({ field, cell }) => (cell.value === undefined ? [] : [[field.name, cell.value] as const])),
    );
  };
  const relationships = members('relationship');
  return {
    record,
    object: {
      type,
      attributes: members('attribute'),
      ...(Object.keys(relationships).length === 0 ? {} : { relationships }),
    },
    problems: read.flatMap(({ field, cell }) => (cell.problem === undefined ? [] : [`${field.name}: ${cell.problem}`])),
  };
}

/** A resource object is never imported as another type. */
function problemWithType({ type }: SheetRecord, wanted: string): string | undefined {
  return type === undefined || type === wanted ? undefined : `its type is "${type}"`;
}

interface ReadCell {
  /** Undefined: the field is not sent. */
  readonly value?: Json;
  readonly problem?: string;
}

function readCell(plan: ImportPlan, field: Importable, cell: string | undefined): ReadCell {
  if (cell === undefined) return { problem: 'a list, an object or a number too large to be read exactly' };
  const whole = plan.isExport ? withoutApostrophes(cell) : cell;
  if (field.kind === 'relationship') {
    const id = whole.trim();
    if (id === '') return field.required ? { problem: 'is missing' } : {};
    return isId(id) ? { value: { data: { type: field.to, id } } } : { problem: `"${id}" is not an id` };
  }
  // Only text may begin or end with blanks.
  const written = field.format === 'text' ? whole : whole.trim();
  if (written === '') return emptyCell(field);
  if (field.format === 'date') return readDay(written, plan.dates);
  const value = field.format === 'integer' || field.format === 'boolean' ? valueOf(field.format, written) : written;
  const problem = problemWith(field, value, written);
  return problem === undefined ? { value } : { value, problem };
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/u.test(text);
}

/** An empty attribute gets its default, or is unset. */
function emptyCell({ nullable, required, defaultValue }: Attribute): ReadCell {
  if (nullable && defaultValue !== undefined) return { value: null };
  return required ? { problem: 'is missing' } : {};
}

function readDay(written: string, order: DateOrder | undefined): ReadCell {
  const value = dayIn(written, order);
  if (value !== undefined) return { value };
  if (order === undefined && needsOrder(written)) return { problem: `choose a date format for "${written}"` };
  return { value: written, problem: `"${written}" is not a date` };
}

function problemWith({ format, values, maxLength }: Attribute, value: Json, written: string): string | undefined {
  if (values !== undefined && !values.includes(written)) return `"${written}" is not one of ${values.join(', ')}`;
  if (format === 'integer' && typeof value !== 'number') return `"${written}" is not an integer`;
  if (format === 'boolean' && typeof value !== 'boolean') return `"${written}" is not true or false`;
  if (format === 'decimal' && !/^-?\d+(?:\.\d+)?$/u.test(written)) return `"${written}" is not a decimal number`;
  if (format === 'timestamp' && Number.isNaN(Date.parse(written))) return `"${written}" is not a timestamp`;
  const length = [...written].length;
  if (maxLength !== undefined && length > maxLength) return `${length} characters exceed the maximum of ${maxLength}`;
  return undefined;
}

/** Small enough for any likely limit on request bodies. */
const mostCharacters = 256 * 1024;

/**
 * The first rows that fit into one request with atomic operations.
 * @param most the maximum number of operations
 */
export function nextBatch(rows: readonly PreparedRow[], most: number): readonly PreparedRow[] {
  let characters = 0;
  const end = rows.slice(0, most).findIndex(({ object }, index) => {
    characters += JSON.stringify(object).length;
    return index > 0 && characters > mostCharacters;
  });
  return rows.slice(0, end === -1 ? most : end);
}
