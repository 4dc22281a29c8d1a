import type { CommandIo } from './command-io.ts';

/** Ctrl-C reaches a process that npm runs twice, at once: directly and through npm. */
const TWICE_MILLIS = 1000;

/**
 * Lets a command end in order: the first SIGINT, SIGTERM or SIGHUP aborts the signal, a later one ends the process.
 * @param hint tells the user how the command now ends
 */
export function untilInterrupted(io: CommandIo, hint: string): AbortSignal {
  const stopped = new AbortController();
  let first: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    io.process.on(name, () => {
      if (first !== undefined && performance.now() - first > TWICE_MILLIS) io.process.exit(1);
      if (first !== undefined) return;
      first = performance.now();
      stopped.abort();
      io.tell(hint);
    });
  return stopped.signal;
}
