// A write is answered from the request and the locked rows, a read from the stored rows: every view must show the same for both.
import { expect } from 'chai';
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ApiResponse } from '../../support/api-client.ts';
import type { Relationships } from '../../support/resource-objects.ts';
import { membersOf } from '../rows-of-types.ts';
import { addAny, changeable, mayEnd, newAttributes, newResource } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';

export function describeWrittenResources({ client }: ApiUnderTest): void {
  for (const resource of Object.values(resources))
    describe(`A new ${resource.type}`, () => {
      for (const isLinked of [false, true])
        it(`is answered as it is stored, in every view${isLinked ? ', with links' : ''}`, async () => {
          for (const view of viewsOf(resource)) {
            const links = isLinked ? await linksOf(resource) : {};
            const data = await newResource(client, resource.type, links);
            const created = await client.post(`${resource.path}?${view}`, { data });
            expect(created.status, created.text).to.equal(201);
            const stored = await client.get(`${String(created.headers['location'])}?${view}`);
            expect(shownBy(created), view).to.deep.equal(shownBy(stored));
          }
        });
    });

  for (const resource of Object.values(resources))
    describe(`A changed ${resource.type}`, () => {
      it('is answered as it is stored, in every view, with links that stay, change and, where allowed, end', async () => {
        const { type, path } = resource;
        const id = await addAny(client, type, await linksOf(resource));
        const bodies = [
          {},
          { attributes: newAttributes(type) },
          { relationships: changeable(type, await linksOf(resource)) },
          { attributes: newAttributes(type), relationships: changeable(type, await linksOf(resource)) },
          ...Object.entries(relationshipsOf(resource))
            .filter(([, { stored }]) => mayEnd(type, stored))
            .map(([name, { cardinality }]) => {
              return { relationships: { [name]: { data: cardinality === 'one' ? null : [] } } };
            }),
        ];
        for (const view of viewsOf(resource))
          for (const body of bodies) {
            const changed = await client.patch(`${path}/${id}?${view}`, { data: { type, id, ...body } });
            expect(changed.status, changed.text).to.equal(200);
            const stored = await client.get(`${path}/${id}?${view}`);
            expect(shownBy(changed), `${view} ${JSON.stringify(body)}`).to.deep.equal(shownBy(stored));
          }
      });

      for (const [name, { cardinality, to: type }] of Object.entries(relationshipsOf(resource)))
        if (cardinality === 'one')
          it(`is answered so as the ${name} of another`, async () => {
            const target = { type, id: await addAny(client, type, await linksOf(resources[type], 1)) };
            const id = await addAny(client, resource.type, { [name]: { data: target } });
            const attributes = newAttributes(type);
            for (const view of viewsOf(resources[type])) {
              const path = `${resource.path}/${id}/${name}?${view}`;
              const changed = await client.patch(path, { data: { ...target, attributes } });
              expect(changed.status, changed.text).to.equal(200);
              expect(shownBy(changed), view).to.deep.equal(shownBy(await client.get(path)));
            }
          });
    });

  /**
   * Links new resources: one for each to-one relationship; for each to-many, two in descending order, or as many as a rule allows.
   * @param room how many more members a rule must still allow
   */
  async function linksOf(resource: Resource, room = 0): Promise<Relationships> {
    const links: Record<string, Relationships[string]> = {};
    for (const [name, { to: type, stored, cardinality }] of Object.entries(relationshipsOf(resource))) {
      const added = [{ type, id: await addAny(client, type) }];
      if (cardinality === 'many') added.unshift({ type, id: await addAny(client, type) });
      const most = membersOf(resource.type, stored, 2 + room) - room;
      links[name] = { data: cardinality === 'one' ? (added[0] ?? null) : added.slice(0, most) };
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
