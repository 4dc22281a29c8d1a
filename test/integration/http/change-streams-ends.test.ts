// A stream of changes ends after its maximum duration, when the process stops, or when its credentials change.
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { SignJWT, type JWK } from 'jose';
import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { IssuerKeys } from '#adapters/authentication/issuer-keys';
import { JwtAuthenticator } from '#adapters/authentication/jwt-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import { MemoryStore } from '#adapters/memory/store';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { noRequest } from '#application/model/origin';
import { addComputer } from '../../contract/api/persons.ts';
import { all, bearer, keyEntry, keyOf, reading, writeAccessFiles } from '../../support/access.ts';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { serveApp } from '../../support/apps.ts';
import { anEntity } from '../../support/entities.ts';
import { EVENT_STREAM, openStream, type EventStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { AUDIENCE, signingKey, startIssuer } from '../../support/issuer.ts';
import { startObserved } from '../../support/observed-service.ts';
import { streamsClosedAfterEach } from '../../support/opened-streams.ts';
import { accessFor } from '../../support/policy-access.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The longest time until a stream ends. */
const SOON_MILLIS = 5000;

interface End {
  readonly code: unknown;
  readonly millis: number;
}

/** Waits for the end of a stream, which closes its connection. */
async function endOf(stream: EventStream, since = performance.now()): Promise<End> {
  const { data, id } = await stream.nextOf('end');
  const millis = performance.now() - since;
  expect(id).to.equal(undefined);
  expect(await stream.ended, 'the response is complete').to.equal(true);
  return { code: (data as { readonly code: unknown }).code, millis };
}

/** Status, code and reason of the response to a client that reconnects. */
async function outcomeOfResuming(
  url: string,
  { lastId }: EventStream,
  headers: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const client = new ApiClient(url, false, 'Accept, Authorization');
  const resumed = { Accept: EVENT_STREAM, 'Last-Event-ID': lastId, ...headers };
  const { status, document } = await client.get('/changes', { headers: resumed });
  const [error] = document.errors;
  return [status, error.code, ...(error.meta?.reason === undefined ? [] : [error.meta.reason])];
}

describe('A stream of changes ends', () => {
  const connect = streamsClosedAfterEach();

  it('after CHANGES_STREAM_SECONDS, or up to a tenth earlier, with the position if it has moved', async () => {
    const service = await startObserved({ CHANGES_STREAM_SECONDS: '1' });
    try {
      const url = `${service.client.url}/changes`;
      const since = performance.now();
      const streams = await Promise.all([connect(url), connect(`${url}?filter[type]=person`)]);
      const opened = performance.now();
      const computer = await addComputer(service.client);
      const ends = await Promise.all(streams.map((stream) => endOf(stream, since)));
      for (const { code, millis } of ends) {
        expect(code).to.equal('stream-timeout');
        expect(millis).to.be.at.least(900);
        expect(millis - (opened - since)).to.be.below(SOON_MILLIS);
      }
      const [shown, hidden] = streams.map(({ received }) => received.map(({ event }) => event));
      expect(shown).to.deep.equal(['position', 'change', 'end']);
      expect(hidden).to.deep.equal(['position', 'position', 'end']);
      expect(streams[1].lastId).to.equal(streams[0].lastId);
      const resumed = await connect(url, { headers: { 'Last-Event-ID': streams[1].lastId } });
      expect((await service.client.delete(`/computers/${computer}`)).status).to.equal(200);
      expect((await resumed.nextChanges(1))[0]?.attributes.action).to.equal('deleted');
      await eventually('they are logged as complete', () =>
        expect(service.logged.filter(({ live, aborted }) => live === true && aborted === false)).to.have.length(2),
      );
    } finally {
      await service.stop();
    }
  });

  it('at once when the process stops, without delaying it', async () => {
    const service = await startOperated({ SHUTDOWN_GRACE_MS: '60000' });
    const streams = await Promise.all([1, 2, 3].map(() => connect(`${service.url}/changes`)));
    await Promise.all(streams.map((stream) => stream.next()));
    const since = performance.now();
    service.process.kill('SIGTERM');
    for (const { code } of await Promise.all(streams.map((stream) => endOf(stream))))
      expect(code).to.equal('service-unavailable');
    expect(await service.ended).to.equal(0);
    expect(performance.now() - since).to.be.below(SOON_MILLIS);
  });

  describe('when credentials change:', () => {
    const mine = [{ name: 'name', op: 'eq', val: { claim: 'name' } }];
    const files = writeAccessFiles({
      roles: { all, reader: reading, nothing: {}, mine: { person: { read: { where: mine } } } },
    });
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ISSUER = 'https://issuer.example.org';
    const entry = (name: string, role: string, claims: object = {}): object => ({ ...keyEntry(name, role), claims });
    const kept = [entry('writer', 'all'), entry('same', 'mine', { name: 'Ada', other: 1 })];
    const streams = new Map<string, EventStream>();
    const headersOf = new Map<string, Readonly<Record<string, string>>>();
    let service: TestService;
    let changedAt: number;

    before(async () => {
      files.writeKeys([
        ...kept,
        ...['removed', 'other-role', 'less', 'no-role'].map((name) => entry(name, 'reader')),
        entry('claim', 'mine', { name: 'Ada' }),
      ]);
      service = await startTestService({
        DATABASE_URL: 'memory:',
        ...files.environment,
        JWT_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        JWT_ISSUER: ISSUER,
        JWT_AUDIENCE: AUDIENCE,
      });
      const names = ['same', 'removed', 'other-role', 'less', 'no-role', 'claim'];
      for (const name of names) headersOf.set(name, bearer(name));
      headersOf.set('token', { Authorization: `Bearer ${await tokenFor(3)}` });
      for (const [name, headers] of headersOf)
        streams.set(name, await openStream(`${service.url}/changes`, { headers }));
      changedAt = performance.now();
      files.writeKeys([
        ...kept,
        entry('other-role', 'all'),
        entry('less', 'nothing'),
        entry('no-role', 'gone'),
        entry('claim', 'mine', { name: 'Bob' }),
      ]);
    });
    after(async () => {
      for (const stream of streams.values()) stream.close();
      await service.stop();
      files.remove();
    });

    const tokenFor = (seconds: number): Promise<string> =>
      new SignJWT({ role: 'reader' })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject('ada')
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey);

    const cases: readonly (readonly [what: string, name: string, code: string, ...next: readonly unknown[]])[] = [
      ['a key is removed', 'removed', 'invalid-token', 401, 'invalid-token'],
      ['a key has another role', 'other-role', 'position-expired', 410, 'position-expired', 'other-view'],
      ['a key has a role that may read nothing', 'less', 'forbidden', 403, 'forbidden'],
      ['a key has a role that does not exist', 'no-role', 'forbidden', 403, 'forbidden'],
      ['a claim changes', 'claim', 'position-expired', 410, 'position-expired', 'other-view'],
      ['a token expires', 'token', 'invalid-token', 401, 'invalid-token'],
    ];
    for (const [what, name, code, ...next] of cases)
      it(what, async () => {
        const [stream, headers] = [streams.get(name), headersOf.get(name)];
        if (stream === undefined || headers === undefined) throw new Error(`no stream of ${name}`);
        const end = await endOf(stream, changedAt);
        expect(end.code).to.equal(code);
        expect(end.millis).to.be.below(name === 'token' ? SOON_MILLIS + 3000 : SOON_MILLIS);
        expect(await outcomeOfResuming(service.url, stream, headers)).to.deep.equal(next);
      });

    it('but not for anybody else', async () => {
      const client = new ApiClient(service.url, false, 'Accept, Authorization');
      const data = { type: 'person', attributes: { name: 'Ada' } };
      expect((await client.post('/persons', { data }, { headers: bearer('writer') })).status).to.equal(201);
      const [told] = (await streams.get('same')?.nextChanges(1)) ?? [];
      expect(told?.attributes).to.include({ action: 'created' });
    });
  });

  it('when the key that signed its token is no longer accepted', async () => {
    const [first, second]: readonly JWK[] = await Promise.all([signingKey('first'), signingKey('second')]);
    if (first === undefined || second === undefined) throw new Error('no keys');
    const issuer = await startIssuer([first]);
    let ahead = 0;
    const now = (): number => Date.now() + ahead;
    const rules = { issuer: issuer.url, audience: AUDIENCE, roleClaim: 'role' };
    const tokens = new JwtAuthenticator(new IssuerKeys(new URL(issuer.jwksUrl), { now }), rules, now);
    const authenticator = new BearerAuthenticator({ keys: undefined, tokens });
    const access = { ...accessFor({ roles: { reader: reading } }, []), authenticator };
    const app = await serveApp(new MemoryUnitOfWork(), { access });
    try {
      const headers = { Authorization: `Bearer ${await issuer.token({ sub: 'ada', role: 'reader' })}` };
      const stream = await connect(`${app.url}/changes`, { headers });
      await issuer.restart([second]);
      ahead = 10 * 60 * 1000;
      const end = await endOf(stream);
      expect(end.code).to.equal('invalid-token');
      expect(end.millis).to.be.below(SOON_MILLIS);
      expect(await outcomeOfResuming(app.url, stream, headers)).to.deep.equal([401, 'invalid-token']);
    } finally {
      await app.close();
      await issuer.stop();
    }
  });

  describe('for a reader that takes nothing', () => {
    /** At 60 kB each, more than the buffers on the way can hold: Linux lets one grow to 32 MiB. */
    const COUNT = 1000;
    let app: Awaited<ReturnType<typeof serveApp>>;
    let stream: EventStream;
    let keys: KeyAuthenticator;

    beforeEach(async () => {
      const store = new MemoryStore();
      keys = new KeyAuthenticator();
      keys.use([{ ...keyEntry('reader', 'reader'), claims: {}, expiresAt: undefined }]);
      const authenticator = new BearerAuthenticator({ keys, tokens: undefined });
      const access = { ...accessFor({ roles: { reader: reading } }, []), authenticator };
      app = await serveApp(new MemoryUnitOfWork(store), { access });
      stream = await connect(`${app.url}/changes`, { headers: bearer('reader') });
      await stream.next();
      stream.pause();
      const before = stream.bytesRead;
      // Each character takes six in JSON.
      const escaped = '\u0001'.repeat(10_000);
      // A single write makes a single part.
      const changes = Array.from({ length: COUNT }, (_, index) => {
        const entity = anEntity('computer', String(index + 1));
        return { before: undefined, after: { ...entity, attributes: { serial: escaped } }, links: {} };
      });
      store.changes.keep(changes, noRequest, '2026-11-29T00:00:00.000Z');
      await eventually('it is being sent', () => stream.bytesRead > before);
      keys.use([]);
    });
    afterEach(() => app.close());

    it('and then reads on, between two pieces of a part', async () => {
      await pause(1500);
      stream.resume();
      const end = await endOf(stream);
      expect(end.code).to.equal('invalid-token');
      const told = stream.received.filter(({ event }) => event === 'change');
      expect(told.length).to.be.within(1, COUNT - 1);
      expect(stream.lastId).to.equal(told.at(-1)?.id);
    });

    it('any more, as it is cut off', async () => {
      const start = performance.now();
      await eventually('it is cut off', () => app.lines.some((line) => line.includes('answer broken off')));
      expect(performance.now() - start).to.be.below(SOON_MILLIS);
      stream.resume();
      expect(await stream.ended).to.equal(false);
    });
  });
});

