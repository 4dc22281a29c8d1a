// The service under test on each storage: filled with a few rows, with a way to dump all stored data and its metrics.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Resource } from '#adapters/http/api/resource-description';
import { anyResource, resources } from '#test/support/model';
import type { Database } from '#adapters/persistence/storage/database';
import type { LinkTable } from '#adapters/persistence/tables/link-tables';
import { perType, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { ApiClient } from '../support/api-client.ts';
import { openServer } from '../support/open-server.ts';
import { testServer } from '../support/postgres-server.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { CURSOR_KEY } from './cursors.ts';
import { markIn } from './entity-tags.ts';
import { SECRET } from './oracle.ts';
import { createRows, holdingOf } from './rows.ts';

/** The stored data. */
export type Dump = Readonly<Record<ResourceType, readonly Row[]>>;

export interface Row {
  readonly id: string;
  /** The related identifiers by relationship, for those relationships whose links the type holds (see `holdingOf`). */
  readonly targets: Readonly<Record<string, string | null | readonly string[]>>;
}

/** The service under test. */
export interface Subject {
  readonly service: TestService;
  dump(): Promise<Dump>;
  /** The prefix of all its entity tags. */
  mark(): Promise<string>;
  /** Stops the service and discards its data. */
  stop(): Promise<void>;
}

export type StorageName = 'memory' | 'server' | 'embedded';

/** Starts a service with a few rows, whose identifiers count from 1. */
export const openSubject: Readonly<Record<StorageName, () => Promise<Subject>>> = {
  async memory() {
    return fill(await start({ DATABASE_URL: 'memory:' }));
  },
  async embedded() {
    const folder = mkdtempSync(join(tmpdir(), 'test-fuzz-'));
    const subject = await fill(await start({ DATA_DIR: folder }));
    return {
      ...subject,
      async stop() {
        await subject.stop();
        rmSync(folder, { recursive: true });
      },
    };
  },
  async server() {
    const url = await (await testServer()).createDatabase();
    const subject = await fill(await start({ DATABASE_URL: url }));
    const database = openServer(url, { poolSize: 2 });
    await hideSecret(database);
    return {
      ...subject,
      dump: () => dumpTables(database),
      async stop() {
        await subject.stop();
        await database.close();
      },
    };
  },
};

/** Writes the secret into every text column that is not an attribute's. */
async function hideSecret({ kysely, tables }: Database): Promise<void> {
  for (const { name, columns } of Object.values(tables)) {
    const { rows } = await sql<{ readonly column: string }>`select attname as column from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
        and atttypid in ('text'::regtype, 'varchar'::regtype)`.execute(kysely);
    for (const { column } of rows.filter((each) => !Object.values(columns).includes(each.column)))
      await sql`update ${sql.table(name)} set ${sql.id(column)} = ${SECRET}`.execute(kysely);
  }
}

/** Database errors caused by input, from the service's metrics. */
export async function countInputErrors({ service }: Subject): Promise<number> {
  return databaseErrorsIn(await metricsOf(service))['input'] ?? 0;
}

/** The number of open streams of changes. */
export async function countSubscribers({ service }: Subject): Promise<number> {
  return Number(/^change_subscribers (\d+)$/m.exec(await metricsOf(service))?.[1]);
}

export async function metricsOf({ adminUrl }: TestService): Promise<string> {
  return (await fetch(`${adminUrl ?? ''}/metrics`)).text();
}

/** The database errors by SQLSTATE class; `input` counts those caused by input. */
export function databaseErrorsIn(metrics: string): Readonly<Record<string, number>> {
  const counts = metrics.matchAll(/^db_(input_)?errors_total(?:\{class="(\w+)"\})? (\d+)$/gm);
  return Object.fromEntries(
    [...counts].map(([, input, sqlClass = 'input', count]) => [
      input === undefined ? sqlClass : 'input',
      Number(count),
    ]),
  );
}

/** More streams than the clients open, each short enough to wait for its end. */
export const MANY_STREAMS = { MAX_SUBSCRIBERS: '1000', CHANGES_STREAM_SECONDS: '1' } as const;

function start(environment: Readonly<Record<string, string>>): Promise<TestService> {
  return startTestService({ ADMIN_PORT: '0', KEEP_ALIVE_MS: '60000', CURSOR_KEY, ...MANY_STREAMS, ...environment });
}

async function fill(service: TestService): Promise<Subject> {
  const client = new ApiClient(service.url);
  await createRows(async (method, path, data) => {
    const { status } = method === 'POST' ? await client.post(path, { data }) : await client.patch(path, { data });
    expect(status).to.equal(method === 'POST' ? 201 : 200);
  });
  const mark = async (): Promise<string> => markIn((await client.get(`${anyResource.path}/1`)).headers.etag ?? '');
  return { service, dump: () => dumpApi(client), mark, stop: () => service.stop() };
}

/** Everything visible through the API. */
async function dumpApi(client: ApiClient): Promise<Dump> {
  const dump = new Map<ResourceType, readonly Row[]>();
  for (const resource of Object.values<Resource>(resources)) {
    const holding = holdingOf(resource);
    const include = holding.length === 0 ? '' : `&include=${holding.map(([name]) => name).join(',')}`;
    const { document } = await client.get(`${resource.path}?page[size]=0${include}`);
    const rows = document.data.map(({ id, attributes, relationships }: ApiRow) => ({
      id,
      ...attributes,
      targets: Object.fromEntries(holding.map(([name, { stored }]) => [stored, idsIn(relationships[name]?.data)])),
    }));
    dump.set(resource.type, rows);
  }
  return perType((type) => dump.get(type) ?? []);
}

type Linkage = Identified | readonly Identified[] | null;

interface Identified {
  readonly id: string;
}

interface ApiRow extends Identified {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { readonly data?: Linkage }>>;
}

function idsIn(linkage: Linkage = null): string | null | readonly string[] {
  if (linkage === null) return null;
  return 'id' in linkage ? linkage.id : linkage.map(({ id }) => id);
}

/** Everything in the tables, including columns that the API does not expose. */
async function dumpTables({ kysely, tables }: Database): Promise<Dump> {
  const dump = new Map<string, readonly Row[]>();
  for (const type of resourceTypes) {
    const { name, foreignKeys, links } = tables[type];
    const { rows } = await sql<StoredRow>`select * from ${sql.table(name)} order by id`.execute(kysely);
    const linked = await Promise.all(
      Object.entries(links)
        .filter(([stored]) => relationshipOf(type, stored).end === 'from')
        .map(async ([stored, table]) => [stored, await dumpLinks(kysely, table)] as const),
    );
    const targetsOf = (row: StoredRow): Row['targets'] =>
      Object.fromEntries([
        ...Object.entries(foreignKeys).map(([stored, column]) => [stored, row[column] ?? null] as const),
        ...linked.map(([stored, byId]) => [stored, byId.get(row.id) ?? []] as const),
      ]);
    dump.set(
      type,
      rows.map((row) => ({ ...row, targets: targetsOf(row) })),
    );
  }
  return perType((type) => dump.get(type) ?? []);
}

/** The driver returns identifiers as text. */
type StoredRow = Readonly<Record<string, string | null>> & { readonly id: string };

/** The linked identifiers, by the identifier of the resource that holds the links. */
async function dumpLinks(
  kysely: Database['kysely'],
  { name, own, other }: LinkTable,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<Readonly<Record<'id' | 'to', string>>>`
    select ${sql.ref(own)} as id, ${sql.ref(other)} as "to" from ${sql.table(name)} order by 1, 2`.execute(kysely);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, each]) => [id, each.map(({ to }) => to)]));
}
