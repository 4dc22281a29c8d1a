import { createServer } from 'node:net';
import type { Random } from './random.ts';

/** Below those that operating systems give to outgoing connections: whoever tries to connect to such a port while nobody listens may meet itself. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Ports that nobody listens on, and that stay so while those who will are down. */
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
