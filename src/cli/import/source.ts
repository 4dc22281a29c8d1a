import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { CommandIo } from '../terminal/command-io.ts';
import { unreadable } from '../terminal/files.ts';
import type { FileDialect } from './file-dialect.ts';
import type { Entry } from './entry.ts';
import { freshState, type ImportingTo, type ReportPaths } from './import-state.ts';
import { memoryJournal, openJournal, type Journal } from './journal.ts';
import { openInput } from './open-input.ts';
import { fileReport, printedReport, type Report } from './report.ts';

/** The records to import, with their journal and reports. */
export interface ImportSource {
  /** The name for messages. */
  readonly name: string;
  readonly entries: AsyncIterable<Entry>;
  /** True if records change resources instead of creating them. */
  readonly isUpdate: boolean;
  /** Names in the records read so far that are not sent. */
  readonly leftOut: ReadonlySet<string>;
  /** The number of records; undefined: not known yet. */
  readonly total: number | undefined;
  readonly journal: Journal;
  readonly reports: Readonly<Record<Problem, Report>>;
  /** The paths of the reports, for messages. */
  readonly places: ReportPaths;
  /** True if the same command can resume where it stopped. */
  readonly canGoOn: boolean;
}

type Problem = 'refused' | 'unknown';

export interface ImportRequest {
  readonly service: ImportingTo;
  readonly dialect: FileDialect;
  /** The options that affect the requests, as given. */
  readonly options: string;
  /** Files for the reports; undefined: the usual ones. */
  readonly places: Readonly<Record<Problem, string | undefined>>;
}

/**
 * Opens a file, or resumes it if its import stopped before the end.
 * @throws Error if it cannot be read, or its journal or reports prevent the import
 */
export async function openFile(
  file: string,
  { reportFormat, records, reportHead, digest }: Survey,
  { service, dialect, options, places }: ImportRequest,
): Promise<ImportSource> {
  const paths = {
    refused: places.refused ?? `${file}.refused.${reportFormat}`,
    unknown: places.unknown ?? `${file}.unknown.${reportFormat}`,
  };
  const journal = openJournal(`${file}.progress`, file, freshState({ digest, options, service, places: paths }));
  const reports = openReports(journal, paths, reportHead);
  const { entries } = await openInput(createReadStream(file), dialect);
  return {
    name: file,
    isUpdate: dialect.isUpdate,
    ...noting(entries),
    total: records,
    journal,
    reports,
    places: paths,
    canGoOn: true,
  };
}

function noting(entries: AsyncIterable<Entry>): Pick<ImportSource, 'entries' | 'leftOut'> {
  const leftOut = new Set<string>();
  async function* noted(): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      if (entry.content.kind === 'resource') for (const name of entry.content.leftOut) leftOut.add(name);
      yield entry;
    }
  }
  return { entries: noted(), leftOut };
}

function openReports(journal: Journal, paths: ImportSource['places'], head: string): ImportSource['reports'] {
  const { next, reports } = journal.state;
  const isFresh = next === 0;
  try {
    return {
      refused: fileReport(paths.refused, head, isFresh ? undefined : reports.refused),
      unknown: fileReport(paths.unknown, head, isFresh ? undefined : reports.unknown),
    };
  } catch (error) {
    if (isFresh) journal.remove();
    throw error;
  }
}

/** Refused records are printed, so that they can be piped. Unknown ones are not: they must not be imported again. */
export async function openStandardInput(
  io: CommandIo,
  { service, dialect, options, places }: ImportRequest,
): Promise<ImportSource> {
  const { reportHead, entries } = await openInput(io.process.stdin, dialect);
  const { refused, unknown } = places;
  const shown = { refused: refused ?? 'standard output', unknown: unknown ?? 'standard error' };
  return {
    name: 'standard input',
    isUpdate: dialect.isUpdate,
    ...noting(entries),
    total: undefined,
    journal: memoryJournal(freshState({ digest: '', options, service, places: shown })),
    reports: {
      refused: refused === undefined ? printedReport(io, reportHead) : fileReport(refused, reportHead),
      unknown: unknown === undefined ? toldReport(io) : fileReport(unknown, reportHead),
    },
    places: shown,
    canGoOn: false,
  };
}

function toldReport(io: CommandIo): Report {
  return {
    add: async (text) => {
      io.tell(text.trimEnd());
      return 0;
    },
  };
}

export interface Survey {
  readonly reportFormat: 'csv' | 'ndjson';
  readonly records: number;
  readonly reportHead: string;
  /** A digest of the file, to detect another file of the same name. */
  readonly digest: string;
}

/**
 * Reads the whole file before anything is sent, so that an unreadable file is not half imported.
 * @throws Error if it cannot be read, or needs an option that is missing
 */
export async function surveyFile(file: string, dialect: FileDialect): Promise<Survey> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw unreadable(error, file);
    }
  }
  const { reportFormat, reportHead, entries } = await openInput(hashed(), dialect);
  let records = 0;
  for await (const { place, content } of entries) {
    records += 1;
    if (content.kind === 'unusable' && content.isOptionAtFault === true) throw new Error(`${place}: ${content.reason}`);
  }
  return { reportFormat, reportHead, records, digest: hash.digest('hex') };
}
