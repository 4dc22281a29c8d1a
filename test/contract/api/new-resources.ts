// A new resource is answered with what was sent, a stored one with what is read: whatever a view shows of it must be the same.
import { expect } from 'chai';
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#adapters/http/api/resources';
import type { ApiResponse } from '../../support/api-client.ts';
import type { Relationships } from '../../support/resource-objects.ts';
import { inScope } from '../../support/scope.ts';
import { addAny, newResource } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';

export function describeNewResources({ client }: ApiUnderTest): void {
  for (const resource of inScope(Object.values(resources)))
    describe(`A new ${resource.type}`, () => {
      for (const isLinked of [false, true])
        it(`is answered as it is stored, in every view${isLinked ? ', with links' : ''}`, async () => {
          for (const view of viewsOf(resource)) {
            const links = isLinked ? await linksOf(resource) : {};
            const created = await client.post(`${resource.path}?${view}`, { data: newResource(resource.type, links) });
            expect(created.status, created.text).to.equal(201);
            const stored = await client.get(`${String(created.headers['location'])}?${view}`);
            expect(shownBy(created), view).to.deep.equal(shownBy(stored));
          }
        });
    });

  /** Two new resources for each to-many relationship, in an order that is not theirs, and one for each to-one. */
  async function linksOf(resource: Resource): Promise<Relationships> {
    const links: Record<string, Relationships[string]> = {};
    for (const [name, { to: type, cardinality }] of Object.entries(relationshipsOf(resource))) {
      const added = { type, id: await addAny(client, type) };
      links[name] = { data: cardinality === 'one' ? added : [{ type, id: await addAny(client, type) }, added] };
    }
    return links;
  }
}

function shownBy({ document: { data, included }, headers: { etag } }: ApiResponse): object {
  return { data, included, etag };
}

/** No fields, each alone, all but each, all; and each relationship included. */
function viewsOf({ type, fields }: Resource): readonly string[] {
  const names = Object.keys(fields);
  const sets = [
    [],
    ...names.map((name) => [name]),
    ...names.map((name) => names.filter((each) => each !== name)),
    names,
  ];
  const relationships = names.filter((name) => fields[name]?.kind === 'relationship');
  return [
    '',
    ...sets.map((set) => `fields[${type}]=${set.join(',')}`),
    ...relationships.map((name) => `include=${name}`),
  ];
}
