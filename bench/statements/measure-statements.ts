// The database's work for each kind of request: the indexes, the pages and the time, as it ran.
import { resolve } from 'node:path';
import { Cleanup } from '../cleanup.ts';
import { startLoaded, startOther, type LoadedService } from '../loaded-service.ts';
import type { Options } from '../options.ts';
import { startPostgres, type BenchServer } from '../postgres.ts';
import type { Report } from '../report.ts';
import { tableOf } from '../table.ts';
import { ask, type Asking } from './ask.ts';
import { EXPLAINING, type Explained } from './explained.ts';
import { requestsFor } from './requests.ts';

/** The last one is reported: by then plans are made and pages are in memory. */
const TURNS = 3;

interface Row extends Asking {
  readonly title: string;
}

export async function measureStatements({ scale }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  try {
    const server = cleanup.add(await startPostgres());
    const loaded = cleanup.add(await startLoaded(server, scale));
    await explain(loaded);
    const service = cleanup.add(await startOther(resolve(import.meta.dirname, '../..'), loaded.databaseUrl));
    const rows = await askAll(service.url, server, loaded);
    const { rows: versions } = await loaded.pool.query<{ server_version: string }>({ text: 'show server_version' });
    return {
      title: 'Statements',
      load: `${loaded.size.persons} persons, ${loaded.size.computers} computers; the last of ${TURNS} turns`,
      database: versions[0]?.server_version ?? 'unknown',
      rows,
      table: statementsTable(rows),
      missed: rows.filter(({ status }) => status >= 400).map(({ title, status }) => `${title}: ${status}`),
    };
  } finally {
    await cleanup.run();
  }
}

/** Every session that begins from now on. */
async function explain({ pool, databaseUrl }: LoadedService): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(EXPLAINING))
    await pool.query({ text: `alter database ${name} set ${setting} = '${value}'` });
}

async function askAll(url: string, { log }: BenchServer, { size }: LoadedService): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [at, { title, request }] of requestsFor(size, 0).entries()) {
    let last = await ask(url, log, request);
    for (let turn = 1; turn < TURNS; turn += 1) {
      const next = requestsFor(size, turn)[at]?.request ?? request;
      last = await ask(url, log, next);
    }
    console.error(`${title}: ${last.status}, ${last.millis.toFixed(1)} ms`);
    rows.push({ title, ...last });
  }
  return rows;
}

export function statementsTable(rows: readonly Row[]): string {
  return tableOf(
    ['request', 'statements', 'database, ms', 'pages', 'spilled', 'indexes', 'read as a whole'],
    rows.map(({ title, statements }) => [
      `\`${title}\``,
      String(statements.length),
      sum(statements, ({ millis }) => millis).toFixed(2),
      String(sum(statements, ({ buffers }) => buffers)),
      String(sum(statements, ({ spilled }) => spilled)),
      names(statements, ({ indexes }) => indexes),
      names(statements, ({ scanned }) => scanned),
    ]),
  );
}

function sum(statements: readonly Explained[], value: (statement: Explained) => number): number {
  return statements.reduce((total, each) => total + value(each), 0);
}

function names(statements: readonly Explained[], of: (statement: Explained) => readonly string[]): string {
  return [...new Set(statements.flatMap(of))].join(', ');
}
