// Lets one process at a time change a file. The process that creates the lock file next to it holds the lock.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** A change takes far less, so the holder of an older lock has died or hangs. */
const MOST_AGE_MILLIS = 10_000;
const RETRY_MILLIS = 20;

/** Another process took over the lock because it had been held for too long. */
class LockLostError extends Error {}

/**
 * Changes a file while holding its lock.
 * @param change must call `confirm` right before it takes effect. It runs again if `confirm` throws because the lock was lost.
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
  /** Distinguishes this lock file from earlier and later ones of the same name. */
  readonly identity: string;
  readonly isAbandoned: boolean;
}

/** @returns undefined if the lock is gone */
async function examine(lock: string): Promise<FoundLock | undefined> {
  try {
    const { ino, mtimeMs } = await stat(lock);
    // The clocks of hosts that share the file may differ in either direction.
    const isOld = Math.abs(Date.now() - mtimeMs) > MOST_AGE_MILLIS;
    // Another user's lock may be unreadable.
    const text = await readFile(lock, 'utf8').catch(() => '');
    return { identity: `${ino} ${mtimeMs}`, isAbandoned: isOld || hasEnded(text) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True if the process that wrote the lock has ended. False if unknown, because it runs on another host or the lock is still being written. */
function hasEnded(text: string): boolean {
  const { pid, host } = /^\{"pid":(?<pid>\d+),"host":"(?<host>[^"]*)"/.exec(text)?.groups ?? {};
  return pid !== undefined && host === hostname() && !isRunning(Number(pid));
}

/** True if a process of this host runs, even if it is another user's. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes an abandoned lock. If several processes find it, only one can rename it. A late one may rename the next holder's lock instead. It puts
 * that back, and if a third process got the lock in between, `confirm` throws for the holder.
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
