import { expect } from 'chai';
import type { ServerAddress, Tls } from '#adapters/persistence/connection/driver/server-address';
import { driverOptions } from '#adapters/persistence/connection/driver/server-options';

const tls: Tls = { verify: 'nothing', authorities: undefined, identity: undefined, direct: false };
const address: ServerAddress = {
  endpoints: [{ host: 'db', port: 5432 }],
  target: 'any',
  user: 'ada',
  password: undefined,
  database: 'app',
  tls,
  applicationName: undefined,
  sessionOptions: undefined,
};

/** A different value for each member except the target, which selects an endpoint before the driver connects. */
const others: Readonly<Required<Omit<ServerAddress, 'target'>>> = {
  endpoints: [{ host: 'other', port: 5432 }],
  user: 'bob',
  password: 'pw',
  database: 'other',
  tls: undefined,
  channelBinding: 'prefer',
  applicationName: 'a',
  sessionOptions: '-c work_mem=64MB',
};

const othersOfTls: Readonly<Required<Tls>> = {
  verify: 'host',
  authorities: 'PEM',
  identity: { certificate: 'PEM', key: 'PEM' },
  oldest: 'TLSv1.3',
  newest: 'TLSv1.3',
  direct: true,
};

describe("The driver's options", () => {
  const former = driverOptions(address, {});

  it('are the same for the same address', () => {
    expect(driverOptions({ ...address }, {})).to.deep.equal(former);
  });

  for (const [name, value] of Object.entries(others))
    it(`depend on the ${name} of the address`, () => {
      expect(driverOptions({ ...address, [name]: value }, {})).not.to.deep.equal(former);
    });

  for (const [name, value] of Object.entries(othersOfTls))
    it(`depend on the ${name} of its TLS`, () => {
      expect(driverOptions({ ...address, tls: { ...tls, [name]: value } }, {})).not.to.deep.equal(former);
    });
});
