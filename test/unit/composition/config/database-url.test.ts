import { userInfo } from 'node:os';
import { expect } from 'chai';
import type { Endpoint, ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { readDatabaseUrl } from '#composition/config/database-url';
import type { HonouredParameter } from '#composition/config/url-parameters';

const systemUser = userInfo().username;

/** Parts of an address as a test writes them. */
type Parts = Partial<ServerAddress & Endpoint>;

function addressOf({ host = 'localhost', port = 5432, user = 'ada', ...others }: Parts): ServerAddress {
  return {
    endpoints: [{ host, port }],
    target: 'any',
    user,
    password: undefined,
    database: user,
    tls: undefined,
    applicationName: undefined,
    sessionOptions: undefined,
    ...others,
  };
}

const PORTS = /^must be a URL with one port, or a port for each host$/;
const TARGETS =
  /^must be a URL whose target_session_attrs is any, read-write or primary; the others find hosts that accept no writes$/;

/** The address in most URLs with parameters. */
const APP = { host: 'db', database: 'app' };
const TLS = { verify: 'nothing', authorities: undefined, identity: undefined, direct: false } as const;

/** A value for each parameter that changes the address of `ada@db/app`, or that is refused because it needs another parameter. */
const EFFECTIVE: Readonly<Record<HonouredParameter, string>> = {
  host: 'other',
  port: '1',
  user: 'bob',
  password: 'pw',
  dbname: 'other',
  application_name: 'a',
  fallback_application_name: 'a',
  options: '-c work_mem=64MB',
  sslmode: 'disable',
  sslrootcert: 'system',
  sslcert: 'client.pem',
  sslkey: 'client.key',
  sslnegotiation: 'direct',
  ssl_min_protocol_version: 'TLSv1.3',
  ssl_max_protocol_version: 'TLSv1.3',
  channel_binding: 'require',
  target_session_attrs: 'primary',
};

describe('A database URL', () => {
  for (const [name, value] of Object.entries(EFFECTIVE))
    it(`is read with its ${name}`, () => {
      const url = 'postgres://ada@db/app?sslmode=require';
      expect(readDatabaseUrl(`${url}&${name}=${encodeURIComponent(value)}`, {})).not.to.deep.equal(
        readDatabaseUrl(url, {}),
      );
    });

  const read: readonly (readonly [url: string, parts: Parts])[] = [
    ['postgres://ada@db.example/app', { host: 'db.example', database: 'app' }],
    ['postgresql://ada:pw@db:6432/app', { host: 'db', port: 6432, password: 'pw', database: 'app' }],
    // Names
    ['postgres://ada@db/a%2Fb%3Fc%23d%25e', { host: 'db', database: 'a/b?c#d%e' }],
    ['postgres://ada@db/a/b#c', { host: 'db', database: 'a/b#c' }],
    ['postgres://ada@db/%2Fapp', { host: 'db', database: '/app' }],
    ['postgres://ada@db/d%C3%A4ta+1 2', { host: 'db', database: 'däta+1 2' }],
    ['postgres://ada@db/my@app', { host: 'db', database: 'my@app' }],
    ['postgres://ada@db/postgres%3A%2F%2Fx', { host: 'db', database: 'postgres://x' }],
    [
      'postgres://a%3Ab%40c:%3A%2F%3F%23%40%25@db/app',
      { host: 'db', user: 'a:b@c', password: ':/?#@%', database: 'app' },
    ],
    ['postgres://ada:p#w?1:2+3@db/app', { host: 'db', password: 'p#w?1:2+3', database: 'app' }],
    // Hosts
    ['postgres://ada@[::1]/app', { host: '::1', database: 'app' }],
    ['postgres://ada@[fe80::1%25eth0]:6432/app', { host: 'fe80::1%eth0', port: 6432, database: 'app' }],
    ['postgres://ada@%2Fvar%2Frun:6432/app', { host: '/var/run', port: 6432, database: 'app' }],
    ['postgres://ada@/app?host=/var/run&port=6432', { host: '/var/run', port: 6432, database: 'app' }],
    ['postgres://ada@/app?host=%2Fvar%2Frun', { host: '/var/run', database: 'app' }],
    ['postgres://ada@/app?host=::1', { host: '::1', database: 'app' }],
    ['postgres://ada@db:/app', { host: 'db', database: 'app' }],
    // Parameters
    [
      'postgres://?user=bob&password=p+w%26&dbname=a/b&host=db&port=1',
      { host: 'db', port: 1, user: 'bob', password: 'p+w&', database: 'a/b' },
    ],
    [
      'postgres://ada:pw@db:1/app?user=bob&password=other&dbname=b&host=h&port=2',
      { host: 'h', port: 2, user: 'bob', password: 'other', database: 'b' },
    ],
    ['postgres://ada@db?dbname=app&', { host: 'db', database: 'app' }],
    ['postgres://ada@db/app?dbname=b&dbname=&host=', {}],
    [
      'postgres://ada@db/app?application_name=a%20b+c&options=-c%20work_mem=64MB',
      { host: 'db', database: 'app', applicationName: 'a b+c', sessionOptions: '-c work_mem=64MB' },
    ],
    ['postgres://ada@db/app?application_name=a&fallback_application_name=b', { ...APP, applicationName: 'a' }],
    ['postgres://ada@db/app?fallback_application_name=b', { ...APP, applicationName: 'b' }],
    ['postgres://ada@db/app?channel_binding=disable', APP],
    ['postgres://ada@db/app?channel_binding=prefer', { ...APP, channelBinding: 'prefer' }],
    ['postgres://ada@db/app?channel_binding=require&sslmode=require', { ...APP, tls: TLS, channelBinding: 'require' }],
    // Parameters without effect
    ['postgres://ada@db/app?connect_timeout=10&keepalives=1&keepalives_idle=5&tcp_user_timeout=0', APP],
    ['postgres://ada@db/app?gssencmode=prefer&sslsni=1&sslcertmode=&client_encoding=UTF-8', APP],
    // Missing parts
    ['postgres://ada@db', { host: 'db' }],
    ['postgres://ada@db/', { host: 'db' }],
    ['postgres://ada:@db', { host: 'db' }],
    ['postgres:///app', { user: systemUser, database: 'app' }],
    ['postgres://@db/app', { host: 'db', user: systemUser, database: 'app' }],
    ['postgres://:pw@db/app', { host: 'db', user: systemUser, password: 'pw', database: 'app' }],
    ['postgres://', { user: systemUser }],
  ];
  for (const [url, parts] of read)
    it(`is read like libpq reads it: ${url}`, () => {
      expect(readDatabaseUrl(url, {})).to.deep.equal({ value: addressOf(parts) });
    });

  const lists: readonly (readonly [url: string, endpoints: readonly string[], target?: string])[] = [
    ['postgres://ada:secret@db:1,db:2/app', ['db 1', 'db 2']],
    ['postgres://ada@a,b,c/app', ['a 5432', 'b 5432', 'c 5432']],
    ['postgres://ada@a,b:1/app', ['a 5432', 'b 1']],
    ['postgres://ada@[::1]:1,[fe80::1%25eth0],db:3/app', ['::1 1', 'fe80::1%eth0 5432', 'db 3']],
    ['postgres://ada@a,,b/app', ['a 5432', 'localhost 5432', 'b 5432']],
    ['postgres://ada@a%2Cb/app', ['a 5432', 'b 5432']],
    ['postgres://ada@%2Frun:1,db:2/app', ['/run 1', 'db 2']],
    ['postgres://ada@/app?host=/run/a,/run/b', ['/run/a 5432', '/run/b 5432']],
    ['postgres://ada@/app?host=a,b&port=1', ['a 1', 'b 1']],
    ['postgres://ada@/app?host=a,b&port=1,2', ['a 1', 'b 2']],
    ['postgres://ada@/app?host=a,b&port=,2', ['a 5432', 'b 2']],
    ['postgres://ada@db:1/app?host=a,b', ['a 1', 'b 1']],
    ['postgres://ada@a,b/app?target_session_attrs=read-write', ['a 5432', 'b 5432']],
    ['postgres://ada@a,b/app?target_session_attrs=primary', ['a 5432', 'b 5432'], 'primary'],
    ['postgres://ada@a,b/app?target_session_attrs=any', ['a 5432', 'b 5432'], 'any'],
    ['postgres://ada@a/app?target_session_attrs=primary', ['a 5432'], 'primary'],
  ];
  for (const [url, endpoints, target = 'read-write'] of lists)
    it(`can name several hosts, of which one takes writes: ${url}`, () => {
      const read = readDatabaseUrl(url, {});
      if ('refusal' in read) throw new Error(read.refusal);
      expect(read.value.endpoints.map(({ host, port }) => `${host} ${port}`)).to.deep.equal(endpoints);
      expect(read.value.target).to.equal(target);
    });

  it('leaves lists of hosts and what they are to do to the variables', () => {
    const environment = { PGHOST: 'a,/run', PGPORT: '1,2', PGTARGETSESSIONATTRS: 'primary' };
    const endpoints = [
      { host: 'a', port: 1 },
      { host: '/run', port: 2 },
    ] as const;
    expect(readDatabaseUrl('postgres://ada@/', environment)).to.deep.equal({
      value: addressOf({ endpoints, target: 'primary' }),
    });
  });

  it('keeps TLS for those hosts that are no folders of sockets', () => {
    const read = (hosts: string) => readDatabaseUrl(`postgres://ada@/?host=${hosts}&sslmode=require`, {});
    expect(read('/run,db')).to.have.nested.property('value.tls.verify', 'nothing');
    expect(read('/run,/tmp')).to.have.nested.property('value.tls', undefined);
  });

  it('leaves the rest to the variables that libpq knows', () => {
    const environment = { PGHOST: '/run', PGPORT: '6432', PGUSER: 'eve', PGPASSWORD: 'pw', PGDATABASE: 'app' };
    const others = { PGAPPNAME: 'me', PGOPTIONS: '-c x=y', PGCHANNELBINDING: 'prefer' };
    const rest = { applicationName: 'me', sessionOptions: '-c x=y', channelBinding: 'prefer' } as const;
    expect(readDatabaseUrl('postgres://', { ...environment, ...others })).to.deep.equal({
      value: addressOf({ host: '/run', port: 6432, user: 'eve', password: 'pw', database: 'app', ...rest }),
    });
    const url = 'postgres://ada:secret@db:1/x?application_name=n&options=-c';
    expect(readDatabaseUrl(url, { ...environment, ...others })).to.deep.equal({
      value: addressOf({
        host: 'db',
        port: 1,
        password: 'secret',
        database: 'x',
        applicationName: 'n',
        sessionOptions: '-c',
        channelBinding: 'prefer',
      }),
    });
    expect(readDatabaseUrl('postgres://ada@', { PGHOST: '', PGUSER: '' })).to.deep.equal({ value: addressOf({}) });
  });

  const syntax = /^must be postgres:\/\/user:password@host:port\/database, with special characters percent-encoded$/;
  const refused: readonly (readonly [url: string, refusal: RegExp])[] = [
    ['postgres:/ada:secret@db/app', syntax],
    ['postgres:ada:secret@db/app', syntax],
    ['Postgres://ada:secret@db/app', syntax],
    ['postgresq://ada:secret@db/app', syntax],
    ['postgres://ada:sec@ret@db/app', syntax],
    ['postgres://ada:1/secret@db/app', syntax],
    ['postgres://ada:secret%@db/app', syntax],
    ['postgres://ada:secret%zz@db/app', syntax],
    ['postgres://ada:secret%ff@db/app', syntax],
    ['postgres://ada:secret%00@db/app', syntax],
    ['postgres://ada@db/app?password=secret%00', syntax],
    ['postgres://ada:secret@[::1/app', syntax],
    ['postgres://ada:secret@[]/app', syntax],
    ['postgres://ada:secret@[::1]5432/app', syntax],
    ['postgres://ada:secret@::1/app', syntax],
    ['postgres://ada:secret@db:1,db:2:3/app', syntax],
    ['postgres://ada:secret@db:1,db:x/app', /^must be a URL with a port from 1 to 65535$/],
    ['postgres://ada:secret@/app?host=a,b,c&port=1,2', PORTS],
    ...['read-only', 'standby', 'prefer-standby', 'secret'].map(
      (target) => [`postgres://ada@db/app?target_session_attrs=${target}`, TARGETS] as const,
    ),
    ['postgres://ada:secret@db:x/app', /^must be a URL with a port from 1 to 65535$/],
    ['postgres://ada:secret@db:0/app', /^must be a URL with a port from 1 to 65535$/],
    ['postgres://ada:secret@db:65536/app', /^must be a URL with a port from 1 to 65535$/],
    ['postgres://ada:secret@db/app?port=1,2', PORTS],
    ['postgres://ada@db/app?password=x&secret', syntax],
    ['postgres://ada:secret@db/app?sslmode', syntax],
    [
      'postgres://ada@db/app?password=x&secret=y',
      /^must be a URL without unknown parameters; allowed parameters: host, port, /,
    ],
    ['postgres://ada:p@ss?secret=x@db/app', /^must be a URL without unknown parameters; /],
    [
      'postgres://ada:secret@db/app?SSLMODE=disable&toString=x',
      /^must be a URL without "SSLMODE" \(did you mean sslmode\?\), "toString"; allowed parameters: .*, sslmode, /,
    ],
    [
      'postgres://ada:secret@db/app?schema=public&pgbouncer=true&connection_limit=1',
      /^must be a URL without schema \(use options=-csearch_path%3DNAME, .*\), pgbouncer \(.*DB_PREPARED=off.*\), connection_limit \(set POOL_SIZE\); /,
    ],
    ['postgres://ada@db/app?password=secret&pgbouncer=true', /^must be a URL without pgbouncer \(/],
    [
      'postgres://ada:secret@db/app?gssencmode=require',
      /^must be a URL without gssencmode \(except as disable or prefer\); /,
    ],
    [
      'postgres://ada:secret@db/app?channel_binding=Require',
      /^must be a URL whose channel_binding is disable, prefer or require$/,
    ],
    ...['db/app?channel_binding=require', '/app?host=/run,db&sslmode=require&channel_binding=require'].map(
      (rest) =>
        [
          `postgres://ada:secret@${rest}`,
          /^must be a URL with an sslmode that encrypts and without Unix sockets /,
        ] as const,
    ),
  ];
  for (const [url, refusal] of refused)
    it(`is refused without repeating it: ${url}`, () => {
      const answer = readDatabaseUrl(url, {});
      expect(answer).to.have.property('refusal').that.matches(refusal);
      expect(JSON.stringify(answer)).not.to.contain('secret');
    });
});