describe('A stream of changes in memory', () => {
  const connect = streamsClosedAfterEach();

  it('ends when its position expires, which is not logged as a failure', async () => {
    const store = new MemoryStore();
    const app = await serveApp(new MemoryUnitOfWork(store), { access: undefined });
    try {
      const stream = await connect(`${app.url}/changes`);
      await stream.next();
      // More than memory keeps.
      const entity = anEntity('computer', '1');
      const after = { ...entity, attributes: { serial: 'x'.repeat(40 * 1024 * 1024) } };
      store.changes.keep([{ before: undefined, after, links: {} }], noRequest, '2026-11-29T00:00:00.000Z');
      expect((await endOf(stream)).code).to.equal('position-expired');
      const resumed = { Accept: EVENT_STREAM, 'Last-Event-ID': stream.lastId };
      const { status, document } = await new ApiClient(app.url).get('/changes', { headers: resumed });
      expect([status, document.errors[0].meta.reason]).to.deep.equal([410, 'too-old']);
      expect(app.lines.join('\n')).not.to.contain('broken off');
    } finally {
      await app.close();
    }
  });
});

describe('A subject', () => {
  const connect = streamsClosedAfterEach();

  it('may open a fifth of the streams', async () => {
    const policy = { anonymous: 'reader', roles: { reader: reading, all } };
    const files = writeAccessFiles(policy);
    const service = await startTestService({ DATABASE_URL: 'memory:', ...files.environment, MAX_SUBSCRIBERS: '10' });
    const client = new ApiClient(service.url, false, 'Accept, Authorization');
    try {
      const places = (headers: Readonly<Record<string, string>>): Promise<EventStream[]> =>
        Promise.all([1, 2].map(() => connect(`${service.url}/changes`, { headers })));
      for (const headers of [bearer('reader'), bearer('all'), {}]) {
        await places(headers);
        const refused = await client.get('/changes', { headers: { Accept: EVENT_STREAM, ...headers } });
        expect(refused.status).to.equal(503);
        expect(refused.headers['retry-after']).to.equal('5');
      }
    } finally {
      await service.stop();
      files.remove();
    }
  });

  it('needs credentials, and a role that may read something', async () => {
    const files = writeAccessFiles({ roles: { reader: reading, nothing: {} } });
    const service = await startTestService({ DATABASE_URL: 'memory:', ...files.environment });
    const client = new ApiClient(service.url, false, 'Accept, Authorization');
    const refusal = async (headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
      const answer = await client.get('/changes?page[size]=0', { headers: { Accept: EVENT_STREAM, ...headers } });
      return [answer.status, answer.document.errors[0].code];
    };
    try {
      expect(await refusal({})).to.deep.equal([401, 'unauthenticated']);
      expect(await refusal({ Authorization: `Bearer ${keyOf('unknown')}` })).to.deep.equal([401, 'invalid-token']);
      expect(await refusal(bearer('nothing'))).to.deep.equal([403, 'forbidden']);
      expect(await refusal(bearer('reader'))).to.deep.equal([400, 'invalid-parameter']);
    } finally {
      await service.stop();
      files.remove();
    }
  });
});
