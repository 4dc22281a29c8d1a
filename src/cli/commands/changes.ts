import { JsonApiError, MEDIA_TYPE } from '#client';
import { suggestion } from '#adapters/http/api/error-wording';
import type { ApiClient } from '../http/api.ts';
import type { CommandIo } from '../terminal/command-io.ts';
import {
  defineCommand,
  isOn,
  textOf,
  UsageError,
  type CommandArguments,
  type ExitCode,
  type Option,
} from './command.ts';
import { readEnvironment, readService, urlOption } from './settings.ts';

const options = {
  after: {
    value: 'POSITION',
    meaning: 'print only changes after it (default: from the oldest); now: only new ones',
  },
  follow: { meaning: 'keep printing new changes as they happen, until Ctrl-C' },
  url: urlOption,
} satisfies Readonly<Record<string, Option>>;

type Given = CommandArguments<keyof typeof options>;

const ACTIONS = ['off', 'on', 'restart', 'purge'] as const;
type Action = (typeof ACTIONS)[number];

export const changes = defineCommand({
  name: 'changes',
  summary: 'Print the changes feed as NDJSON, or turn it off or on, restart or purge it',
  operands: [{ name: 'ACTION', required: false }],
  options,
  notes: [
    'Without ACTION, it reads changes from the service and prints one per line. Each has its position in meta.page.cursor. The last line on standard error is the position to continue from, even if there were no changes.',
    '--follow reconnects automatically if the connection breaks or the service is unavailable. Ctrl-C ends it with exit code 0.',
    'off stops storing changes. on stores them again. restart makes all positions expire: run it after rows were written without the service. purge removes changes older than CHANGES_TTL_SECONDS now.',
    'ACTION connects to the database: on a server to MIGRATE_DATABASE_URL, or to DATABASE_URL if that is unset. It takes effect in running services within 5 s. With the embedded database, stop the service first.',
  ],
  run: async (given, io) => {
    const [word] = given.operands;
    if (word === undefined) return printFeed(given, io);
    const action = ACTIONS.find((each) => each === word);
    if (action === undefined) throw new UsageError(`unknown action "${word}"${suggestion(word, ACTIONS)}`);
    return perform(action, given, io);
  },
});

async function perform(action: Action, given: Given, io: CommandIo): Promise<ExitCode> {
  for (const option of ['after', 'url', 'follow'] as const)
    if (textOf(given, option) !== undefined || isOn(given, option))
      throw new UsageError(`--${option} cannot be used with ${action}`);
  const config = await readEnvironment(io.process.env);
  const { feedActions } = await import('#composition/maintenance/manage-feed');
  const tell = (text: string): void => io.tell(text);
  tell(await feedActions[action](config, tell));
  return 0;
}

async function printFeed(given: Given, io: CommandIo): Promise<ExitCode> {
  const { url, token } = await readService(given, io.process.env);
  const [{ ApiClient }, { untilInterrupted }] = await Promise.all([
    import('../http/api.ts'),
    import('../terminal/interrupt.ts'),
  ]);
  const stopped = untilInterrupted(io, 'stopping');
  const api = new ApiClient({ url, token, stopped });
  const after = textOf(given, 'after') ?? '';
  let position: string | undefined;
  try {
    for await (const printed of isOn(given, 'follow') ? followed(api, after, io) : pagesOf(api, after)) {
      for (const change of printed.data) await io.print(`${JSON.stringify(change)}\n`);
      ({ position } = printed.meta);
    }
    return 0;
  } catch (error) {
    if (isOn(given, 'follow') && stopped.aborted) return 0;
    throw error;
  } finally {
    // Changes printed before a failure need not be read again.
    if (position !== undefined) io.tell(`position: ${position}`);
    api.close();
  }
}

/** Changes to print, and the position after them. */
interface Printed {
  readonly data: readonly unknown[];
  readonly meta: { readonly position: string };
}

async function* followed(api: ApiClient, after: string, io: CommandIo): AsyncGenerator<Printed, void, undefined> {
  let isConnected = true;
  const onInterrupted = (reason: string): void => {
    if (isConnected) io.tell(`the connection was lost, trying again (${reason})`);
    isConnected = false;
  };
  for await (const { change, position } of api.follow(after, onInterrupted)) {
    isConnected = true;
    // While a `refetch` is delayed, the change's own cursor is already past it.
    const placed = change && { ...change, meta: { ...change.meta, page: { cursor: position } } };
    yield { data: placed === undefined ? [] : [placed], meta: { position } };
  }
}

/** The document of a page. */
interface Page extends Printed {
  readonly links: { readonly next: string | null };
}

/** The largest page, unless the configuration of the service allows less. */
const LARGEST_PAGE = 1000;

/** @throws Error with the reasons if a page cannot be read */
async function* pagesOf(api: ApiClient, after: string): AsyncGenerator<Page> {
  let [position, size, isEnd] = [after, LARGEST_PAGE, false];
  while (!isEnd) {
    const path = `/changes?page%5Bafter%5D=${encodeURIComponent(position)}&page%5Bsize%5D=${size}`;
    const answer = await api.get(path, MEDIA_TYPE).catch((error: unknown) => {
      const most = mostIn(error);
      if (most === undefined || most >= size) throw error;
      size = most;
    });
    if (answer === undefined) continue;
    const page: unknown = await answer.json().catch(() => undefined);
    // A proxy may respond with its own page.
    if (!isPage(page)) throw new Error(`${api.url} did not return the changes feed; is it the URL of the service?`);
    yield page;
    position = page.meta.position;
    isEnd = page.links.next === null;
  }
}

/** The largest page that the service allows, taken from its refusal of a larger one. */
function mostIn(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const errors: readonly Refusal[] = cause instanceof JsonApiError ? cause.errors : [];
  const most = errors.find(({ source }) => source?.['parameter'] === 'page[size]')?.meta?.['max'];
  return typeof most === 'number' ? most : undefined;
}

interface Refusal {
  readonly source?: Readonly<Record<string, string>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

function isPage(answer: unknown): answer is Page {
  const { data, links, meta } = (answer ?? {}) as Partial<Page>;
  return Array.isArray(data) && links?.next !== undefined && typeof meta?.position === 'string';
}
