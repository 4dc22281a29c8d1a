// Lets one process at a time change a file. Whoever creates the lock file beside it has the lock.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** A change takes far less: a lock that is older was left by a process that has died or hangs. */
const MOST_AGE_MILLIS = 10_000;
const RETRY_MILLIS = 20;

/** Another process has taken the lock over, as it had been held for too long. */
class LockLostError extends Error {}

/**
 * Runs a change of a file while no other process runs one.
 * @param change must call `confirm` right before it takes effect. It is run again if `confirm` has thrown because the lock was lost.
 */
export async function withFileLock<Result>(
  file: string,
  change: (confirm: () => void) => Promise<Result>,
): Promise<Result> {
  const lock = `${file}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  const isHeld = (): boolean => textOf(lock) === own;
  await acquire(lock, own);
  try {
    return await change(() => {
      if (!isHeld()) throw new LockLostError();
    });
  } catch (error) {
    if (!(error instanceof LockLostError)) throw error;
  } finally {
    if (isHeld()) await rm(lock);
  }
  return withFileLock(file, change);
}

function textOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

async function acquire(lock: string, own: string): Promise<void> {
  while (!(await create(lock, own))) {
    const found = await examine(lock);
    if (found?.isAbandoned === true) await takeAway(lock, found.identity);
    else await pause(RETRY_MILLIS);
  }
}

async function create(lock: string, own: string): Promise<boolean> {
  try {
    await writeFile(lock, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

interface FoundLock {
  /** Tells it from every other lock file that had or will have the same name. */
  readonly identity: string;
  readonly isAbandoned: boolean;
}

/** @returns undefined if there is none any more */
async function examine(lock: string): Promise<FoundLock | undefined> {
  try {
    const { ino, mtimeMs } = await stat(lock);
    // Clocks of hosts that share a file can differ either way.
    const isOld = Math.abs(Date.now() - mtimeMs) > MOST_AGE_MILLIS;
    // Another user's may be unreadable.
    const text = await readFile(lock, 'utf8').catch(() => '');
    return { identity: `${ino} ${mtimeMs}`, isAbandoned: isOld || hasEnded(text) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the process that wrote a lock has ended. Of another host that cannot be told, nor without a text, as while the lock is being written. */
function hasEnded(text: string): boolean {
  const { pid, host } = /^\{"pid":(?<pid>\d+),"host":"(?<host>[^"]*)"/.exec(text)?.groups ?? {};
  if (pid === undefined || host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/**
 * Removes an abandoned lock. Of several processes that have found it only one can rename it. One that comes too late may have renamed the lock of
 * the next holder: it puts that back, and if another process has come in between, `confirm` tells the holder.
 */
async function takeAway(lock: string, identity: string): Promise<void> {
  const aside = `${lock}-${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const taken = await examine(aside);
  if (taken?.identity !== identity) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
