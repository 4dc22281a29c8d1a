// PGlite does not lock its folder, and two processes in one folder would destroy each other's data. The lock is a
// listening socket in the folder: it dies with its process, however that ends, so a leftover file never blocks a start.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from './data-folder.ts';

export interface FolderLock {
  /** True if the process that held the lock before ended without releasing it. */
  readonly wasAbandoned: boolean;
  release(): Promise<void>;
}

/** Another process has locked the folder. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by another process`);
    this.name = 'FolderInUseError';
  }
}

/**
 * Locks a folder for this process.
 * @param folder created if it does not exist
 * @throws FolderInUseError when another process has locked it; Error when it is not a folder or cannot be created
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  createFolder(folder);
  const descriptor = openSync(folder, 'r');
  const place = socketFolder(folder, descriptor);
  const path = join(place, LOCK_NAME);
  const token = randomUUID();
  const server = createServer((socket) => socket.on('error', () => undefined).end(token));
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    await closed;
    closeSync(descriptor);
  };
  const requireHolder = async (expected: string | undefined): Promise<void> => {
    if ((await holderOf(path)) !== expected) throw new FolderInUseError(folder);
  };
  try {
    const wasAbandoned = existsSync(path);
    await requireHolder(undefined);
    // Renamed only once it listens, so that every lock found can be connected to. Closing the server removes only the
    // file with the first name.
    const firstPath = join(place, `${LOCK_NAME}-${token.slice(0, 8)}`);
    await once(server.listen(firstPath).unref(), 'listening');
    renameSync(firstPath, path);
    const { ino } = statSync(path);
    // Processes that start at the same time all find no lock; the last to rename holds it. After this pause each sees
    // who that is, unless one was delayed for longer between its check and its rename.
    await pause(SETTLE_MILLIS);
    await requireHolder(token);
    return {
      wasAbandoned,
      release: async () => {
        if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Checks if another process has locked a folder. Changes nothing.
 * @param folder must exist
 * @throws Error when it cannot be read
 */
export async function isLocked(folder: string): Promise<boolean> {
  const descriptor = openSync(folder, 'r');
  try {
    return (await holderOf(join(socketFolder(folder, descriptor), LOCK_NAME))) !== undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** True if a file of a data folder is a lock. */
export function isLockName(name: string): boolean {
  return name.startsWith(LOCK_NAME);
}

const LOCK_NAME = '.lock';
const SETTLE_MILLIS = 250;
const ANSWER_MILLIS = 1000;

/** The path of a socket has at most 103 to 107 bytes, depending on the system; this leaves room for the file name. */
const MAX_FOLDER_BYTES = 80;

/** A path of the folder that is short enough for a socket. */
function socketFolder(folder: string, descriptor: number): string {
  const absolute = resolve(folder);
  const fromHere = relative(process.cwd(), absolute) || '.';
  const shorter = Buffer.byteLength(fromHere) < Buffer.byteLength(absolute) ? fromHere : absolute;
  return Buffer.byteLength(shorter) > MAX_FOLDER_BYTES && process.platform === 'linux'
    ? `/proc/self/fd/${descriptor}`
    : shorter;
}

/** The token of a lock: empty if its holder does not answer in time, undefined if nobody holds it. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((settle, reject) => {
    let token = '';
    let connected = false;
    const socket = connect(path, () => (connected = true));
    socket.setEncoding('utf8').setTimeout(ANSWER_MILLIS, () => socket.destroy());
    socket.on('data', (text: string) => (token += text));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected) return;
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined);
      else reject(error);
    });
    socket.on('close', () => settle(token));
  });
}
