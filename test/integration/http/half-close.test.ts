import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { sql } from 'kysely';
import { listen } from '#adapters/http/koa/server';
import { readConfig } from '#composition/config/config';
import { MEDIA_TYPE, sendRaw, statusesOf } from '../../support/api-client.ts';
import { checkDocument } from '../../support/check-document.ts';
import { depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { longTimeouts } from '../../support/long-timeouts.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService } from '../../support/test-service.ts';

const NEVER_MILLIS = '3600000';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const BODY = JSON.stringify({ data: { type: 'person', attributes: { name: 'Half' } } });
const POST_HEAD = `POST /persons HTTP/1.1\r\nHost: x\r\nContent-Type: ${MEDIA_TYPE}\r\nContent-Length: ${BODY.length}\r\n\r\n`;

const storages = {
  'in memory': async () => 'memory:',
  ...(depth === 'campaign' && { 'on a server': async () => (await testServer()).createDatabase() }),
};
for (const [storage, newDatabase] of Object.entries(storages))
  describe(`A client that half-closes its connection, ${storage}`, () => {
    let service: ObservedService;

    before(async () => {
      const DATABASE_URL = await newDatabase();
      // Only the FIN can end a connection.
      service = await startObserved({ DATABASE_URL, IDLE_TIMEOUT_MS: NEVER_MILLIS, KEEP_ALIVE_MS: NEVER_MILLIS });
    });
    after(() => service.stop());

    const halfClose = (bytes: string): Promise<string> => sendRaw(service.client.url, bytes, true);

    it('gets its answer', async () => {
      const answer = await halfClose(get('/persons'));
      expect(statusesOf(answer)).to.deep.equal(['200']);
      expect(answer).to.match(/"jsonapi":\{"version":"1.0"\}\}$/);
    });

    it('gets every answer, in order', async () => {
      const answers = await halfClose(`${get('/persons')}${POST_HEAD}${BODY}${get('/nowhere')}${get('/computers')}`);
      expect(statusesOf(answers)).to.deep.equal(['200', '201', '404', '200']);
      const [, location = ''] = /\r\nLocation: (\S+)/.exec(answers) ?? [];
      expect((await service.client.get(location)).status).to.equal(200);
    });

    it('gets an answer to CONNECT, too', async () => {
      const answers = await halfClose(`${get('/persons')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(statusesOf(answers)).to.deep.equal(['200', '405']);
    });

    const incomplete: readonly (readonly [what: string, bytes: string])[] = [
      ['half a request line', 'GET /per'],
      ['half a head', 'GET /persons HTTP/1.1\r\nHos'],
      ['a body that has not begun', POST_HEAD],
      ['half a body', POST_HEAD + BODY.slice(0, 10)],
      ['broken HTTP', 'GARBAGE\r\n\r\n'],
    ];
    for (const [what, bytes] of incomplete)
      it(`gets 400 for ${what}, after the answers to complete requests`, async () => {
        for (const complete of ['', get('/persons'), get('/persons') + get('/computers')]) {
          const answers = await halfClose(complete + bytes);
          const expected = [...complete.matchAll(/GET/g)].map(() => '200');
          expect(statusesOf(answers)).to.deep.equal([...expected, '400']);
          checkDocument(JSON.parse(answers.slice(answers.lastIndexOf('\r\n\r\n'))), 400);
        }
      });

    it('is disconnected at once if nothing is pending', async () => {
      expect(await halfClose('')).to.equal('');
      const { hostname, port } = new URL(service.client.url);
      const socket = connect(Number(port), hostname);
      socket.write(get('/persons'));
      await once(socket, 'data');
      socket.end();
      await once(socket.resume(), 'close');
    });
  });

describe('A probe that half-closes its connection to the admin port', () => {
  it('gets its answer', async () => {
    const DATABASE_URL = await (await testServer()).createDatabase();
    const service = await startTestService({ DATABASE_URL, ADMIN_PORT: '0' });
    try {
      const answers = await sendRaw(String(service.adminUrl), get('/ready') + get('/metrics') + get('/live'), true);
      expect(statusesOf(answers)).to.deep.equal(['200', '200', '200']);
    } finally {
      await service.stop();
    }
  });
});

describe('The answer to a client that has half-closed its connection', () => {
  it('announces the end of the connection', async () => {
    const server = await listen(
      (request, response) => request.socket.once('end', () => response.end('late')),
      readConfig({ PORT: '0', DATABASE_URL: 'memory:' }),
    );
    try {
      expect(await sendRaw(server.url, get('/'), true)).to.match(
        /^HTTP\/1\.1 200 OK\r\nConnection: close\r\n[^]*late$/,
      );
    } finally {
      await server.close();
    }
  });
});

describe('A stop', () => {
  it('answers clients that have half-closed their connections, and then ends', async () => {
    const databaseUrl = await (await testServer()).createDatabase();
    const service = await startObserved({ DATABASE_URL: databaseUrl, ...longTimeouts, SHUTDOWN_GRACE_MS: '120000' });
    const database = openServer(databaseUrl);
    const lock = await database.kysely.startTransaction().execute();
    try {
      await sql`lock table person in access exclusive mode`.execute(lock);
      const answers = sendRaw(service.client.url, get('/persons') + get('/computers'), true);
      await eventually('the first waits', async () => {
        expect(await service.admin.sum('db_pool_connections', '"open"')).to.be.above(
          await service.admin.sum('db_pool_connections', '"idle"'),
        );
      });
      const stopped = service.stop();
      await lock.rollback().execute();
      expect(statusesOf(await answers)).to.deep.equal(['200', '200']);
      await stopped;
    } finally {
      if (!lock.isRolledBack) await lock.rollback().execute();
      await database.close();
    }
  });
});
