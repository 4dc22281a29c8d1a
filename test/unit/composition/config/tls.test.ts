import { dirname } from 'node:path';
import { expect } from 'chai';
import type { Tls } from '#adapters/persistence/connection/driver/server-address';
import { readDatabaseUrl } from '#composition/config/database-url';
import { certificate, certificateFile } from '../../../support/tls/certificates.ts';

const NOTHING: Tls = { verify: 'nothing', authorities: undefined, identity: undefined, direct: false };
const authorities = certificate('authority');
const identity = { certificate: certificate('client'), key: certificate('key') };

const certificateFolder = dirname(certificateFile('key'));
const ca = `sslrootcert=${certificateFile('authority')}`;
const cert = `sslcert=${certificateFile('client')}`;
const key = `sslkey=${certificateFile('key')}`;

describe('TLS to the database', () => {
  const read: readonly (readonly [title: string, parameters: string, tls: Partial<Tls> | undefined])[] = [
    ['is off by default', '', undefined],
    ['is off with disable, whatever else is given', `sslmode=disable&sslrootcert=/nowhere&${cert}`, undefined],
    ['encrypts with require', 'sslmode=require', {}],
    ['encrypts with no-verify', 'sslmode=no-verify', {}],
    [
      'verifies the authority with require, if one is named',
      `sslmode=require&${ca}`,
      { verify: 'authority', authorities },
    ],
    ['verifies the authority with verify-ca', `sslmode=verify-ca&${ca}`, { verify: 'authority', authorities }],
    ['verifies the host with verify-full', `sslmode=verify-full&${ca}`, { verify: 'host', authorities }],
    ['trusts the authorities of Node with verify-full alone', 'sslmode=verify-full', { verify: 'host' }],
    ['trusts the authorities of Node as system', 'sslmode=verify-full&sslrootcert=system', { verify: 'host' }],
    ['is verify-full when only an authority is named', ca, { verify: 'host', authorities }],
    ['is verify-full when only a certificate is named', `${cert}&${key}`, { verify: 'host', identity }],
    ['shows a certificate', `sslmode=require&${cert}&${key}`, { identity }],
    [
      'can be limited to certain versions',
      'sslmode=require&ssl_min_protocol_version=TLSv1.2&ssl_max_protocol_version=TLSv1.3',
      { oldest: 'TLSv1.2', newest: 'TLSv1.3' },
    ],
    ['can start at once', 'sslmode=require&sslnegotiation=direct', { direct: true }],
  ];
  for (const [title, parameters, tls] of read)
    it(title, () => {
      const expected = tls === undefined ? undefined : { ...NOTHING, ...tls };
      const address = readDatabaseUrl(`postgres://ada@db/app?${parameters}`, {});
      expect(address).to.have.property('value').that.has.property('tls').that.deep.equals(expected);
    });

  it('takes the variables of libpq', () => {
    const environment = { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: certificateFile('authority') };
    const address = readDatabaseUrl('postgres://ada@db', environment);
    const tls = { ...NOTHING, verify: 'authority', authorities };
    expect(address).to.have.property('value').that.has.property('tls').that.deep.equals(tls);
  });

  it('is not used on a Unix socket', () => {
    const address = readDatabaseUrl('postgres://ada@%2Frun/app?sslmode=verify-full', {});
    expect(address).to.have.property('value').that.has.property('tls', undefined);
  });

  const modes = /^must be a URL with one of disable, require, verify-ca, verify-full, no-verify as sslmode: /;
  const refused: readonly (readonly [parameters: string, refusal: RegExp])[] = [
    ['sslmode=allow', modes],
    ['sslmode=prefer', modes],
    ['sslmode=Require', modes],
    ['sslmode=verify_full', modes],
    ['sslmode=verify-ca', /^must be a URL with a sslrootcert for sslmode=verify-ca$/],
    ['sslmode=require&sslrootcert=system', /^must be a URL with sslmode=verify-full for sslrootcert=system$/],
    ['sslmode=verify-ca&sslrootcert=system', /^must be a URL with sslmode=verify-full for sslrootcert=system$/],
    [cert, /^must be a URL with both sslcert and sslkey, or neither$/],
    [`sslmode=require&${key}`, /^must be a URL with both sslcert and sslkey, or neither$/],
    ['sslrootcert=/nowhere', /^must be a URL of usable certificates: ENOENT.*'\/nowhere'$/],
    [`sslrootcert=${certificateFile('key')}`, /^must be a URL of usable certificates: .*PEM/],
    [`sslkey=/nowhere&${cert}`, /^must be a URL of usable certificates: ENOENT.*'\/nowhere'$/],
    [`sslkey=${certificateFile('client')}&${cert}`, /^must be a URL of usable certificates: .*/],
    [
      'sslmode=require&ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2',
      /^must be a URL whose ssl_min_protocol_version is not higher than its ssl_max_protocol_version$/,
    ],
    [
      'sslmode=require&ssl_min_protocol_version=1.3',
      /^must be a URL whose ssl_min_protocol_version and ssl_max_protocol_version are among TLSv1, /,
    ],
    ['sslmode=require&sslnegotiation=later', /^must be a URL with postgres or direct as sslnegotiation$/],
  ];
  for (const [parameters, refusal] of refused)
    it(`refuses ${parameters.replaceAll(certificateFolder, '')}`, () => {
      const address = readDatabaseUrl(`postgres://ada@db/app?${parameters}`, {});
      expect(address).to.have.property('refusal').that.matches(refusal);
    });
});
