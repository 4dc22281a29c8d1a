import { createWriteStream, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { served } from '#composition/product/served';
import type { CommandIo } from '../terminal/command-io.ts';
import { enterUserFolder, unwritable } from '../terminal/files.ts';
import { choiceOf, defineCommand, isOn, textOf, UsageError, type CommandArguments, type Option } from './command.ts';
import { readService, urlOption } from './settings.ts';
import { anyPlural, anySort } from './wording.ts';

const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
const FORMATS = ['csv', 'ndjson'] as const satisfies readonly (keyof typeof mediaTypes)[];
const STANDARD_OUTPUT = '-';

const options = {
  type: { value: 'TYPE', meaning: `the type to export, such as ${anyPlural}` },
  format: { value: 'FORMAT', meaning: 'csv or ndjson (default: the extension of FILE)' },
  filter: { value: 'JSON', meaning: 'only resources that match this filter; see docs/query.md' },
  sort: { value: 'FIELDS', meaning: `such as ${anySort}` },
  fields: { value: 'FIELDS', meaning: 'only these fields' },
  force: { meaning: 'overwrite FILE if it exists' },
  url: urlOption,
} satisfies Readonly<Record<string, Option>>;

type Given = CommandArguments<keyof typeof options>;

export const exportFile = defineCommand({
  name: 'export',
  summary: 'Write resources to a CSV or NDJSON file',
  operands: [{ name: 'FILE', required: true }],
  options,
  notes: [
    'If FILE is -, it writes to standard output. A file gets its name only once it is complete. On a terminal, you are asked before a file is overwritten; elsewhere, overwriting requires --force.',
    'This is not a backup: write-only fields are missing.',
  ],
  run: async (given, io) => {
    const [file = ''] = given.operands;
    const request = await requestOf(given, file);
    const { path, format } = request;
    const { url, token } = await readService(given, io.process.env);
    enterUserFolder(io.process.env);
    if (!isOn(given, 'force')) await requireOverwritable(io, file);
    const [{ ApiClient }, { untilInterrupted }] = await Promise.all([
      import('../http/api.ts'),
      import('../terminal/interrupt.ts'),
    ]);
    const stopped = untilInterrupted(io, 'stopping');
    const api = new ApiClient({ url, token, stopped });
    try {
      const answer = await api.get(path, '*/*');
      // A proxy may respond with its own page.
      if (answer.headers.get('Content-Type')?.split(';')[0] !== mediaTypes[format])
        throw new Error(`${url} did not return an export; is it the URL of the service?`);
      await receive(io, answer, { ...request, file, stopped });
      return 0;
    } finally {
      api.close();
    }
  },
});

interface ExportRequest {
  /** With the query string. */
  readonly path: string;
  readonly format: keyof typeof mediaTypes;
  /** The name of its resources, singular and plural. */
  readonly names: readonly [string, string];
}

/** @throws Error when there is a file that must stay */
async function requireOverwritable(io: CommandIo, file: string): Promise<void> {
  if (file === STANDARD_OUTPUT || !existsSync(file) || !statSync(file).isFile()) return;
  const path = resolve(file);
  // The question goes to standard error.
  const { stdin, stderr } = io.process;
  if (!stdin.isTTY || !stderr.isTTY) throw new Error(`${path} already exists; overwrite it with --force`);
  const { confirm } = await import('../terminal/confirm.ts');
  if (!(await confirm(io, `${path} already exists. Overwrite it?`))) throw new Error('nothing was written');
}

async function requestOf(given: Given, file: string): Promise<ExportRequest> {
  const all = Object.values(served.resources);
  const plural = choiceOf(
    given,
    'type',
    all.map((each) => each.plural),
  );
  const resource = all.find((each) => each.plural === plural);
  if (resource === undefined) throw new UsageError('--type is missing');
  const format = choiceOf(given, 'format', FORMATS) ?? FORMATS.find((each) => extname(file) === `.${each}`);
  if (format === undefined)
    throw new UsageError('--format is missing, and the file name does not end in .csv or .ndjson');
  const query = (['filter', 'sort', 'fields'] as const).flatMap((option) => {
    const text = textOf(given, option);
    const parameter = option === 'fields' ? `fields[${resource.type}]` : option;
    return text === undefined ? [] : [`${encodeURIComponent(parameter)}=${encodeURIComponent(text)}`];
  });
  const path = `/export/${resource.plural}.${format}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return { path, format, names: [resource.type, resource.plural] };
}

async function receive(
  io: CommandIo,
  response: Response,
  { file, format, names, stopped }: ExportRequest & { readonly file: string; readonly stopped: AbortSignal },
): Promise<void> {
  const [{ showProgress }, { rowCounter }] = await Promise.all([
    import('../terminal/progress.ts'),
    import('./row-counter.ts'),
  ]);
  const answer = bodyOf(response);
  const progress = await showProgress(io, names[1], undefined, stopped);
  const count = rowCounter(format);
  let rows = 0;
  answer.on('data', (chunk: Buffer) => progress.show((rows = count(chunk))));
  try {
    if (file === STANDARD_OUTPUT) await printAll(io, answer, stopped);
    else await writeWhole(answer, file, stopped);
  } finally {
    progress.stop();
  }
  if (file !== STANDARD_OUTPUT)
    io.tell(`wrote ${rows.toLocaleString('en')} ${rows === 1 ? names[0] : names[1]} to ${resolve(file)}`);
}

/** The body of a response, as it arrives. */
function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body);
}

/**
 * Prints a response.
 * @throws ClosedOutputError if its reader has gone; Error if the response breaks off
 */
async function printAll(io: CommandIo, answer: Readable, stopped: AbortSignal): Promise<void> {
  stopped.addEventListener('abort', () => answer.destroy(new Error('interrupted')));
  await cutAsFailure(async () => {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) await io.print(chunk);
  });
}

/**
 * Writes a response to a file, which gets its name once the response is complete.
 * @throws Error if it breaks off; then nothing is left, and an older file stays
 */
async function writeWhole(answer: Readable, file: string, stopped: AbortSignal): Promise<void> {
  // If the file is a link, the link stays and its target is written.
  const target = existsSync(file) ? realpathSync(file) : file;
  // A device or a pipe cannot be replaced.
  const isReplaced = !existsSync(target) || statSync(target).isFile();
  const written = isReplaced ? `${target}.part-${process.pid}` : target;
  try {
    await cutAsFailure(() => pipeline(answer, createWriteStream(written), { signal: stopped }));
    if (isReplaced) renameSync(written, target);
  } catch (error) {
    if (isReplaced) rmSync(written, { force: true });
    throw stopped.aborted ? new Error('interrupted', { cause: error }) : unwritable(error, file);
  }
}

/** The service cuts the connection if it fails after the first byte. */
async function cutAsFailure(receive: () => Promise<void>): Promise<void> {
  try {
    await receive();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ECONNRESET' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    throw new Error('the connection was cut before the end of the export', { cause: error });
  }
}
