import { messageOf } from '#application/model/describe-error';
import { DEFAULT_BATCH, type ImportJob } from '../import/import-job.ts';
import type { ImportSource } from '../import/source.ts';
import type { CommandIo } from '../terminal/command-io.ts';
import { enterUserFolder } from '../terminal/files.ts';
import { defineCommand, integerOf, textOf, type ExitCode } from './command.ts';
import { dialectOptions, givenDialect, readDialect } from './import-dialect.ts';
import { readService, urlOption } from './settings.ts';
import { anyHeaders } from './wording.ts';

const STANDARD_INPUT = '-';
/** Problems shown one by one; the reports have all. */
const MAX_SHOWN = 10;

export const importFile = defineCommand({
  name: 'import',
  summary: 'Create or change resources from a CSV, JSON or NDJSON file',
  operands: [{ name: 'FILE', required: true }],
  options: {
    ...dialectOptions,
    refused: { value: 'FILE', meaning: 'where refused lines go (default: FILE.refused.csv or .ndjson)' },
    unknown: {
      value: 'FILE',
      meaning: 'where lines with an unknown outcome go (default: FILE.unknown.csv or .ndjson)',
    },
    batch: {
      value: 'N',
      meaning: `records per request (default: ${DEFAULT_BATCH}, or as many as the service accepts)`,
    },
    parallel: { value: 'N', meaning: 'concurrent requests (default: 1, which keeps the order)' },
    url: urlOption,
  },
  notes: [
    `CSV has a header such as ${anyHeaders}; case, spaces, hyphens and underscores in headings are ignored. An empty cell is unset. NDJSON has one record per line and JSON an array of records: resource objects, or plain objects with members named like columns.`,
    'Exported fields that only the service sets, such as id, are left out. With --update the ids name the resources to change; an empty cell unsets a field.',
    'If it stops before the end, the same command resumes where it stopped (FILE.progress). Refused lines can be corrected and imported again.',
    'If FILE is -, it reads standard input, prints refused lines, and cannot resume.',
  ],
  run: async (given, io) => {
    const batch = integerOf(given, 'batch', [1, 10_000]) ?? DEFAULT_BATCH;
    const parallel = integerOf(given, 'parallel', [1, 64]) ?? 1;
    const dialect = await readDialect(given);
    const { url, token } = await readService(given, io.process.env);
    enterUserFolder(io.process.env);
    const [{ ApiClient }, { untilInterrupted }, { openFile, openStandardInput, surveyFile }] = await Promise.all([
      import('../http/api.ts'),
      import('../terminal/interrupt.ts'),
      import('../import/source.ts'),
    ]);
    const [file = ''] = given.operands;
    const survey = file === STANDARD_INPUT ? undefined : await surveyFile(file, dialect);
    const stopped = untilInterrupted(io, 'stopping once the pending requests are done');
    const api = new ApiClient({ url, token, stopped });
    try {
      await api.requireService();
      const places = { refused: textOf(given, 'refused'), unknown: textOf(given, 'unknown') };
      const order = { service: { url, subject: api.subject }, dialect, options: givenDialect(given), places };
      const source = await (survey === undefined ? openStandardInput(io, order) : openFile(file, survey, order));
      return await runImport(io, source, { api, batch, parallel, stopped });
    } finally {
      api.close();
    }
  },
});

async function runImport(
  io: CommandIo,
  source: ImportSource,
  given: Pick<ImportJob, 'api' | 'batch' | 'parallel' | 'stopped'>,
): Promise<ExitCode> {
  const [{ importEntries }, { showProgress }] = await Promise.all([
    import('../import/importer.ts'),
    import('../terminal/progress.ts'),
  ]);
  const { name, journal, total } = source;
  if (journal.state.next > 0) io.tell(`${name}: resuming after ${journal.state.next} of ${total ?? 0} records`);
  const progress = await showProgress(io, 'records', total, given.stopped);
  const problems: string[] = [];
  let end: string | undefined;
  try {
    const isComplete = await importEntries({
      ...given,
      ...source,
      onProgress: (done) => progress.show(done),
      onProblem: (sentence) => problems.push(sentence),
    });
    if (!isComplete) end = 'interrupted';
  } catch (error) {
    end = messageOf(error);
  } finally {
    progress.stop();
  }
  for (const line of summaryOf(source, problems, end)) io.tell(line);
  // Without it the same command would import everything again, so it stays until the outcome has been reported.
  await io.flushMessages();
  if (end === undefined) journal.remove();
  const { refused, unknown } = journal.state.counts;
  return end === undefined && refused + unknown === 0 ? 0 : 1;
}

/** @param end why the import ended early; undefined if it did not */
function summaryOf(source: ImportSource, problems: readonly string[], end: string | undefined): readonly string[] {
  const { name, journal, places, canGoOn, isUpdate } = source;
  const { done, refused, unknown } = journal.state.counts;
  const carriedOut = isUpdate ? 'updated' : 'created';
  const more = problems.length - MAX_SHOWN;
  const hint = canGoOn ? 'the same command resumes from here' : 'standard input cannot be read again';
  return [
    ...problems.slice(0, MAX_SHOWN),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(end === undefined ? [] : [`${end}: ${hint}`]),
    ...leftOutOf(source),
    `${name}: ${[
      `${done} ${carriedOut}`,
      refused === 0 ? '0 refused' : `${refused} refused (${places.refused})`,
      unknown === 0 ? '0 unknown' : `${unknown} unknown (${places.unknown}): check if they were ${carriedOut}`,
    ].join(', ')}`,
  ];
}

function leftOutOf({ name, leftOut, isUpdate }: ImportSource): readonly string[] {
  if (leftOut.size === 0) return [];
  const hint = leftOut.has('id') && !isUpdate ? '; to change the resources with these ids, use --update' : '';
  return [`${name}: left out ${[...leftOut].join(', ')}${hint}`];
}
