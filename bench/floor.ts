// The floor, a process of its own: what the same answers cost with `node:http` and `pg` alone. Hand-written prepared statements, one
// per request, and `JSON.stringify`. It validates nothing and serves only the requests of the benchmark. Its totals are exact: of all
// persons from the database's counters, of a filter by `count(*)`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { renderAnswer } from './floor-answer.ts';
import { answerRead } from './floor-reads.ts';
import { openDatabase, readRequest } from './floor-request.ts';
import { streamPersons } from './floor-stream.ts';
import { answerWrite } from './floor-writes.ts';

const database = await openDatabase();

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => {
  server.close(() => void database.pool.end());
  server.closeAllConnections();
});

async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(database, incoming);
  if (request.query.startsWith('page%5Bsize%5D=0')) return streamPersons(database.pool, request.url, response);
  const answer = request.method === 'GET' ? answerRead(request) : answerWrite(request);
  const { status, headers, text } = renderAnswer(await answer);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
