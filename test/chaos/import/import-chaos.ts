import { setTimeout as pause } from 'node:timers/promises';
import { startCli } from '../../support/cli-process.ts';
import { freePort } from '../../support/free-port.ts';
import { CrashingDatabase } from '../crashing-database.ts';
import { checkFoldedFeed } from '../feed/check-feed.ts';
import { count, Figures } from '../figures.ts';
import { keepKillingDatabase, keepKillingService, startDatabase } from '../kill-loops.ts';
import { firstFailure, newContext, newService, startAll, untilAllAnswer } from '../preparation.ts';
import { Random } from '../random.ts';
import { readStored } from '../stored.ts';
import { Total } from '../total.ts';
import { Uptime } from '../uptime.ts';
import { verifyCounts } from '../verify.ts';
import { ImportedFile } from './imported-file.ts';

export interface ImportChaosOptions {
  readonly rows: number;
  readonly seed: number;
}

export interface ImportChaosReport {
  readonly figures: Figures;
  readonly file: ImportedFile;
  /** The number of calls of the command. */
  readonly calls: number;
  /** Records that had been sent and not answered when a call ended. */
  readonly leftOpen: number;
  /** Requests that the service answered from its store. */
  readonly replayed: number;
  readonly seconds: number;
}

const PARALLEL = '16';
/** For how long service, database and command run before they are killed, the command from its start. */
const LONGEST_MILLIS = 20_000;
const MAX_CALLS = 1000;

/**
 * Imports a file by the command line while the service, its database and the command are killed, and calls the command again until the
 * import is complete. Verifies that every row was created once or refused once.
 * @throws Error when PostgreSQL or the service does not start
 */
export async function runImportChaos({ rows, seed }: ImportChaosOptions): Promise<ImportChaosReport> {
  const random = new Random(seed);
  const figures = new Figures();
  const file = ImportedFile.create(rows);
  const database = CrashingDatabase.create({ port: await freePort(), settings: [] });
  const [port, adminPort] = [String(await freePort()), String(await freePort())];
  const service = newService('1', { PORT: port, ADMIN_PORT: adminPort, DATABASE_URL: database.url }, figures);
  const replays = new Total(service.admin, 'http_answers_replayed_total');
  const stopping = new AbortController();
  const start = performance.now();
  try {
    const context = newContext([service], new Uptime(await startAll([service])), figures);
    await startDatabase(database, context.uptime, new Figures());
    const { signal } = stopping;
    const kills = [
      keepKillingService(service, random.fork(), figures, signal, LONGEST_MILLIS),
      keepKillingDatabase(database, context, random.fork(), signal, LONGEST_MILLIS),
      replays.watch(signal, 100),
    ];
    const url = `http://127.0.0.1:${port}`;
    let [calls, leftOpen] = [0, 0];
    for (let isComplete = false; !isComplete; leftOpen += file.openRecords) {
      calls += 1;
      if (calls > MAX_CALLS) throw new Error(`not complete after ${MAX_CALLS} calls`);
      isComplete = await Promise.race([callImport(file, url, random, figures), firstFailure(kills)]);
    }
    const seconds = (performance.now() - start) / 1000;
    stopping.abort();
    await Promise.all(kills);
    const stored = await readStored(database.url);
    for (const problem of [...file.problems(stored.persons.map(({ name }) => name)), ...verifyCounts(stored)])
      figures.addViolation('final state', problem);
    await untilAllAnswer([service]);
    for (const problem of await checkFoldedFeed({ context, random, url: database.url }, stored))
      figures.addViolation('the feed of changes', problem);
    return { figures, file, calls, leftOpen, replayed: replays.value, seconds };
  } finally {
    stopping.abort();
    await service.kill('SIGTERM');
    await database.remove();
    file.remove();
  }
}

/**
 * Calls the command, and kills it unless it ends before.
 * @returns whether it has said that the import is complete
 */
async function callImport(file: ImportedFile, url: string, random: Random, figures: Figures): Promise<boolean> {
  const call = startCli(['import', file.name, '--parallel', PARALLEL, '--url', url], { folder: file.folder });
  const killed = new AbortController();
  const kill = pause(random.between(500, LONGEST_MILLIS), undefined, { signal: killed.signal }).then(
    () => call.process.kill('SIGKILL'),
    () => false,
  );
  const { code, stderr } = await call.ended;
  killed.abort();
  if (COMPLETE.test(stderr) && !GOES_ON.test(stderr)) return true;
  if (await kill) count(figures.kills, 'import');
  else if (GOES_ON.test(stderr)) count(figures.restarts, 'import that ended by itself');
  else throw new Error(`the import ended with ${code}: ${stderr}`);
  return false;
}

const COMPLETE = /^persons\.csv: \d+ created/m;
/** Messages of the command while the service is away, at its start or later. */
const GOES_ON = /the same command resumes from here|cannot be reached|no response came|is not available/;
