import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Tries to listen on an address for a moment.
 * @throws Error of the operating system, such as EADDRINUSE
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  await once(server.listen(port, host), 'listening');
  await new Promise((resolve) => server.close(resolve));
}
