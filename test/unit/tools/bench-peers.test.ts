import { expect } from 'chai';
import type { Round } from '../../../bench/measure.ts';
import { factsOf, requireSame } from '../../../bench/peers/answer-facts.ts';
import { peerFiguresOf, peersTable, type PeerTurn } from '../../../bench/peers/peer-figures.ts';
import { directDependencies, versionsOf } from '../../../bench/peers/packages.ts';
import { peers } from '../../../bench/peers/peers.ts';
import { rows, type Request } from '../../../bench/rows.ts';

describe('The benchmark of peers', () => {
  const rowNamed = (name: string): (typeof rows)[number] => rows.find((row) => row.name === name) ?? expect.fail();
  const round = (requestsPerSecond: number, cpu: number): Round => ({
    requestsPerSecond,
    cpu: cpu - 1,
    databaseCpu: 1,
    clientCpu: 1,
    clientBusy: 0.5,
    p50: 1,
    p99: 2,
    megabytes: 100,
  });

  it('compares with rounds of the same turn, and takes medians', () => {
    const turns: readonly PeerTurn[] = [
      { service: round(100, 2), peers: { one: round(50, 4) } },
      { service: round(200, 3), peers: { one: round(50, 4) } },
      { service: round(300, 4), peers: { one: round(30, 4) } },
    ];
    const { cpu, requestsPerSecond, peers: compared } = peerFiguresOf(rowNamed('person'), turns);
    expect({ cpu, requestsPerSecond }).to.deep.equal({ cpu: 3, requestsPerSecond: 200 });
    expect(compared).to.deep.equal({ one: { rateRatio: 0.25, cpuRatio: { median: 0.75, iqr: 0.25 } } });
  });

  it('shows a dash for a peer that cannot answer', () => {
    const figures = peerFiguresOf(rowNamed('person'), [{ service: round(100, 2), peers: { one: round(50, 4) } }]);
    const [, , line = ''] = peersTable([figures], ['one', 'other']).split('\n');
    expect(line.split('|').map((cell) => cell.trim())).to.deep.equal([
      '',
      'GET /persons/{id}',
      '2.000',
      '100',
      '0.50 / 0.50',
      '–',
      '',
    ]);
  });

  const person = {
    type: 'person',
    id: '7',
    relationships: { computers: { data: [{ id: '9' }, { id: '8' }] } },
  };
  const included = [{ type: 'computer', id: '9' }];
  for (const document of [
    { data: { ...person, attributes: { birth_date: '1999-12-31' } }, included, meta: { count: 3 } },
    { data: [{ ...person, attributes: { birthDate: '1999-12-31' } }], included, meta: { totalItems: 3 } },
  ])
    it(`reads the facts of ${JSON.stringify(document.meta)}`, () => {
      expect(factsOf(200, JSON.stringify(document), false)).to.deep.equal({
        status: 200,
        ids: ['7'],
        values: ['1999-12-31'],
        linkage: [['8', '9']],
        included: ['computer 9'],
        total: 3,
      });
    });

  it('tells an unset value and missing linkage from none', () => {
    const { values, linkage } = factsOf(
      200,
      JSON.stringify({ data: [{ id: '1', attributes: { birth_date: null } }] }),
      false,
    );
    expect({ values, linkage }).to.deep.equal({ values: [null], linkage: [undefined] });
  });

  it('refuses answers that differ, unless they may', () => {
    const facts = factsOf(200, '{"data":[]}', false);
    const other = { ...facts, total: 1 };
    expect(() => requireSame([other], [facts], [])).to.throw();
    expect(() => requireSame([other], [facts], ['total'])).not.to.throw();
    expect(() => requireSame([other, facts], [facts], ['total'])).to.throw();
  });

  it('names the installed versions', () => {
    const { folder, packages = [] } = peers.find(({ name }) => name === 'bare Koa') ?? expect.fail();
    const { koa, pg } = directDependencies(folder);
    expect(versionsOf(folder, packages)).to.equal(`koa ${koa}, pg ${pg}`);
  });

  for (const { name, folder } of peers.filter(({ packages }) => packages === undefined))
    it(`requires exact versions of the packages of ${name}, which has no lockfile`, () => {
      for (const version of Object.values(directDependencies(folder)))
        expect(version).to.match(/^\d+\.\d+\.\d+(-\w+)?$/);
    });

  it('asks each peer in its own language', () => {
    const firstOf = (peer: string, name: string): Request | undefined =>
      peers.find((each) => each.name === peer)?.ask(rowNamed(name))?.(0, 1000)[0];
    const linked = rowNamed('link').requests(0, 1000)[0];
    expect(linked).to.deep.include({ method: 'POST', path: '/persons/0/relationships/computers' });
    expect(firstOf('bare Koa', 'link')).to.deep.equal(linked);
    expect(firstOf('json-api-nestjs', 'link')).to.deep.equal({ ...linked, path: '/person/0/relationships/computers' });
    expect(firstOf('Kurier', 'link')).to.deep.include({ method: 'PATCH', path: '/computers/10' });
    expect(firstOf('Kurier', 'update')?.body).to.include('"birthDate"');
    expect(firstOf('Kurier', 'include')).to.equal(undefined);
  });
});
