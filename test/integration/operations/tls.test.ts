import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { messageOf } from '#application/model/describe-error';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { certificate, certificateFile } from '../../support/tls/certificates.ts';
import { intercept } from '../../support/tls/interceptor.ts';

/** `ada` must use TLS, `guest` need not, and `carol` must also show a certificate. `dora` and `emil` have passwords. */
const ACCESS = `local all all trust
host postgres postgres 127.0.0.1/32 trust
hostssl all ada 127.0.0.1/32 trust
host all guest 127.0.0.1/32 trust
hostssl all carol 127.0.0.1/32 trust clientcert=verify-ca
hostssl all dora 127.0.0.1/32 scram-sha-256
hostssl all emil 127.0.0.1/32 password
`;

const authority = `sslrootcert=${certificateFile('authority')}`;
const verified = `sslmode=verify-full&${authority}`;
const shows = (name: 'client' | 'stranger' | 'expired'): string =>
  `${verified}&sslcert=${certificateFile(name)}&sslkey=${certificateFile('key')}`;

describe('TLS to a server', () => {
  let server: PrivateServer;
  let administrator: Database;

  before(async () => {
    server = await PrivateServer.create();
    server.write('pg_hba.conf', ACCESS);
    server.write('authority.crt', certificate('authority'));
    server.write('server.crt', certificate('server'));
    server.write('server.key', certificate('key'));
    await server.start();
    administrator = openServer(server.url);
    for (const role of ['ada', 'guest', 'carol', 'dora', 'emil'])
      await sql`create role ${sql.id(role)} login superuser password 'secret'`.execute(administrator.kysely);
    await sql`alter system set ssl_ca_file = 'authority.crt'`.execute(administrator.kysely);
    await encrypt('on');
  });
  after(async () => {
    await administrator.close();
    await server.remove();
  });

  const encrypt = async (ssl: 'on' | 'off'): Promise<void> => {
    await sql`alter system set ssl = ${sql.lit(ssl)}`.execute(administrator.kysely);
    await reload();
  };
  const present = async (name: 'server' | 'expired' | 'named'): Promise<void> => {
    server.write('server.crt', certificate(name));
    await reload();
  };
  const allow = async (access: string): Promise<void> => {
    server.write('pg_hba.conf', access);
    await reload();
  };
  /** Has the server read its files, and waits until new connections see it. */
  const reload = async (): Promise<void> => {
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at, pg_reload_conf()`.execute(
      administrator.kysely,
    );
    await eventually('the files are read', () =>
      using(server.url, async ({ kysely }) => {
        const read = sql<{ done: boolean }>`select pg_conf_load_time() >= ${rows[0]?.at}::timestamptz as done`;
        return (await read.execute(kysely)).rows[0]?.done;
      }),
    );
  };

  const urlOf = (user: string, parameters: string, host = '127.0.0.1'): string =>
    `postgres://${user}@${host}:${server.port}/postgres?${parameters}`;
  const isEncrypted = (url: string): Promise<unknown> =>
    using(url, async ({ kysely }) => {
      const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(kysely);
      return rows[0];
    });

  const accepted: readonly (readonly [title: string, user: string, parameters: string])[] = [
    ['require', 'ada', 'sslmode=require'],
    ['no-verify', 'ada', 'sslmode=no-verify'],
    ['require and an authority', 'ada', `sslmode=require&${authority}`],
    ['verify-ca', 'ada', `sslmode=verify-ca&${authority}`],
    ['verify-full', 'ada', verified],
    ['an authority alone', 'ada', authority],
    ['a certificate of its own', 'carol', shows('client')],
  ];
  for (const [title, user, parameters] of accepted)
    it(`is used with ${title}`, async () => {
      expect(await isEncrypted(urlOf(user, parameters))).to.deep.equal({ ssl: true });
    });

  describe('with channel binding', () => {
    const REQUIRED = 'sslmode=require&channel_binding=require';
    const REFUSAL = /the server does not offer channel binding, which channel_binding=require demands$/;
    before(async () => {
      await present('server');
      await encrypt('on');
    });

    const withPassword = (user: string): string => `${user}:secret`;

    it('is used if the server knows the password, also with prepared statements and several hosts', async () => {
      for (const parameters of [
        REQUIRED,
        `${REQUIRED}&target_session_attrs=primary`,
        'sslmode=require&channel_binding=prefer',
      ])
        expect(await isEncrypted(urlOf(withPassword('dora'), parameters)), parameters).to.deep.equal({ ssl: true });
    });

    for (const [user, proof] of [
      ['ada', 'asks for nothing'],
      ['emil', 'asks for the password itself'],
    ] as const)
      it(`ends the start when the server ${proof}`, async () => {
        await isEncrypted(urlOf(withPassword(user), 'sslmode=require&channel_binding=prefer'));
        for (const parameters of [REQUIRED, `${REQUIRED}&target_session_attrs=primary`])
          await expectRefused(urlOf(withPassword(user), parameters), REFUSAL);
      });

    it('ends the start when somebody intercepts the connection', async () => {
      const interceptor = await intercept(server.port, 'named');
      try {
        const through = (parameters: string): string =>
          `postgres://dora:secret@127.0.0.1:${interceptor.port}/postgres?${parameters}`;
        expect(await isEncrypted(through('sslmode=require'))).to.deep.equal({ ssl: true });
        await expectRefused(through(REQUIRED), /SCRAM channel binding check failed$/);
      } finally {
        await interceptor.close();
      }
    });
  });

  it('is limited to the TLS versions in the URL', async () => {
    const version = (parameters: string): Promise<unknown> =>
      using(urlOf('ada', parameters), async ({ kysely }) => {
        const { rows } = await sql`select version from pg_stat_ssl where pid = pg_backend_pid()`.execute(kysely);
        return rows[0];
      });
    expect(await version('sslmode=require&ssl_max_protocol_version=TLSv1.2')).to.deep.equal({ version: 'TLSv1.2' });
    expect(await version('sslmode=require&ssl_min_protocol_version=TLSv1.3')).to.deep.equal({ version: 'TLSv1.3' });
  });

  it('is not used with disable, by default and on a Unix socket', async () => {
    expect(await isEncrypted(urlOf('guest', 'sslmode=disable'))).to.deep.equal({ ssl: false });
    expect(await isEncrypted(urlOf('guest', ''))).to.deep.equal({ ssl: false });
    expect(await isEncrypted(urlOf('ada', verified, encodeURIComponent(server.socketFolder)))).to.deep.equal({
      ssl: false,
    });
  });

  const refused: readonly (readonly [title: string, user: string, parameters: string, message: RegExp])[] = [
    ['the server demands TLS and the URL none', 'ada', 'sslmode=disable', /no encryption$/],
    [
      'the URL allows plain text',
      'ada',
      'sslmode=prefer',
      /^DATABASE_URL must be .*disable, require, verify-ca, verify-full/,
    ],
    ['nobody trusts the authority', 'ada', 'sslmode=verify-full', /self-signed certificate|unable to/],
    [
      'another authority is trusted',
      'ada',
      `sslmode=verify-ca&sslrootcert=${certificateFile('stranger')}`,
      /self-signed certificate|unable to/,
    ],
    ['the server demands a certificate', 'carol', verified, /requires a valid client certificate$/],
    ['the certificate is from another authority', 'carol', shows('stranger'), /alert unknown ca/],
    ['the certificate has expired', 'carol', shows('expired'), /alert certificate expired/],
  ];
  for (const [title, user, parameters, message] of refused)
    it(`ends the start when ${title}`, () => expectRefused(urlOf(user, parameters), message));

  it("ends the start when the server's certificate has expired, unless nobody looks", async () => {
    await present('expired');
    await expectRefused(urlOf('ada', verified), /certificate has expired$/);
    await expectRefused(urlOf('ada', `sslmode=verify-ca&${authority}`), /certificate has expired$/);
    expect(await isEncrypted(urlOf('ada', 'sslmode=require'))).to.deep.equal({ ssl: true });
  });

  it("ends the start when the server's certificate is for another host, unless nobody looks", async () => {
    await present('server');
    expect(await isEncrypted(urlOf('ada', verified))).to.deep.equal({ ssl: true });
    await expectRefused(urlOf('ada', verified, 'localhost'), /Host: localhost\. is not/);
    await present('named');
    expect(await isEncrypted(urlOf('ada', verified, 'localhost'))).to.deep.equal({ ssl: true });
    await expectRefused(urlOf('ada', verified), /IP: 127\.0\.0\.1 is not/);
    expect(await isEncrypted(urlOf('ada', `sslmode=verify-ca&${authority}`))).to.deep.equal({ ssl: true });
  });

  it('compares the certificate with the host that the connection leads to, of several', async () => {
    const listOf = (first: string, second: string): string =>
      `postgres://ada@${first}:1,${second}:${server.port}/postgres?${verified}`;
    await present('server');
    expect(await isEncrypted(listOf('localhost', '127.0.0.1'))).to.deep.equal({ ssl: true });
    // The start goes on trying: the other host may come.
    const refused = isEncrypted(listOf('127.0.0.1', 'localhost'));
    const reason = await refused.then(() => 'none', messageOf);
    expect(reason).to.match(/^no host takes writes: 127\.0\.0\.1:1 .* ECONNREFUSED .*Host: localhost\. is not/);
  });

  describe('that fails while the service runs', () => {
    let service: TestService;
    let client: ApiClient;

    before(async () => {
      await present('server');
      await encrypt('on');
      service = await startTestService({ DATABASE_URL: urlOf('ada', verified), ADMIN_PORT: '0' });
      client = new ApiClient(service.url);
    });
    after(() => service.stop());

    const reconnect = (): Promise<unknown> =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ada'`.execute(administrator.kysely);
    const faults: readonly (readonly [
      title: string,
      begin: () => Promise<void>,
      end: () => Promise<void>,
      reason: RegExp,
    ])[] = [
      ['the certificate expires', () => present('expired'), () => present('server'), /certificate has expired/],
      [
        'the certificate is for another host',
        () => present('named'),
        () => present('server'),
        /IP: 127\.0\.0\.1 is not/,
      ],
      ['TLS is turned off', () => encrypt('off'), () => encrypt('on'), /The server does not support SSL connections/],
      [
        'a certificate is demanded',
        () => allow(ACCESS.replace(/ ada (.*)/, ' ada $1 clientcert=verify-ca')),
        () => allow(ACCESS),
        /requires a valid client certificate/,
      ],
    ];
    for (const [title, begin, end, reason] of faults)
      it(`answers 503 and gives the reason when ${title}, and recovers`, async () => {
        await begin();
        await reconnect();
        try {
          // A request can still take a connection that has just been ended, and then gives that as its reason.
          await eventually('a request fails for this reason', async () => {
            const { status, headers } = await client.get('/persons');
            expect({ status, retry: headers['retry-after'] }).to.deep.equal({ status: 503, retry: '1' });
            return reason.test(JSON.stringify(service.logged.at(-1)?.facts['error'], ['message', 'cause']));
          });
          const ready = await fetch(`${String(service.adminUrl)}/ready`);
          expect(ready.status).to.equal(503);
          expect(await ready.text()).to.match(reason);
        } finally {
          await end();
        }
        await eventually('it answers', async () => (await client.get('/persons')).status === 200);
      });
  });

  it('ends the start when the server has none, instead of doing without', async () => {
    await encrypt('off');
    for (const mode of ['require', 'no-verify', 'verify-full'])
      await expectRefused(urlOf('guest', `sslmode=${mode}`), /The server does not support SSL connections$/);
    for (const mode of ['prefer', 'allow'])
      await expectRefused(
        urlOf('guest', `sslmode=${mode}`),
        /^DATABASE_URL must be .* allow and prefer do not guarantee/,
      );
    expect(await isEncrypted(urlOf('guest', 'sslmode=disable'))).to.deep.equal({ ssl: false });
  });
});

async function using<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openServer(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Expects that a service does not start. */
async function expectRefused(url: string, message: RegExp): Promise<void> {
  const start = startTestService({ DATABASE_URL: url });
  const reason = await start.then(
    (service) => service.stop().then(() => 'none'),
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
  expect(reason).to.match(message);
}
