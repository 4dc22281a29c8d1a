import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { ownedRelationships, typeOf, type OwnedRelationship } from '#application/model/owned-resources';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { unconditional } from '#adapters/http/conditions/conditions';
import { ApiError } from '#adapters/http/jsonapi/documents/errors';
import { apiRoutes, type Route } from '#adapters/http/routes';
import type { ResourceWrites } from '#adapters/http/use-cases';
import { resources } from '#adapters/http/jsonapi/resources/resources';
import type { Json } from '#adapters/http/jsonapi/documents/read-json';
import { everyEntity } from '#test/contract/fixtures';
import { firstValues } from '#test/contract/api/described-attributes';
import { apiOf, useCasesOf } from '#test/support/api-on-storage';
import { ownersOfEverything } from '#test/support/world';

/** The path's identifier and the members of the body. */
interface WriteRequest {
  readonly id: string;
  readonly [member: string]: Json;
}

/** Ada is person 1 and owns item 1 of each type, Bob is person 2 and owns item 2. */
const ADA = '1';
const BOB = '2';

/** A request for every route that answers with a resource, by route name. */
const requests: Readonly<Record<string, WriteRequest>> = {
  'persons.create': { id: '', data: { type: 'person', attributes: { name: 'Eve' } } },
  operations: { id: '', 'atomic:operations': [{ op: 'add', data: { type: 'person', attributes: { name: 'Eve' } } }] },
  'persons.update': { id: ADA, data: { type: 'person', id: ADA, attributes: { name: 'Eve' } } },
  ...Object.fromEntries(ownedRelationships.flatMap(requestsFor)),
};

function requestsFor(relationship: OwnedRelationship): readonly (readonly [string, WriteRequest])[] {
  const resource = resources[typeOf(relationship)];
  const { type, plural } = resource;
  const attributes = firstValues(resource);
  const eve = { type: 'person', id: ADA, attributes: { name: 'Eve' } };
  return [
    [`persons.${relationship}.create`, { id: ADA, data: { type, attributes } }],
    [`persons.${relationship}.link`, { id: ADA, data: [{ type, id: '2' }] }],
    [`persons.${relationship}.replace`, { id: ADA, data: [{ type, id: '2' }] }],
    [`persons.${relationship}.unlink`, { id: ADA, data: [{ type, id: '1' }] }],
    [`${plural}.create`, { id: '', data: { type, attributes } }],
    [`${plural}.update`, { id: '1', data: { type, id: '1', attributes } }],
    [`${plural}.owner.update`, { id: '1', data: eve }],
    [`${plural}.owner.link`, { id: '1', data: { type: 'person', id: BOB } }],
    [`${plural}.owner.replace`, { id: '1', data: { type: 'person', id: BOB } }],
    [`${plural}.owner.unlink`, { id: '1', data: { type: 'person', id: ADA } }],
  ];
}

describe('A write whose answer cannot be rendered', () => {
  it('is tested on every route that answers with a resource', () => {
    const writes = routesOf(new MemoryUnitOfWork(), String).filter(({ readsBody }) => readsBody);
    expect(Object.keys(requests)).to.have.members(writes.map(({ name }) => name));
  });

  for (const [name, { id, ...document }] of Object.entries(requests))
    it(`stores nothing: ${name}`, async () => {
      const unitOfWork = await ownersOfEverything();
      const before = await everyEntity(unitOfWork);
      const request = {
        path: `/somewhere/${id}1`,
        id,
        queryString: '',
        document: () => document,
        documentFirst: false,
        conditions: unconditional,
      };
      // Only the links of rendered resources contain a digit.
      const failing = routesOf(unitOfWork, (path) => {
        if (/\d/.test(path)) throw new Error('cannot be rendered');
        return path;
      });
      const route = failing.find((each) => each.name === name);
      const outcome = await route?.handler(request).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(Error).with.property('message', 'cannot be rendered');
      expect(await everyEntity(unitOfWork)).to.deep.equal(before);

      await routesOf(unitOfWork, String)
        .find((each) => each.name === name)
        ?.handler(request);
      expect(await everyEntity(unitOfWork), 'the same write with an answer').to.not.deep.equal(before);
    });
});

describe('A change whose use case never calls its guard', () => {
  it('is rolled back', async () => {
    const unitOfWork = await ownersOfEverything();
    const before = await everyEntity(unitOfWork);
    const update: ResourceWrites['update'] = async ({ persons }, id) => {
      const [person] = await persons.lock([id]);
      if (person !== undefined) await persons.save([{ ...person, name: 'Eve' }]);
      return { type: 'person', id };
    };
    const use = useCasesOf(unitOfWork);
    const api = apiOf({ ...use, writes: { ...use.writes, person: { ...use.writes.person, update } } }, String);
    const route = apiRoutes(api).find(({ name }) => name === 'persons.update');
    const data = { type: 'person', id: ADA, attributes: { name: 'Eve' } };
    const request = {
      path: `/persons/${ADA}`,
      id: ADA,
      queryString: '',
      document: () => ({ data }),
      documentFirst: false,
      conditions: unconditional,
    };
    expect(await route?.handler(request).catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(await everyEntity(unitOfWork)).to.deep.equal(before);
  });
});

describe('A change with an unknown attribute and another display_name', () => {
  const attributes = { display_name: 'SOMEBODY ELSE', nme: 'Eve' };
  const expected = [
    { documentFirst: false, pointers: ['/data/attributes/display_name', '/data/attributes/nme'] },
    { documentFirst: true, pointers: ['/data/attributes/nme'] },
  ];
  for (const { documentFirst, pointers } of expected)
    it(`reports ${pointers.join(' and ')}${documentFirst ? ', if checks of the document come first' : ''}`, async () => {
      const route = routesOf(await ownersOfEverything(), String).find(({ name }) => name === 'persons.update');
      const data = { type: 'person', id: ADA, attributes };
      const request = {
        path: `/persons/${ADA}`,
        id: ADA,
        queryString: '',
        document: () => ({ data }),
        documentFirst,
        conditions: unconditional,
      };
      const error: unknown = await route?.handler(request).catch((reason: unknown) => reason);
      if (!(error instanceof ApiError)) throw new Error('the change was not refused');
      expect(error.errors.map(({ source }) => source)).to.have.deep.members(pointers.map((pointer) => ({ pointer })));
    });
});

function routesOf(unitOfWork: UnitOfWork, linkTo: (path: string) => string): readonly Route[] {
  return apiRoutes(apiOf(useCasesOf(unitOfWork), linkTo));
}
