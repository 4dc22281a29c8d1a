// Serves another model in a child process, because this process cannot unload its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import type { CommandIo } from '../terminal/command-io.ts';
import { ROOT } from '../terminal/installation.ts';

const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const;

/**
 * Serves the model in a folder until the service ends, and passes signals on to it.
 * @returns true if it ended without an error
 */
export async function serveModelIn(folder: string, io: CommandIo): Promise<boolean> {
  const service = spawn(process.execPath, [...process.execArgv, join(ROOT, 'src/start.js')], {
    env: { ...io.process.env, RESOURCES: folder },
    stdio: 'inherit',
  });
  for (const signal of PASSED_ON) io.process.on(signal, () => service.kill(signal));
  const [code] = (await once(service, 'exit')) as [number | null];
  return code === 0;
}
