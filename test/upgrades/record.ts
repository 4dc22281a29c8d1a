// npm run upgrades: records the database of an earlier version for the upgrade tests.
//   git worktree add ../before b6643d57 && npm ci --prefix ../before
//   npm run upgrades -- ../before release-0.2.0             # dumps a PostgreSQL database, with the system's pg_dump
//   npm run upgrades -- ../before before-changes --embedded # packs the folder of an embedded database
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Client } from 'pg';
import { MEDIA_TYPE } from '../support/media-types.ts';
import { systemBinaries } from '../support/postgres-binaries.ts';
import { stopTestServers, testServer } from '../support/postgres-server.ts';
import { startProcess } from '../support/service-process.ts';
import { FILES, folderOf, POLICY, ROLE, type Answers } from './recording.ts';
import { lastWrite, readPaths, writes, type RecordedRequest } from './requests.ts';

const { positionals, values } = parseArgs({
  options: { embedded: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [given = '', name = ''] = positionals;
const version = resolve(given);
if (name === '' || !existsSync(join(version, 'src/start.js')))
  throw new Error('give the folder of the earlier version, with its packages installed, and a name for the recording');
const folder = folderOf(name);
const working = mkdtempSync(join(tmpdir(), 'upgrades-'));
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await (values.embedded ? recordFolder(join(working, 'data')) : recordServer());
} finally {
  await stopTestServers();
  rmSync(working, { recursive: true });
}

/** Queries the recorded database. */
type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

async function recordServer(): Promise<void> {
  const url = await (await testServer('system')).createEmptyDatabase();
  const answers = await recordAnswers({ DATABASE_URL: url });
  const client = new Client({ connectionString: url });
  await client.connect();
  writeAnswers(answers, await settle(async (sql) => (await client.query(sql)).rows));
  await client.end();
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', '--dbname', url];
  const dump = execFileSync(join(systemBinaries() ?? '', 'pg_dump'), options, { encoding: 'utf8' });
  // Without comments, session settings and psql commands.
  const lines = dump.split('\n').filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\)/.test(line));
  writeFileSync(
    join(folder, FILES.dump),
    `${lines
      .join('\n')
      .trim()
      .replaceAll(/\n{3,}/g, '\n\n')}\n`,
  );
}

async function recordFolder(data: string): Promise<void> {
  const answers = await recordAnswers({ DATA_DIR: data });
  const database = await PGlite.create(data, { extensions: { pg_trgm } });
  writeAnswers(answers, await settle(async (sql) => (await database.query<Record<string, unknown>>(sql)).rows));
  await database.close();
  execFileSync('tar', ['--use-compress-program', 'gzip -9n', '-cf', join(folder, FILES.data), '-C', data, '.']);
}

/** Keeps the stored responses to keyed requests from expiring. @returns the migrations that have run */
async function settle(query: Query): Promise<readonly string[]> {
  const [found] = await query(`select to_regclass('answer')::text as answer`);
  if (found?.['answer'] !== null) await query(`update answer set expires_at = '2100-01-01'`);
  const rows = await query('select name from mikro_orm_migrations order by id');
  return rows.map((row) => String(row['name']));
}

function writeAnswers(answers: Omit<Answers, 'migrations'>, migrations: readonly string[]): void {
  writeFileSync(join(folder, FILES.answers), `${JSON.stringify({ ...answers, migrations }, null, 2)}\n`);
}

/** Starts the earlier version on an empty database, sends the requests, and returns its responses. */
async function recordAnswers(database: Readonly<Record<string, string>>): Promise<Omit<Answers, 'migrations'>> {
  const apiKey = existsSync(join(version, 'src/cli/commands/keys.ts')) ? makeKey() : undefined;
  const access = apiKey === undefined ? {} : { POLICY_FILE: POLICY, KEYS_FILE: join(folder, FILES.keys) };
  const service = startProcess({ ...database, ...access }, [], join(version, 'src/start.js'));
  const ask = requester(await service.listening, apiKey);
  const keyed: Answers['keyed'][number][] = [];
  for (const write of writes) {
    const { status, document } = await ask(write);
    if (write.key !== undefined && apiKey !== undefined) keyed.push({ ...write, status, document });
  }
  const { tag: outdatedTag } = await ask({ method: 'GET', path: '/persons/1' });
  await ask(lastWrite);
  const reads: Answers['reads'][number][] = [];
  for (const path of readPaths) {
    const { document, tag } = await ask({ method: 'GET', path });
    reads.push({ path, ...(tag !== undefined && { tag }), document });
  }
  const position = existsSync(join(version, 'src/adapters/http/handlers/changes.ts'))
    ? (await ask({ method: 'GET', path: '/changes?page%5Bafter%5D=now' })).document.meta?.position
    : undefined;
  service.process.kill('SIGTERM');
  await service.ended;
  return {
    version: execFileSync('git', ['log', '-1', '--format=%h %cs %s'], { cwd: version, encoding: 'utf8' }).trim(),
    ...(apiKey !== undefined && { apiKey }),
    reads,
    keyed,
    ...(outdatedTag !== undefined && { outdatedTag }),
    ...(position !== undefined && { position }),
  };
}

function makeKey(): string {
  const options = ['--name', 'upgrades', '--role', ROLE, '--file', join(folder, FILES.keys)];
  const command = [join(version, 'src/cli/start.js'), 'keys', 'new', ...options];
  return execFileSync(process.execPath, command, { encoding: 'utf8' }).trim();
}

interface Received {
  readonly status: number;
  readonly tag: string | undefined;
  readonly document: { readonly meta?: { readonly position?: string } };
}

function requester(url: string, apiKey: string | undefined) {
  return async ({ method, path, body, key }: Omit<RecordedRequest, 'method'> & { readonly method: string }) => {
    const headers = {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'Content-Type': MEDIA_TYPE }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const document = JSON.parse(text) as Received['document'];
    const received: Received = { status: response.status, tag: response.headers.get('ETag') ?? undefined, document };
    return received;
  };
}
