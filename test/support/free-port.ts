import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral range: connecting to an ephemeral port that nobody listens on may connect a socket to itself. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const given = new Set<number>();

/** A port that is free, and stays free while the process using it is down, even if other tests run at the same time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
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
