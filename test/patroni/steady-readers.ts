import { setTimeout as pause } from 'node:timers/promises';

interface Read {
  /** In ms of the clock. */
  readonly at: number;
  readonly millis: number;
  readonly status: number;
}

export interface SteadyReaders {
  readonly reads: readonly Read[];
  /** Resolves when all reads are answered. */
  stop(): Promise<void>;
}

/** Between two reads, none of which waits for the one before. */
const PAUSE_MILLIS = 50;

/** Reads a list over and over. */
export function startReaders(url: string): SteadyReaders {
  const reads: Read[] = [];
  const pending = new Set<Promise<void>>();
  let isStopped = false;

  async function readOnce(): Promise<void> {
    const at = Date.now();
    const response = await fetch(new URL('/persons?page[size]=5', url));
    await response.arrayBuffer();
    reads.push({ at, millis: Date.now() - at, status: response.status });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const reading = readOnce().finally(() => pending.delete(reading));
      pending.add(reading);
      await pause(PAUSE_MILLIS);
    }
    await Promise.all(pending);
  }

  const running = run();
  return {
    reads,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
