// PGlite does not lock its folder, and two processes in one folder lose each other's data. A listening socket in the folder does lock it:
// it dies with its process, however that ends, so that what is left of it never blocks a start.
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder, which is created if need be, for this process.
 * @throws Error when it is no folder, cannot be created, or another process has locked it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  createFolder(folder);
  const descriptor = openSync(folder, 'r');
  const place = socketPlace(folder, descriptor);
  const path = join(place, NAME);
  const token = randomUUID();
  // The socket gets its name after it listens, so that whoever sees it can ask it; closing it removes only the first name.
  const firstPath = join(place, `${NAME}-${token.slice(0, 8)}`);
  const server = createServer((socket) => socket.on('error', () => undefined).end(token));
  const stop = async (): Promise<void> => {
    await close(server);
    closeSync(descriptor);
  };
  try {
    if ((await ask(path)) !== undefined) throw new Error(`${folder} is in use by another process`);
    await listen(server, firstPath);
    renameSync(firstPath, path);
    const inode = statSync(path).ino;
    // Two that start at once both see no lock: the later name wins, and after a while both see whose it is. This tells all apart that are
    // not held up for longer than that while between asking and naming.
    await pause(SETTLE_MILLIS);
    if ((await ask(path)) !== token) throw new Error(`${folder} is in use by another process`);
    return { release: () => release(path, inode, stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const NAME = '.lock';
const SETTLE_MILLIS = 250;
const ANSWER_MILLIS = 1000;

/** Socket paths end at 103 to 107 bytes, by the system; this leaves room for the names. */
const LONGEST_PLACE = 80;

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new Error(`${folder} is not a folder`, { cause: error });
    throw new Error(`${folder} cannot be created: ${code}`, { cause: error });
  }
}

/** The shortest way to the folder. */
function socketPlace(folder: string, descriptor: number): string {
  const absolute = resolve(folder);
  const fromHere = relative(process.cwd(), absolute) || '.';
  const shorter = Buffer.byteLength(fromHere) < Buffer.byteLength(absolute) ? fromHere : absolute;
  return Buffer.byteLength(shorter) > LONGEST_PLACE && process.platform === 'linux'
    ? `/proc/self/fd/${descriptor}`
    : shorter;
}

/** What the socket at a path says; undefined when nobody listens there. */
function ask(path: string): Promise<string | undefined> {
  return new Promise((settle, reject) => {
    let answer = '';
    let connected = false;
    const socket = connect(path, () => {
      connected = true;
    });
    socket.setEncoding('utf8').setTimeout(ANSWER_MILLIS, () => socket.destroy());
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected) return;
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined);
      else reject(error);
    });
    socket.on('close', () => {
      settle(answer);
    });
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((settle, reject) => {
    server.once('error', reject).listen(path, () => {
      server.unref();
      settle();
    });
  });
}

async function release(path: string, inode: number, stop: () => Promise<void>): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.ino === inode) rmSync(path);
  await stop();
}

function close(server: Server): Promise<void> {
  return new Promise((settle) => {
    server.close(() => {
      settle();
    });
  });
}
