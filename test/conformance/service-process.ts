import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testEnvironment } from '../support/test-environment.ts';
import { testServer } from '../support/postgres-server.ts';

export type StorageKind = 'memory' | 'postgres';

export interface ServiceProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Some statements are about a maximum, which the service has not by default. */
export const checkedSettings = { MAX_PAGE_SIZE: '1000' } as const;

const START_TIMEOUT_MILLIS = 60_000;

/**
 * Starts the service in a process of its own, as a user would.
 * @param storage `postgres` is a new database on the server at TEST_DATABASE_URL, or the embedded one if that is not set
 * @throws Error when it does not start listening
 */
export async function startServiceProcess(storage: StorageKind): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const fixed = { ...testEnvironment, HOST: '127.0.0.1', DATA_DIR: folder, ...checkedSettings, LOG_LEVEL: 'error' };
  const start = join(import.meta.dirname, '../../src/start.js');
  const service = spawn(process.execPath, [start], {
    env: { ...process.env, ...fixed, DATABASE_URL: await databaseUrl(storage) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await terminate(service);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(service), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function databaseUrl(storage: StorageKind): Promise<string> {
  if (storage === 'memory') return 'memory:';
  return process.env['TEST_DATABASE_URL'] === undefined ? '' : (await testServer()).createDatabase();
}

async function addressOf(service: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Promise<string> {
  const timeout = setTimeout(() => service.kill('SIGKILL'), START_TIMEOUT_MILLIS);
  try {
    for await (const line of createInterface(service.stdout)) {
      const url = /^Listening on (http:\S+)$/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
  } finally {
    clearTimeout(timeout);
  }
  throw new Error('the service did not start');
}

async function terminate(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}
