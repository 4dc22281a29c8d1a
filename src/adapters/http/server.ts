import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorObject } from './jsonapi/errors.ts';
import { endWithError, protocolError, type ParserError } from './protocol-errors.ts';

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
 * @throws Error of the operating system when the address cannot be had, such as EADDRINUSE
 */
export async function listen(listener: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const connections = new Map<Duplex, Connection>();
  let closing = false;
  const serve: RequestListener = (request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    track(connections, request, response);
    listener(request, response);
  };
  const server = createServer(
    {
      // Both count towards one limit of the parser; the middleware tells which one is too long.
      maxHeaderSize: options.maxUrlBytes + options.maxHeaderBytes + SLACK_BYTES,
      requireHostHeader: false,
      headersTimeout: options.headersTimeoutMillis,
      requestTimeout: options.requestTimeoutMillis,
      keepAliveTimeout: options.keepAliveMillis,
      connectionsCheckingInterval: Math.min(CHECK_MILLIS, options.headersTimeoutMillis),
    },
    serve,
  );
  server.maxConnections = options.maxConnections;
  server.timeout = options.idleTimeoutMillis;
  server.on('checkExpectation', serve);
  server.on('connect', (request: IncomingMessage) => {
    serveConnect(serve, request);
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    answerClientError(error, protocolError(error, options.maxUrlBytes), socket, connections.get(socket));
  });
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { socket, responses: new Set(), bytesAnswered: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return {
    url: urlOf(server),
    close: () => {
      closing = true;
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

interface Connection {
  readonly socket: Socket;
  /** The responses that are not yet finished, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** What had been read of the socket when the last response was finished. */
  bytesAnswered: number;
}

function track(connections: ReadonlyMap<Duplex, Connection>, request: IncomingMessage, response: ServerResponse): void {
  const connection = connections.get(request.socket);
  if (connection === undefined) return;
  connection.responses.add(response);
  response.once('close', () => {
    connection.responses.delete(response);
    connection.bytesAnswered = connection.socket.bytesRead;
  });
}

/** CONNECT is a method like any other that the paths do not have; Node leaves it to whoever wants a tunnel. */
function serveConnect(serve: RequestListener, request: IncomingMessage): void {
  const { socket } = request;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  serve(request, response);
}

function answerClientError(
  error: ParserError,
  answer: ErrorObject,
  socket: Duplex,
  connection: Connection | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const last = [...(connection?.responses ?? [])].at(-1);
  if (last === undefined || (!last.req.complete && !last.headersSent)) endWithError(socket, answer);
  else if (last.req.complete)
    last.once('close', () => {
      endWithError(socket, answer);
    });
  else socket.destroy();
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
    server.closeAllConnections();
  }, graceMillis);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function closeIdle(connections: ReadonlyMap<Duplex, Connection>): void {
  for (const { socket, responses, bytesAnswered } of connections.values())
    if (responses.size === 0 && socket.bytesRead === bytesAnswered) socket.destroy();
}
