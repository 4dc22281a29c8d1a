import { expect } from 'chai';
import { plainDialect } from '#adapters/http/api/media-types';
import { ApiError } from '#adapters/http/api/errors';
import { readOnlyAttributesOf, wireNameOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Route } from '#adapters/http/handlers/handler';
import { apiRoutes } from '#adapters/http/koa/routes';
import { nobody } from '#application/model/actor';
import { unconditional } from '#adapters/http/request/conditions';
import type { Json } from '#adapters/http/request/syntax/json';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { useCasesOn } from '#application/use-cases';
import { relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { everyEntity } from '../../../../contract/fixtures.ts';
import { exampleOf, hasRoom, toOneLinks, type Link } from '../../../../contract/rows-of-types.ts';
import { apiOf } from '../../../../support/api-on-storage.ts';
import { twoOfEverything } from '../../../../support/two-of-everything.ts';
import { isShared, manyToManySides } from '../../../application/holders-and-items.ts';

/** The path's identifier and the members of the body. */
interface WriteRequest {
  readonly id: string;
  readonly [member: string]: Json;
}

/** A request for every route that answers with a resource, by route name. */
const requests: Readonly<Record<string, WriteRequest>> = {
  operations: {
    id: '',
    'atomic:operations': resourceTypes.map((type) => ({ op: 'add', data: newResource(type) })),
  },
  ...Object.fromEntries(resourceTypes.flatMap(requestsOfType)),
  ...Object.fromEntries(toOneLinks.filter(isCovered).flatMap(answeredOfLink)),
  ...Object.fromEntries(manyToManySides.filter(isCovered).flatMap(requestsOfLink)),
};

/** True if the rules allow one member more than the rows of this test have. */
function isCovered(link: Link): boolean {
  return hasRoom(link, 2);
}

type NamedRequests = readonly (readonly [name: string, request: WriteRequest])[];

function requestsOfType(type: ResourceType): NamedRequests {
  const { plural } = resources[type];
  return [
    [`${plural}.create`, { id: '', data: newResource(type) }],
    [`${plural}.update`, { id: '1', data: { type, id: '1', attributes: attributesOf(type) } }],
  ];
}

/** A required link cannot be removed. */
function answeredOfLink(link: Link): NamedRequests {
  const mayEnd = !isRequired(link.type, link.relationship);
  return requestsOfLink(link).filter(([name]) => mayEnd || !name.endsWith('.unlink'));
}

/** Requests on the sides of a relationship that clients see. */
function requestsOfLink(link: Link): NamedRequests {
  const one = isShared(link) ? undefined : wireNameOf(resources[link.type], link.relationship);
  const many = wireNameOf(resources[link.to], link.inverse);
  return [
    ...(many === undefined ? [] : requestsOfMany(link, `${resources[link.to].plural}.${many}`)),
    ...(one === undefined ? [] : requestsOfOne(link, `${resources[link.type].plural}.${one}`)),
  ];
}

function requestsOfMany({ type, relationship }: Link, many: string): NamedRequests {
  const [first, second] = [
    { type, id: '1' },
    { type, id: '2' },
  ];
  return [
    [`${many}.create`, { id: '1', data: newResource(type, relationship) }],
    [`${many}.link`, { id: '1', data: [second] }],
    [`${many}.replace`, { id: '1', data: isRequired(type, relationship) ? [first, second] : [second] }],
    [`${many}.unlink`, { id: '1', data: [first] }],
  ];
}

function requestsOfOne({ to }: Link, one: string): NamedRequests {
  return [
    [`${one}.update`, { id: '1', data: { type: to, id: '1', attributes: attributesOf(to) } }],
    [`${one}.link`, { id: '1', data: { type: to, id: '2' } }],
    [`${one}.replace`, { id: '1', data: { type: to, id: '2' } }],
    [`${one}.unlink`, { id: '1', data: { type: to, id: '1' } }],
  ];
}

/** Required relationships refer to 2, 1, 2 and so on, so that no two resources that a rule compares have the same targets. */
function newResource(type: ResourceType, implied?: string): Readonly<Record<string, Json>> {
  const required = relationshipNames(type, 'one').filter((name) => name !== implied && isRequired(type, name));
  const relationships = required.map((name, index) => [
    wireNameOf(resources[type], name) ?? name,
    { data: { type: relationshipOf(type, name).to, id: index % 2 === 0 ? '2' : '1' } },
  ]);
  return { type, attributes: attributesOf(type), relationships: Object.fromEntries(relationships) };
}

function isRequired(type: ResourceType, relationship: string): boolean {
  return relationshipOf(type, relationship).isRequired;
}

/** Attributes by wire name that no resource has yet. */
function attributesOf(type: ResourceType): Json {
  const { attributes } = exampleOf(type);
  const writable = Object.entries(writableAttributesOf(resources[type]));
  return Object.fromEntries(writable.map(([name, { stored }]) => [name, attributes[stored] ?? null]));
}

describe('A write whose answer cannot be rendered', () => {
  it('is tested on every route that answers with a resource', () => {
    const writes = routesOf(new MemoryUnitOfWork(), String).filter(({ body }) => body !== undefined);
    const ofLinks = [...toOneLinks, ...manyToManySides].flatMap((link) => requestsOfLink(link)).map(([name]) => name);
    expect([...new Set([...Object.keys(requests), ...ofLinks])]).to.have.members(writes.map(({ name }) => name));
  });

  for (const [name, { id, ...document }] of Object.entries(requests))
    it(`stores nothing: ${name}`, async () => {
      const unitOfWork = await twoOfEverything();
      const before = await everyEntity(unitOfWork);
      const request = {
        path: `/somewhere/${id}1`,
        id,
        queryString: '',
        body: { document },
        requestId: 'r1',
        actor: nobody,
        identifyAgain: async () => nobody,
        dialect: plainDialect,
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
      // An update of a type without attributes changes nothing.
      if (name.endsWith('.update') && JSON.stringify(document).includes('"attributes":{}')) return;
      expect(await everyEntity(unitOfWork), 'the same write with an answer').to.not.deep.equal(before);
    });
});

for (const resource of Object.values(resources))
  for (const computed of Object.keys(readOnlyAttributesOf(resource)))
    describe(`A change with an unknown attribute and another ${computed}`, () => {
      const { type, path, plural } = resource;
      const attributes = { [computed]: 'SOMEBODY ELSE', nme: 'Eve' };
      const expected = [
        { ifMatch: undefined, pointers: [`/data/attributes/${computed}`, '/data/attributes/nme'] },
        { ifMatch: { kind: 'any' }, pointers: ['/data/attributes/nme'] },
      ] as const;
      for (const { ifMatch, pointers } of expected)
        it(`reports ${pointers.join(' and ')}${ifMatch === undefined ? '' : ', if there is a precondition'}`, async () => {
          const route = routesOf(await twoOfEverything(), String).find(({ name }) => name === `${plural}.update`);
          const data = { type, id: '1', attributes };
          const request = {
            path: `${path}/1`,
            id: '1',
            queryString: '',
            body: { document: { data } },
            requestId: 'r1',
            actor: nobody,
            identifyAgain: async () => nobody,
            dialect: plainDialect,
            conditions: { ...unconditional, ifMatch },
          };
          const error: unknown = await route?.handler(request).catch((reason: unknown) => reason);
          if (!(error instanceof ApiError)) throw new Error('the change was not refused');
          const sources = error.errors.map(({ source }) => source);
          expect(sources).to.have.deep.members(pointers.map((pointer) => ({ pointer })));
        });
    });

function routesOf(unitOfWork: UnitOfWork, linkTo: (path: string) => string): readonly Route[] {
  return apiRoutes(apiOf(useCasesOn({ unitOfWork }), linkTo));
}
