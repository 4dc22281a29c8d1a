import { createServer } from 'node:net';
import type { Random } from './random.ts';

/** Below the ephemeral range: connecting to an ephemeral port that nobody listens on may connect a socket to itself. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Finds ports that are free, and that stay free while the process using them is down. */
export async function findFreePorts(count: number, random: Random): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = LOWEST + random.below(HIGHEST - LOWEST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
