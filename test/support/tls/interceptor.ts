import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { certificate, type CertificateName } from './certificates.ts';

/** The message `SSLRequest` of PostgreSQL. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export interface Interceptor {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * An attacker on the network path: terminates each client's TLS with its own certificate and forwards everything to the server over TLS.
 * @param port the server's port
 */
export async function intercept(port: number, name: CertificateName): Promise<Interceptor> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    for (const each of [socket, upstream]) {
      sockets.add(each);
      // The other side notices.
      each.on('error', () => undefined).on('close', () => [socket, upstream].map((end) => end.destroy()));
    }
    relay(socket, upstream, name).catch(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function relay(socket: Socket, upstream: Socket, name: CertificateName): Promise<void> {
  await once(socket, 'data');
  upstream.write(SSL_REQUEST);
  await once(upstream, 'data');
  const secure = connectTls({ socket: upstream, rejectUnauthorized: false });
  const client = new TLSSocket(socket, { isServer: true, cert: certificate(name), key: certificate('key') });
  for (const each of [secure, client]) each.on('error', () => socket.destroy());
  client.pipe(secure).pipe(client);
  socket.write('S');
}
