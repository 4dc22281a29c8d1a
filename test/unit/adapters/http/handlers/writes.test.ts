import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Api } from '#adapters/http/handlers/handler';
import { apiRoutes, type Route } from '#adapters/http/routes';
import type { ResourceWrites, UseCases } from '#adapters/http/use-cases';
import type { Json } from '#adapters/http/jsonapi/documents/read-json';
import { readConfig } from '#composition/config/config';
import { createContainer } from '#composition/container';
import { resolve, tokens } from '#composition/provide';
import { everyEntity } from '#test/contract/fixtures';
import { openWorld, type World } from '#test/support/world';

/** What is sent on each route that answers with a resource, and the identifier in its path. */
const requests: Readonly<Record<string, (world: World) => { readonly id: string; readonly data: Json }>> = {
  'persons.create': () => ({ id: '', data: { type: 'person', attributes: { name: 'Eve' } } }),
  'persons.update': ({ ada }) => ({ id: ada, data: { type: 'person', id: ada, attributes: { name: 'Eve' } } }),
  'persons.computers.create': ({ ada }) => ({ id: ada, data: { type: 'computer', attributes: { serial: 'C-9' } } }),
  'persons.computers.link': ({ ada, c3 }) => ({ id: ada, data: [{ type: 'computer', id: c3 }] }),
  'persons.computers.replace': ({ ada, c3 }) => ({ id: ada, data: [{ type: 'computer', id: c3 }] }),
  'persons.computers.unlink': ({ ada, c1 }) => ({ id: ada, data: [{ type: 'computer', id: c1 }] }),
  'computers.create': () => ({ id: '', data: { type: 'computer', attributes: { serial: 'C-9' } } }),
  'computers.update': ({ c1 }) => ({ id: c1, data: { type: 'computer', id: c1, attributes: { serial: 'C-9' } } }),
  'computers.owner.update': ({ c1, ada }) => ({
    id: c1,
    data: { type: 'person', id: ada, attributes: { name: 'Eve' } },
  }),
  'computers.owner.link': ({ c1, bob }) => ({ id: c1, data: { type: 'person', id: bob } }),
  'computers.owner.replace': ({ c1, bob }) => ({ id: c1, data: { type: 'person', id: bob } }),
  'computers.owner.unlink': ({ c1, ada }) => ({ id: c1, data: { type: 'person', id: ada } }),
};

describe('A write whose answer cannot be made', () => {
  it('is tried here on every route that answers with a resource', () => {
    const writes = routesOf(new MemoryUnitOfWork(), String).filter(({ readsBody }) => readsBody);
    expect(Object.keys(requests)).to.have.members(writes.map(({ name }) => name));
  });

  for (const [name, requestIn] of Object.entries(requests))
    it(`stores nothing: ${name}`, async () => {
      const world = await openWorld();
      const before = await everyEntity(world.unitOfWork);
      const { id, data } = requestIn(world);
      const request = { path: `/somewhere/${id}1`, id, queryString: '', document: () => ({ data }) };
      // Only a resource that is shown has a digit in its link.
      const failing = routesOf(world.unitOfWork, (path) => {
        if (/\d/.test(path)) throw new Error('cannot be shown');
        return path;
      });
      const route = failing.find((each) => each.name === name);
      const outcome = await route?.handler(request).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(Error).with.property('message', 'cannot be shown');
      expect(await everyEntity(world.unitOfWork)).to.deep.equal(before);

      await routesOf(world.unitOfWork, String)
        .find((each) => each.name === name)
        ?.handler(request);
      expect(await everyEntity(world.unitOfWork), 'the same write with an answer').to.not.deep.equal(before);
    });
});

describe('A change whose use case does not call its guard', () => {
  it('is not made', async () => {
    const world = await openWorld();
    const before = await everyEntity(world.unitOfWork);
    const update: ResourceWrites['update'] = {
      within: async ({ persons }, id) => {
        const [person] = await persons.lock([id]);
        if (person !== undefined) await persons.save([{ ...person, name: 'Eve' }]);
        return { type: 'person', id };
      },
    };
    const use = useCasesOf(world.unitOfWork);
    const api = apiOf({ ...use, writes: { ...use.writes, person: { ...use.writes.person, update } } }, String);
    const route = apiRoutes(api).find(({ name }) => name === 'persons.update');
    const data = { type: 'person', id: world.ada, attributes: { name: 'Eve' } };
    const request = { path: `/persons/${world.ada}`, id: world.ada, queryString: '', document: () => ({ data }) };
    expect(await route?.handler(request).catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(await everyEntity(world.unitOfWork)).to.deep.equal(before);
  });
});

function routesOf(unitOfWork: UnitOfWork, linkTo: (path: string) => string): readonly Route[] {
  return apiRoutes(apiOf(useCasesOf(unitOfWork), linkTo));
}

const config = readConfig({ DATABASE_URL: 'memory:' });
const service = { name: 'test', version: '0' };

function apiOf(use: UseCases, linkTo: (path: string) => string): Api {
  return { service, use, limits: config, linkTo };
}

function useCasesOf(unitOfWork: UnitOfWork): UseCases {
  const nothing = (): undefined => undefined;
  const container = createContainer({
    config,
    storage: {
      unitOfWork,
      hasStatements: false,
      unreadyReason: async () => undefined,
      poolUse: nothing,
      close: async () => undefined,
    },
    log: { info: nothing, warn: nothing, error: nothing },
    service,
    isOverloaded: () => false,
    onRequest: nothing,
  });
  return resolve(container, tokens.useCases);
}
