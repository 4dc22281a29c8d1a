import { once } from 'node:events';
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unobserved, type Observe } from '#application/ports/observation';
import { Connection } from './connection.ts';
import { protocolError, type ParserError } from './protocol-errors.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
  /** The time for the head of a request to arrive. */
  readonly headersTimeoutMillis: number;
  /** The time for the whole request to arrive. */
  readonly requestTimeoutMillis: number;
  /** The time without traffic after which a busy connection is closed, because its client has stopped reading. */
  readonly idleTimeoutMillis: number;
  /** The longest pause between two requests on a connection. */
  readonly keepAliveMillis: number;
  /** Further connections are closed at once. */
  readonly maxConnections: number;
  /** The time for pending requests after `close`; then their connections are cut. */
  readonly shutdownGraceMillis: number;
}

export interface RunningServer {
  /** `http://host:port`, without a trailing slash. */
  readonly url: string;
  /** Accepts no more connections, answers pending requests, and resolves when all connections are closed. */
  close(): Promise<void>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves HTTP.
 * @throws Error of the operating system if the server cannot listen on the address, such as EADDRINUSE
 */
export async function listen(
  listener: RequestListener,
  options: ListenOptions,
  observe: Observe = unobserved,
): Promise<RunningServer> {
  const connections = new Map<Duplex, Connection>();
  let closing = false;
  /** True while new requests must wait: otherwise answered clients would connect again, and accepting would never end. */
  let isHolding = false;
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
      // The parser has one limit for the target and the headers together; `checkRequest` checks each on its own.
      maxHeaderSize: options.maxUrlBytes + options.maxHeaderBytes + REQUEST_LINE_SLACK_BYTES,
      requireHostHeader: false,
      // The head is part of the request, so its time cannot be longer.
      headersTimeout: Math.min(options.headersTimeoutMillis, options.requestTimeoutMillis),
      requestTimeout: options.requestTimeoutMillis,
      keepAliveTimeout: options.keepAliveMillis,
      connectionsCheckingInterval: Math.min(CHECK_MILLIS, options.headersTimeoutMillis, options.requestTimeoutMillis),
    },
    serve,
  );
  // Undocumented: see ARCHITECTURE.md, decision 9. Without it Node ends the connection at a FIN, although requests are pending.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = options.maxConnections;
  server.timeout = options.idleTimeoutMillis;
  server.on('checkExpectation', serve);
  server.on('connect', (request: IncomingMessage) => {
    connections.get(request.socket)?.takeOver(options.idleTimeoutMillis);
    serve(request, new ServerResponse(request));
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const connection = connections.get(socket);
    if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const answer = protocolError(error, options.maxUrlBytes);
    if (connection.fail(answer)) observe({ kind: 'protocol error', status: answer.status });
  });
  server.on('connection', (socket: Socket) => {
    const connection = new Connection(socket, () => !isHolding);
    connections.set(socket, connection);
    socket.once('end', () => connection.announceEnd());
    socket.once('close', () => connections.delete(socket));
  });
  await once(server.listen(options.port, options.host), 'listening');
  // Accepting fails when there are no file descriptors left. Without a listener, the event would end the process.
  server.on('error', () => undefined);
  return {
    url: urlOf(server),
    close: async () => {
      closing = true;
      for (const connection of connections.values()) connection.announceEnd();
      isHolding = true;
      await acceptWaiting(server);
      const closed = closeGracefully(server, connections, options.shutdownGraceMillis);
      isHolding = false;
      for (const connection of connections.values()) connection.resume();
      await closed;
    },
  };
}

/** Room for the method and version. */
const REQUEST_LINE_SLACK_BYTES = 1024;
/** The interval at which Node looks for requests that take too long to arrive. */
const CHECK_MILLIS = 1000;

/** Answers CONNECT like any unknown method; Node leaves its connection to the handler, which could open a tunnel. */
function detach(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

// Graceful shutdown: every client that has connected gets a response.

/** The longest time to keep accepting queued connections. */
const ACCEPTING_MILLIS = 1000;
/** Accepting ends after this long without a new connection; a client just answered may open its next one. */
const QUIET_MILLIS = 2;
/** A turn of the event loop that takes longer did some work, during which connections may have arrived. */
const IDLE_TURN_MILLIS = 0.2;
/** Time for a request that is already on its way to arrive. */
const SETTLE_MILLIS = 100;

/**
 * Accepts all queued connections; Node accepts one in each turn of the event loop. The operating system resets those that are still queued when
 * the server stops listening, although their clients may have sent requests.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count).on('drop', count);
  let now = performance.now();
  let busyAt = now;
  for (const end = now + ACCEPTING_MILLIS; now - busyAt < QUIET_MILLIS && now < end;) {
    const [before, began] = [accepted, now];
    await nextTurn();
    now = performance.now();
    if (accepted > before || now - began > IDLE_TURN_MILLIS) busyAt = now;
  }
}

/**
 * Stops listening at once, and closes idle connections until none is left. HTTP's own `close` would cut connections whose next request has
 * arrived but has not been read.
 */
async function closeGracefully(
  server: Server,
  connections: ReadonlyMap<unknown, Connection>,
  graceMillis: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const destroyIf = (condition: (connection: Connection) => boolean): void => {
    for (const connection of connections.values()) if (condition(connection)) connection.destroy();
  };
  // `setImmediate` waits for a turn that reads the data that has arrived.
  const sweep = setInterval(() => setImmediate(() => destroyIf(({ isIdle }) => isIdle)), SETTLE_MILLIS);
  const deadline = setTimeout(() => destroyIf(() => true), graceMillis);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
