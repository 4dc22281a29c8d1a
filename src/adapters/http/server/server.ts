import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.ts';
import { protocolError, type ParserError } from './protocol-errors.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
  /** How long the head of a request may take to arrive, in milliseconds. */
  readonly headersTimeoutMillis: number;
  /** The same for the whole request. */
  readonly requestTimeoutMillis: number;
  /** How long nothing may move on a connection that is busy: a client that has stopped reading. */
  readonly idleTimeoutMillis: number;
  /** How long a connection is kept for the next request. */
  readonly keepAliveMillis: number;
  /** More connections than this are closed as they come. */
  readonly maxConnections: number;
  /** How long requests that have come in may take after the stop; then their connections are cut. */
  readonly shutdownGraceMillis: number;
}

export interface RunningServer {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  /** Takes no more connections, answers the requests that have come in, and resolves when all connections are closed. */
  close(): Promise<void>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves HTTP.
 * @param onProtocolError is told the status of every answer to something that never became a request
 * @throws Error of the operating system when the address cannot be had, such as EADDRINUSE
 */
export async function listen(
  listener: RequestListener,
  options: ListenOptions,
  onProtocolError: (status: string) => void = () => undefined,
): Promise<RunningServer> {
  const connections = new Map<Duplex, Connection>();
  let closing = false;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = connections.get(request.socket);
    connection?.accept(request, response, () => {
      if (closing && !connection.hasMore) response.setHeader('Connection', 'close');
      if (request.method === 'CONNECT') detach(request.socket, response);
      listener(request, response);
    });
  };
  const server = createServer(
    {
      // Both count towards one limit of the parser; the middleware tells which one is too long.
      maxHeaderSize: options.maxUrlBytes + options.maxHeaderBytes + SLACK_BYTES,
      requireHostHeader: false,
      // The head is a part of the request.
      headersTimeout: Math.min(options.headersTimeoutMillis, options.requestTimeoutMillis),
      requestTimeout: options.requestTimeoutMillis,
      keepAliveTimeout: options.keepAliveMillis,
      connectionsCheckingInterval: Math.min(CHECK_MILLIS, options.headersTimeoutMillis, options.requestTimeoutMillis),
    },
    serve,
  );
  server.maxConnections = options.maxConnections;
  server.timeout = options.idleTimeoutMillis;
  server.on('checkExpectation', serve);
  server.on('connect', (request: IncomingMessage) => {
    // After CONNECT Node does not listen to the socket any more.
    request.socket.on('error', () => request.socket.destroy()).resume();
    serve(request, new ServerResponse(request));
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const connection = connections.get(socket);
    if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const answer = protocolError(error, options.maxUrlBytes);
    if (connection.fail(answer)) onProtocolError(answer.status);
  });
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket));
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // From here on: a connection that could not be accepted, for want of descriptors. The others go on.
  server.on('error', () => undefined);
  return {
    url: urlOf(server),
    close: () => {
      closing = true;
      for (const connection of connections.values()) connection.announceEnd();
      return closeGracefully(server, connections, options.shutdownGraceMillis);
    },
  };
}

/** Room for the request line's method and version. */
const SLACK_BYTES = 1024;
/** How long a request that is already on its way has to arrive. */
const SETTLE_MS = 100;
/** How often Node looks for requests that take too long to arrive. */
const CHECK_MILLIS = 1000;

/** CONNECT is a method like any other that the paths do not have; Node leaves the connection to whoever wants a tunnel. */
function detach(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * Node's own `close` cuts idle connections at once, also those on which a request has just arrived unread. So: stop listening, let things
 * settle, then close what is idle, again and again until nothing is left.
 */
async function closeGracefully(
  server: Server,
  connections: ReadonlyMap<Duplex, Connection>,
  graceMillis: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
  const sweep = setInterval(() => {
    closeIdle(connections);
  }, SETTLE_MS);
  const deadline = setTimeout(() => {
    for (const connection of connections.values()) connection.destroy();
  }, graceMillis);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function closeIdle(connections: ReadonlyMap<Duplex, Connection>): void {
  for (const connection of connections.values()) if (connection.idle) connection.destroy();
}
