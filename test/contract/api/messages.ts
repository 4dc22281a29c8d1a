// The wording of errors: labels, types and names of fields come from the resource descriptions.
import { expect } from 'chai';
import type { Field, Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ApiResponse } from '../../support/api-client.ts';
import { withRequired } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { requiredValues } from './described-attributes.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { ownedResources } from './owned-resources.ts';

/** A name too unlike any other to be suggested for. */
const UNKNOWN = 'zqxjkvwy';

export function describeMessages({ client }: ApiUnderTest): void {
  const expectDetail = (response: ApiResponse, error: string, detail: string): void => {
    expectErrors(response, error);
    expect(detailsOf(response)).to.deep.equal([detail]);
  };

  for (const resource of Object.values(resources)) {
    const { type, label, path } = resource;
    const create = (data: object): Promise<ApiResponse> => client.post(path, { data: { type, ...data } });

    describe(`Errors about a ${type}`, () => {
      it('name a missing resource by its label', async () => {
        const detail = `${label}: ${MISSING} not found`;
        expectDetail(await client.get(`${path}/${MISSING}`), 'object-not-found ?id', detail);
        expectDetail(await client.delete(`${path}/${MISSING}`), 'object-not-found ?id', detail);
      });

      it('name the expected type', async () => {
        for (const other of Object.keys(resources).filter((each) => each !== type)) {
          const detail = `The type of this resource is "${type}"`;
          expectDetail(await create({ type: other }), 'type-conflict #/data/type', detail);
          const response = await client.patch(`${path}/${MISSING}`, { data: { type: other, id: MISSING } });
          expectDetail(response, 'type-conflict #/data/type', detail);
        }
      });

      it('point out the name of the type in paths', async () => {
        const name = path.slice(1);
        const detail = `The type of this resource is "${type}"; "${name}" is its name in paths`;
        expect(name).not.to.equal(type);
        expectDetail(await create({ type: name }), 'type-conflict #/data/type', detail);
      });

      it('name the type whose ids the service assigns', async () => {
        const article = /^[aeiou]/.test(type) ? 'an' : 'a';
        const detail = `The service assigns the id of ${article} ${type}; leave "id" out`;
        expectDetail(await create({ id: '1' }), 'client-id-forbidden #/data/id', detail);
      });

      it('list the writable attributes', async () => {
        const names = namesOf(resource, (field) => field.kind === 'attribute' && field.declared !== undefined);
        expectDetail(
          await create({
            attributes: { ...requiredValues(resource), [UNKNOWN]: 'x' },
            relationships: await withRequired(client, type),
          }),
          `invalid-attribute #/data/attributes/${UNKNOWN}`,
          `unknown attribute "${UNKNOWN}" of ${type}. Attributes of ${type} that can be set: ${names}`,
        );
      });

      it('list the relationships', async () => {
        const names = namesOf(resource, ({ kind }) => kind === 'relationship');
        const relationships = await withRequired(client, type, { [UNKNOWN]: { data: null } });
        expectDetail(
          await create({ attributes: requiredValues(resource), relationships }),
          `invalid-attribute #/data/relationships/${UNKNOWN}`,
          `unknown relationship "${UNKNOWN}" of ${type}. Relationships of ${type}: ${names}`,
        );
        expectDetail(
          await client.get(`${path}?include=${UNKNOWN}`),
          'invalid-parameter ?include',
          `unknown relationship "${UNKNOWN}" of ${type}, name 1 of "${UNKNOWN}". Relationships of ${type}: ${names}`,
        );
      });

      for (const [parameter, heading, offered] of [
        [`fields[${type}]=${UNKNOWN}`, 'Fields', () => true],
        [`sort=${UNKNOWN}`, 'Sortable fields', (field) => field.kind !== 'relationship' && isStored(field)],
        [`filter[${UNKNOWN}]=1`, 'Filterable fields', isStored],
      ] as const satisfies readonly (readonly [string, string, (field: Field) => boolean])[])
        it(`list the fields that ${parameter} may name`, async () => {
          expectDetail(
            await client.get(`${path}?${parameter}`),
            `invalid-parameter ?${parameter.slice(0, parameter.indexOf('='))}`,
            `unknown field "${UNKNOWN}" of ${type}. ${heading} of ${type}: ${namesOf(resource, offered)}`,
          );
        });

      it('list the types', async () => {
        expectDetail(
          await client.get(`${path}?fields[${UNKNOWN}]=id`),
          `invalid-parameter ?fields[${UNKNOWN}]`,
          `unknown type "${UNKNOWN}". Types: ${Object.keys(resources).join(', ')}`,
        );
      });
    });
  }

  for (const items of ownedResources)
    describe(`Errors about a ${items.type} and its owner`, () => {
      it('name the owner on an owner conflict', async () => {
        const [id, other] = [await items.addOwner(client), await items.addOwner(client)];
        for (const owner of [other, null])
          expectDetail(
            await client.post(items.relatedPath(id), { data: items.draft('S1', owner) }),
            `owner-conflict #/data/relationships/${items.inverse}`,
            `A ${items.type} created here belongs to ${items.owner.type} ${id}; leave "${items.inverse}" out or name that ${items.owner.type}`,
          );
      });

      it(`name the ${items.type} that has no owner`, async () => {
        const item = await items.add(client);
        expectDetail(
          await client.delete(`${items.path}/${item}/${items.inverse}`),
          `object-not-found ?${items.type}_id`,
          `${items.label}: ${item} has no ${items.inverse}`,
        );
      });

      it('name the type that the relationship accepts', async () => {
        const sent = { type: UNKNOWN, id: '1' };
        for (const [path, data, place, type] of [
          [items.linkagePath(MISSING), [sent], '/data/0', items.type],
          [`${items.path}/${MISSING}/relationships/${items.inverse}`, sent, '/data', items.owner.type],
        ] as const)
          expectDetail(
            await client.patch(path, { data }),
            `type-conflict #${place}/type`,
            `The relationship takes resources of type "${type}", not "${UNKNOWN}"`,
          );
      });
    });
}

function isStored(field: Field): boolean {
  return field.stored !== undefined;
}

function namesOf({ fields }: Resource, wanted: (field: Field) => boolean): string {
  const names = Object.entries(fields).flatMap(([name, field]) => (wanted(field) ? [name] : []));
  return names.length === 0 ? 'none' : names.join(', ');
}
