// Clients that create persons one after another, each with a key, and repeat what was not answered well until it is.
import { setTimeout as pause } from 'node:timers/promises';
import { MEDIA_TYPE } from './api-client.ts';

export interface SteadyWriters {
  /** The names of persons whose creation was acknowledged. */
  readonly written: ReadonlySet<string>;
  /** The number of requests that were not acknowledged. */
  readonly failures: number;
  /** Resolves when the writes that have begun are acknowledged. */
  stop(): Promise<void>;
}

const RETRY_MILLIS = 50;

/** @param label begins all names, so that later writers write others */
export function startWriters(url: string, number: number, label = 'writer'): SteadyWriters {
  const written = new Set<string>();
  let failures = 0;
  let isStopped = false;

  async function createOnce(name: string): Promise<boolean> {
    const response = await fetch(new URL('/persons', url), {
      method: 'POST',
      headers: { 'Content-Type': MEDIA_TYPE, 'Idempotency-Key': `"${name}"` },
      body: JSON.stringify({ data: { type: 'person', attributes: { name } } }),
    });
    await response.arrayBuffer();
    return response.status === 201;
  }

  async function run(writer: number): Promise<void> {
    for (let count = 0; !isStopped; count += 1) {
      const name = `${label} ${writer} ${count}`;
      while (!(await createOnce(name))) {
        failures += 1;
        await pause(RETRY_MILLIS);
      }
      written.add(name);
    }
  }

  const running = Array.from({ length: number }, (_, writer) => run(writer));
  return {
    written,
    get failures() {
      return failures;
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
