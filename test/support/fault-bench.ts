// A service that reaches its database through a gate, and the guarantees that hold under every fault of the gate.
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { ApiClient, type ApiResponse } from './api-client.ts';
import { eventually } from './eventually.ts';
import { openPatiently } from './open-server.ts';
import { testServer } from './postgres-server.ts';
import { TcpGate } from './tcp-gate.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The delay that a busy machine may add to any duration. A wait that an answer must not include has to be longer. */
export const SLACK_MILLIS = 30_000;
export const POOL_WAIT_MILLIS = 2000;
export const STATEMENT_MILLIS = 2000;
/** The time after which a silent connection is dropped. */
export const SILENCE_MILLIS = STATEMENT_MILLIS + 2000;

/** Timeouts as short as a busy machine allows, and few connections. */
export const shortTimes = {
  POOL_WAIT_MS: String(POOL_WAIT_MILLIS),
  STATEMENT_TIMEOUT_MS: String(STATEMENT_MILLIS),
  // As few as leave one to share.
  POOL_SIZE: '4',
  ADMIN_PORT: '0',
  // The gate matches the text of statements, so each must carry it.
  DB_PREPARED: 'off',
};

export interface FaultBench {
  readonly gate: TcpGate;
  readonly service: TestService;
  readonly client: ApiClient;
  /** Bypasses the gate. */
  readonly administrator: Database;
  close(): Promise<void>;
}

/**
 * Starts a service through a gate.
 * @param environment in addition to `shortTimes`
 * @param databaseUrl by default a new database on the shared server
 */
export async function openBench(
  environment: Readonly<Record<string, string>> = {},
  databaseUrl?: string,
): Promise<FaultBench> {
  const url = databaseUrl ?? (await (await testServer()).createDatabase());
  const gate = await TcpGate.open(url);
  const administrator = openPatiently(url);
  const service = await startTestService({ ...shortTimes, DATABASE_URL: gate.url, ...environment });
  // A database that a test provides may be down.
  if (databaseUrl === undefined) await eventually('the service is ready', () => isReady(service));
  return {
    gate,
    service,
    client: new ApiClient(service.url),
    administrator,
    async close() {
      await gate.close();
      await service.stop();
      await administrator.close();
    },
  };
}

/** Empties the tables of a bench that several tests share. */
export async function emptyTables({ administrator }: Pick<FaultBench, 'administrator'>): Promise<void> {
  await sql`truncate person, computer restart identity cascade`.execute(administrator.kysely);
}

async function isReady({ adminUrl }: TestService): Promise<boolean> {
  return (await fetch(`${String(adminUrl)}/ready`)).status === 200;
}

export function addPerson(client: ApiClient, name: string): Promise<ApiResponse> {
  return client.post('/persons', { data: { type: 'person', attributes: { name } } });
}

/** Creates a person who takes over a computer, in a transaction of several statements. */
export function addOwner(client: ApiClient, name: string): Promise<ApiResponse> {
  const relationships = { computers: { data: [{ type: 'computer', id: '1' }] } };
  return client.post('/persons', { data: { type: 'person', attributes: { name }, relationships } });
}

/** Adds the computer that `addOwner` transfers. */
export function addComputer(client: ApiClient): Promise<ApiResponse> {
  return client.post('/computers', { data: { type: 'computer', attributes: { serial: 'C-1' } } });
}

/** The names stored, in order of creation. */
export async function storedNames(administrator: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`select name from person order by id`.execute(
    administrator.kysely,
  );
  return rows.map(({ name }) => name);
}

/** Waits for an answer, and expects it within this time plus slack. */
export async function within(millis: number, request: Promise<ApiResponse>): Promise<ApiResponse> {
  const start = performance.now();
  const response = await request;
  expect(performance.now() - start, 'milliseconds until the answer').to.be.below(millis + SLACK_MILLIS);
  return response;
}

export function expectUnavailable(response: ApiResponse): void {
  expectError(response, 503, 'service-unavailable');
  expect(response.headers['retry-after']).to.equal('1');
}

/** Expects that the storage works, but that no connection was free. */
export function expectBusy(response: ApiResponse): void {
  expectUnavailable(response);
  expect(response.text).to.include('All connections to the storage are in use');
}

export function expectTimeout(response: ApiResponse): void {
  expectError(response, 504, 'query-timeout');
  expect(response.headers['retry-after']).to.equal('1');
}

/** Without Retry-After: the client must check the outcome before retrying. */
export function expectUnknownOutcome(response: ApiResponse): void {
  expectError(response, 503, 'commit-outcome-unknown');
  expect(response.headers).not.to.have.property('retry-after');
}

function expectError({ status, document }: ApiResponse, expected: number, code: string): void {
  expect({ status, code: document?.errors?.[0]?.code }).to.deep.equal({ status: expected, code });
}

/** Expects the service to answer requests that need no database. */
export async function expectAlive({ client, service }: Pick<FaultBench, 'client' | 'service'>): Promise<void> {
  expect((await within(0, client.get('/'))).status).to.equal(200);
  expect((await fetch(`${String(service.adminUrl)}/live`)).status).to.equal(200);
}

/** Waits until a read and then a write succeed, which stores one person; nothing may answer 500 until then. */
export async function expectRecovery(client: ApiClient): Promise<void> {
  const statuses: number[] = [];
  await eventually('a read and a write succeed', async () => {
    for (const send of [() => client.get('/persons'), () => addPerson(client, 'after')]) {
      const { status } = await send();
      statuses.push(status);
      expect(status).to.be.below(300);
    }
  });
  expect(statuses).not.to.include(500);
}

/** Expects every connection to be back in the pool, with nobody waiting for one. */
export async function expectQuietPool({ service }: Pick<FaultBench, 'service'>): Promise<void> {
  await eventually('no connection is busy and nobody waits for one', async () => {
    const metrics = await (await fetch(`${String(service.adminUrl)}/metrics`)).text();
    const [open, idle, waiting] = ['open', 'idle', 'waiting'].map((state) =>
      Number(new RegExp(`^db_pool_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]),
    );
    expect({ busy: (open ?? NaN) - (idle ?? NaN), waiting }).to.deep.equal({ busy: 0, waiting: 0 });
  });
}
