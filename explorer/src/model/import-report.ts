// The file of rejected rows, which can be corrected and imported again, here or by the command line.
import { csvLine } from './csv.ts';
import { isObject, type JsonObject } from './json.ts';
import { reportColumns, type Sheet, type SheetRecord } from './sheet.ts';

export interface RejectedRow {
  readonly record: SheetRecord;
  readonly problems: readonly string[];
}

/** The rejected rows with their reasons: CSV with more columns, or NDJSON with `meta`. */
export function rejectedText({ delimiter, headings }: Sheet, rejected: readonly RejectedRow[]): string {
  if (delimiter === undefined) return rejected.map(jsonLine).join('');
  const own = headings.flatMap((heading, index) => (reportColumns.includes(heading) ? [] : [index]));
  const head = csvLine([...own.map((index) => headings[index] ?? ''), ...reportColumns], delimiter);
  const lines = rejected.map(({ record: { cells, place }, problems }) => {
    const original = cells[headings.indexOf('import_row')] ?? '';
    // Such a row is not a row of the table, so it is kept as a whole.
    const whole = cells.length === headings.length ? original : csvLine(cells.map(String), delimiter).trimEnd();
    const kept = own.map((index) => cells[index] ?? '');
    return csvLine([...kept, place.replace('line ', ''), problems.join('; '), whole], delimiter);
  });
  return [head, ...lines].join('');
}

/** The name of the file of rejected rows. */
export function rejectedName(name: string, { delimiter }: Sheet): string {
  return `${name}.rejected.${delimiter === undefined ? 'ndjson' : 'csv'}`;
}

function jsonLine({ record: { source, place }, problems }: RejectedRow): string {
  const [unit = '', number = ''] = place.split(' ');
  const note = { [`import_${unit}`]: Number(number), import_errors: problems };
  const line: JsonObject = isObject(source)
    ? { ...source, meta: note }
    : { meta: { ...note, import_text: source ?? null } };
  return `${JSON.stringify(line)}\n`;
}
