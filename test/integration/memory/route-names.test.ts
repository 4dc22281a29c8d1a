import { expect } from 'chai';
import { exportFormats } from '#adapters/http/api/export-formats';
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { eventually } from '../../support/eventually.ts';
import { fetchFile } from '../../support/fetch-file.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';

/** Methods and names of the routes of related resources, and of linkage below. */
const toMany = [
  ['GET', 'list'],
  ['POST', 'create'],
] as const;
const toOne = [
  ['GET', 'detail'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
] as const;
const linkage = [
  ['GET', 'linkage'],
  ['POST', 'link'],
  ['PATCH', 'replace'],
  ['DELETE', 'unlink'],
] as const;

describe('The routes of resources', () => {
  let service: ObservedService;

  before(async () => {
    service = await startObserved();
  });
  after(() => service.stop());

  for (const resource of Object.values(resources))
    it(`are named after the plural of a ${resource.type} in logs and metrics`, async () => {
      const routes = routesOf(resource);
      const known = service.logged.length;
      for (const [method, path] of routes) await service.client.send(method, path);
      expect(service.logged.slice(known).map(({ route }) => route)).to.deep.equal(routes.map(([, , name]) => name));
      for (const [, , name] of routes)
        expect(await service.admin.sum('http_request_duration_seconds_count', `route="${name}"`), name).to.equal(1);
    });

  it('have the same name for every encoding of the path', async () => {
    const known = service.logged.length;
    for (const path of ['/p%65rsons/%31', '/persons%2F1']) await service.client.get(path);
    expect(service.logged.slice(known).map(({ route }) => route)).to.deep.equal(['persons.detail', 'unmatched']);
  });

  for (const { type, plural } of Object.values(resources))
    for (const format of Object.keys(exportFormats))
      it(`tell the ${format} export of a ${type} from its list`, async () => {
        await fetchFile(service.client, `/export/${plural}.${format}`);
        const route = `${plural}.export.${format}`;
        await eventually('it is logged', () => service.logged.at(-1)?.['route'] === route);
        expect(await service.admin.sum('http_request_duration_seconds_count', `route="${route}"`)).to.equal(1);
      });
});

type NamedRoute = readonly [method: string, path: string, name: string];

function routesOf(resource: Resource): readonly NamedRoute[] {
  const { plural, path } = resource;
  return [
    ['GET', path, `${plural}.list`],
    ['POST', path, `${plural}.create`],
    ['GET', `${path}/1`, `${plural}.detail`],
    ['PATCH', `${path}/1`, `${plural}.update`],
    ['DELETE', `${path}/1`, `${plural}.delete`],
    ...Object.entries(relationshipsOf(resource)).flatMap(([name, { cardinality }]): readonly NamedRoute[] => [
      ...(cardinality === 'many' ? toMany : toOne).map(
        ([method, does]) => [method, `${path}/1/${name}`, `${plural}.${name}.${does}`] as const,
      ),
      ...linkage.map(
        ([method, does]) => [method, `${path}/1/relationships/${name}`, `${plural}.${name}.${does}`] as const,
      ),
    ]),
  ];
}
