// The file to import, and how its columns are read.
import { computed, signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import type { Delimiter } from '../model/csv.ts';
import { guessMapping, guessResource, missingIn, withField, type Importable } from '../model/import-columns.ts';
import type { DateOrder } from '../model/import-dates.ts';
import { looksExported, prepareRow, type ImportPlan, type PreparedRow } from '../model/import-rows.ts';
import { readSheet, type BrokenFile, type Sheet } from '../model/sheet.ts';
import { api } from './api.ts';

export interface ImportFile {
  readonly name: string;
  readonly content: string;
  readonly sheet: Sheet;
}

export interface ChosenFile {
  readonly file: ImportFile;
  readonly plan: ImportPlan;
}

/** The file and the plan for it; undefined until one is chosen. */
export const chosenFile = signal<ChosenFile | undefined>(undefined);
/** Why the last file could not be read. */
export const fileProblem = signal<string | undefined>(undefined);
export const isReadingFile = signal(false);

/** All rows as they would be sent. */
export const preparedRows = computed<readonly PreparedRow[]>(() => {
  const chosen = chosenFile.value;
  return chosen === undefined ? [] : chosen.file.sheet.records.map((record) => prepareRow(chosen.plan, record));
});

/** The rows that can be sent; none while a required field has no column. */
export const readyRows = computed<readonly PreparedRow[]>(() => {
  const plan = chosenFile.value?.plan;
  if (plan === undefined || missingIn(plan.resource, plan.mapping).length > 0) return [];
  return preparedRows.value.filter(({ problems }) => problems.length === 0);
});

/** Files are read as a whole. */
const mostBytes = 64 * 1024 * 1024;

/** @param preferred the type of its rows, unless they fit another one better */
export async function chooseFile(file: File, preferred: Resource): Promise<void> {
  fileProblem.value = undefined;
  isReadingFile.value = true;
  const read = file.size > mostBytes ? tooLarge : await readText(file);
  isReadingFile.value = false;
  if (read.kind === 'broken') {
    fileProblem.value = `${file.name}: ${read.reason}.`;
    return;
  }
  take(file.name, read.content, readSheet(read.content), (sheet) => guessResource(api.value, sheet, preferred));
}

function take(name: string, content: string, sheet: Sheet | BrokenFile, resourceOf: (sheet: Sheet) => Resource): void {
  fileProblem.value = undefined;
  if (sheet.kind === 'broken') fileProblem.value = `${name}: ${sheet.reason}.`;
  else if (sheet.records.length === 0) fileProblem.value = `${name} has no rows.`;
  else chosenFile.value = { file: { name, content, sheet }, plan: planFor(sheet, resourceOf(sheet)) };
}

export function forgetFile(): void {
  chosenFile.value = undefined;
  fileProblem.value = undefined;
}

export function chooseDelimiter(delimiter: Delimiter): void {
  if (chosenFile.value === undefined) return;
  const { file, plan } = chosenFile.value;
  take(file.name, file.content, readSheet(file.content, delimiter), () => plan.resource);
}

export function chooseResource(resource: Resource): void {
  const chosen = chosenFile.value;
  if (chosen !== undefined) chosenFile.value = { ...chosen, plan: planFor(chosen.file.sheet, resource) };
}

/** @param index of the column */
export function chooseField(index: number, field: Importable | undefined): void {
  changePlan(({ mapping }) => ({ mapping: withField(mapping, index, field) }));
}

export function chooseDates(dates: DateOrder | undefined): void {
  changePlan(() => ({ dates }));
}

function changePlan(change: (plan: ImportPlan) => Partial<ImportPlan>): void {
  const chosen = chosenFile.value;
  if (chosen !== undefined) chosenFile.value = { ...chosen, plan: { ...chosen.plan, ...change(chosen.plan) } };
}

function planFor(sheet: Sheet, resource: Resource): ImportPlan {
  const mapping = guessMapping(resource, sheet.headings);
  return { resource, mapping, dates: undefined, isExport: looksExported(sheet) };
}

type ReadText = { readonly kind: 'text'; readonly content: string } | BrokenFile;

const tooLarge: BrokenFile = {
  kind: 'broken',
  reason: `it is larger than ${mostBytes / 1024 / 1024} MiB; import it with the command line`,
};

/** The first bytes of files that are mistaken for CSV. */
const signatures: readonly (readonly [bytes: readonly number[], whatItIs: string])[] = [
  [[0x50, 0x4b, 3, 4], 'it is an Excel workbook, or another ZIP archive: save it as "CSV UTF-8"'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is an old Excel workbook: save it as "CSV UTF-8"'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0xff, 0xfe], 'it is encoded in UTF-16: save it as UTF-8'],
  [[0xfe, 0xff], 'it is encoded in UTF-16: save it as UTF-8'],
];

async function readText(file: File): Promise<ReadText> {
  const buffer = await file.arrayBuffer().catch(() => undefined);
  if (buffer === undefined) return { kind: 'broken', reason: 'it could not be read' };
  const bytes = new Uint8Array(buffer);
  const found = signatures.find(([signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (found !== undefined) return { kind: 'broken', reason: found[1] };
  try {
    // Without a byte order mark.
    return { kind: 'text', content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'broken', reason: 'it is not encoded in UTF-8: save it as UTF-8' };
  }
}
