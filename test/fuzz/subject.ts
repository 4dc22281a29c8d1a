// The service under test on each storage: filled with a few rows, with a way to dump all stored data and its metrics.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { writableAttributesOf, type Resource } from '../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';
import { openServer } from '../support/open-server.ts';
import { perType, type ResourceType } from '../../src/application/model/schema.ts';
import { ApiClient } from '../support/api-client.ts';
import { testServer } from '../support/postgres-server.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { CURSOR_KEY } from './cursors.ts';
import { markIn } from './entity-tags.ts';
import { SECRET } from './oracle.ts';

/** All stored data. */
export type Dump = Readonly<Record<ResourceType, readonly Row[]>>;

export interface Row {
  readonly id: string;
  /** Types with an owner only. */
  readonly owner_id?: string | null;
}

/** The service under test. */
export interface Subject {
  readonly service: TestService;
  dump(): Promise<Dump>;
  /** What all its entity tags begin with. */
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
    await sql`update person set password = ${SECRET}`.execute(database.kysely);
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

/** Database errors caused by input, from the service's metrics. */
export async function countInputErrors({ service }: Subject): Promise<number> {
  return databaseErrorsIn(await metricsOf(service))['input'] ?? 0;
}

export async function metricsOf({ adminUrl }: TestService): Promise<string> {
  return (await fetch(`${adminUrl ?? ''}/metrics`)).text();
}

/** All database errors by SQLSTATE class; `input` counts those caused by input. */
export function databaseErrorsIn(metrics: string): Readonly<Record<string, number>> {
  const counts = metrics.matchAll(/^db_(input_)?errors_total(?:\{class="(\w+)"\})? (\d+)$/gm);
  return Object.fromEntries(
    [...counts].map(([, input, sqlClass = 'input', count]) => [
      input === undefined ? sqlClass : 'input',
      Number(count),
    ]),
  );
}

const PERSONS = 8;
/** The number of resources of each type with an owner. */
const ITEMS = 14;

function start(environment: Readonly<Record<string, string>>): Promise<TestService> {
  return startTestService({ ADMIN_PORT: '0', KEEP_ALIVE_MS: '60000', CURSOR_KEY, ...environment });
}

async function fill(service: TestService): Promise<Subject> {
  const client = new ApiClient(service.url);
  const names = ['Ada', '100%', 'under_score', 'back\\slash', 'İß', 'a'.repeat(255), '😀', ' x '];
  for (const name of names.slice(0, PERSONS)) {
    const attributes = { name, email: 'a@example.org', birth_date: '1999-12-31' };
    await create(client, '/persons', { type: 'person', attributes });
  }
  for (const resource of Object.values(resources).filter(({ type }) => type !== 'person'))
    for (let id = 1; id <= ITEMS; id += 1) await create(client, resource.path, itemOf(resource, id));
  const mark = async (): Promise<string> => markIn((await client.get('/persons/1')).headers.etag ?? '');
  return { service, dump: () => dumpApi(client), mark, stop: () => service.stop() };
}

async function create(client: ApiClient, path: string, data: unknown): Promise<void> {
  expect((await client.post(path, { data })).status).to.equal(201);
}

/** A resource of a type with an owner; its attributes are all texts. */
function itemOf(resource: Resource, id: number): unknown {
  const { type } = resource;
  const attributes = Object.fromEntries(
    Object.keys(writableAttributesOf(resource)).map((name) => [name, `%_\\ ${id}`]),
  );
  const owner = { data: id % 3 === 0 ? null : { type: 'person', id: String((id % PERSONS) + 1) } };
  return { type, attributes, relationships: { owner } };
}

/** Everything visible through the API; `display_name` has both name and e-mail. */
async function dumpApi(client: ApiClient): Promise<Dump> {
  const dump = new Map<ResourceType, readonly Row[]>();
  for (const { type, path } of Object.values(resources)) {
    const { document } = await client.get(`${path}?page[size]=0${type === 'person' ? '' : '&include=owner'}`);
    const rows = document.data.map(({ id, attributes, relationships }: ApiRow) => ({
      id,
      ...attributes,
      ...(type === 'person' ? {} : { owner_id: relationships['owner']?.data?.id ?? null }),
    }));
    dump.set(type, rows);
  }
  return perType((type) => dump.get(type) ?? []);
}

interface ApiRow {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { readonly data?: { readonly id: string } | null }>>;
}

/** Everything in the tables, including columns that the API does not expose. */
async function dumpTables({ kysely, tables }: Database): Promise<Dump> {
  const dump = new Map<string, readonly Row[]>();
  for (const [type, { name }] of Object.entries(tables)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} order by id`.execute(kysely);
    dump.set(type, rows);
  }
  return perType((type) => dump.get(type) ?? []);
}
