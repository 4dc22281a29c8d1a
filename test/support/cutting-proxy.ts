// A proxy in front of the service that forwards bytes, and fails on demand. Clients of a stream reconnect to it without a pause.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** The URL of the service; undefined: connections are closed at once. */
  target: string | undefined;
  /** The bytes of a response after which its connection is cut. */
  cutAfter: number;
  /** The number of connections so far. */
  readonly connections: number;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const { hostname = '', port = '' } = proxy.target === undefined ? {} : new URL(proxy.target);
    if (port === '') return void client.destroy();
    const service = connect(Number(port), hostname);
    let passed = 0;
    client.pipe(service);
    service.on('data', (received: Buffer) => {
      const bytes = withoutPause(received);
      client.write(bytes.subarray(0, Math.max(0, proxy.cutAfter - passed)));
      passed += bytes.length;
      if (passed >= proxy.cutAfter) client.end(() => client.destroy());
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    cutAfter: Infinity,
    get connections() {
      return connections;
    },
    cut,
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** Lets clients of a stream reconnect at once. The text keeps its length. */
function withoutPause(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('retry: 2000', 'retry: 0000'), 'latin1');
}
