import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ListeningProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a process and waits for its line `Listening on …`. Its log goes to a file, which costs as much as in production.
 * @param entry relative to the folder: `src/start.js`
 * @param flags for Node
 * @param folder of this project, or of another version
 * @throws Error with the log when it exits before that
 */
export async function startListening(
  entry: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  folder = PROJECT,
): Promise<ListeningProcess> {
  const home = mkdtempSync(join(tmpdir(), 'bench-'));
  const log = join(home, 'log');
  const errors = openSync(log, 'a');
  const ownFlags = entry === SERVICE ? startFlags(folder) : [];
  const child = spawn(process.execPath, [...ownFlags, ...flags, join(folder, entry)], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', errors],
  });
  closeSync(errors);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(() => process.removeListener('exit', kill));
  const url = await Promise.race([addressIn(child.stdout), ended.then(() => undefined)]);
  if (url === undefined || child.pid === undefined) {
    const logged = readFileSync(log, 'utf8');
    rmSync(home, { recursive: true });
    throw new Error(`${entry} exited before it listened: ${logged}`);
  }
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

const PROJECT = join(import.meta.dirname, '..');
const SERVICE = 'src/start.js';

/** The flags of `npm start`, so that the service runs as in production. */
export function startFlags(folder = PROJECT): readonly string[] {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { readonly scripts: { readonly start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function addressIn(output: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    output?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /^Listening on (\S+)$/m.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}
