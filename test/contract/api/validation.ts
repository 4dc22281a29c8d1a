import { expect } from 'chai';
import {
  readOnlyAttributesOf,
  relationshipsOf,
  writableAttributesOf,
  type Resource,
} from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import { freeUniqueValues, withRequired } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { attributeRules, type AttributeRule } from './attribute-rules.ts';
import { createdId } from './created-id.ts';
import { requiredValues } from './described-attributes.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';

/** Names that are unknown or read-only. */
const unknownNames = [
  'nmae',
  'Name',
  'password',
  'version',
  'owner_id',
  '',
  'a/b~c',
  '__proto__',
  'constructor',
  'toString',
];

export function describeValidation(api: ApiUnderTest): void {
  for (const rule of attributeRules) describeAttribute(api, rule);
  for (const resource of Object.values(resources)) {
    describeAttributes(api, resource);
    describeRelationships(api, resource);
  }
}

function describeAttribute(
  { client }: ApiUnderTest,
  { resource, attribute, required, bad, good }: AttributeRule,
): void {
  const { type, path } = resource;
  const invalid = `invalid-attribute #/data/attributes/${attribute}`;
  const sent = (value: unknown): object => ({ attributes: { ...requiredValues(resource), [attribute]: value } });

  describe(`The attribute ${attribute} of a ${type}`, () => {
    for (const method of ['POST', 'PATCH']) {
      it(`is refused by ${method} when it breaks a rule`, async () => {
        const id = await add(client, resource);
        const before = await client.get(`${path}/${id}`);
        for (const value of bad) expectErrors(await write(client, method, resource, id, sent(value)), invalid);
        expect((await client.get(`${path}/${id}`)).document).to.deep.equal(before.document);
      });

      it(`is accepted by ${method} up to the limits`, async () => {
        const id = await add(client, resource);
        for (const value of good) {
          if (method === 'POST') await freeUniqueValues(client, type);
          const response = await write(client, method, resource, id, sent(value));
          expect(response.status, JSON.stringify(value)).to.be.oneOf([200, 201]);
          const shown = response.document.data.attributes as Readonly<Record<string, unknown>>;
          if (attribute in shown) expect(shown[attribute]).to.equal(value);
        }
      });
    }

    if (required)
      it('is required on creation, but not on a change', async () => {
        const others = Object.entries(requiredValues(resource)).filter(([name]) => name !== attribute);
        const attributes = Object.fromEntries(others);
        const nothing = others.length === 0 ? [{}, { relationships: {} }] : [];
        for (const rest of [{ attributes }, ...nothing])
          expectErrors(await write(client, 'POST', resource, '', rest), invalid);
        const id = await add(client, resource);
        expect((await write(client, 'PATCH', resource, id, {})).status).to.equal(200);
      });
  });
}

function describeAttributes({ client }: ApiUnderTest, resource: Resource): void {
  const { type } = resource;
  const relationships = Object.keys(relationshipsOf(resource));

  describe(`Attributes of a ${type}`, () => {
    for (const method of ['POST', 'PATCH']) {
      it(`with unknown names are refused by ${method}`, async () => {
        const id = await add(client, resource);
        for (const name of [...unknownNames, 'id', 'type', ...relationships, ...namesOfOthers(resource)]) {
          const attributes = { ...requiredValues(resource), [name]: 'x' };
          const pointer = `/data/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          expectErrors(await write(client, method, resource, id, { attributes }), `invalid-attribute #${pointer}`);
        }
      });

      it(`are refused by ${method} together with unknown relationships`, async () => {
        const id = await add(client, resource);
        const names = [...Object.keys(writableAttributesOf(resource)), ...Object.keys(readOnlyAttributesOf(resource))];
        const attributes = Object.fromEntries([...names, 'nmae', '__proto__'].map((name) => [name, []]));
        const unknown = Object.fromEntries(['nope', type, '__proto__'].map((name) => [name, { data: null }]));
        expectErrors(
          await write(client, method, resource, id, { attributes, relationships: unknown }),
          ...Object.keys(attributes).map((name) => `invalid-attribute #/data/attributes/${name}`),
          ...Object.keys(unknown).map((name) => `invalid-attribute #/data/relationships/${name}`),
        );
      });
    }
  });
}

function describeRelationships({ client }: ApiUnderTest, resource: Resource): void {
  describe(`Relationships of a ${resource.type}`, () => {
    for (const method of ['POST', 'PATCH']) {
      it(`accept only resources of their type on ${method}`, async () => {
        const id = await add(client, resource);
        for (const [name, { to, cardinality }] of Object.entries(relationshipsOf(resource))) {
          const send = (data: unknown): Promise<ApiResponse> =>
            write(client, method, resource, id, {
              attributes: requiredValues(resource),
              relationships: { [name]: { data } },
            });
          const expectConflicts = (response: ApiResponse, ...places: readonly string[]): void => {
            expectErrors(response, ...places.map((at) => `type-conflict #/data/relationships/${name}/data${at}/type`));
            for (const detail of detailsOf(response)) expect(detail).to.contain(`"${to}"`);
          };
          const wrong = [...Object.keys(resources).filter((type) => type !== to), '', resources[to].plural];
          const identifiers = wrong.map((type) => ({ type, id: '1' }));
          if (cardinality === 'one') for (const identifier of identifiers) expectConflicts(await send(identifier), '');
          else
            expectConflicts(await send([{ type: to, id: '1' }, ...identifiers]), ...wrong.map((_, at) => `/${at + 1}`));
        }
      });

      it(`with unknown names are refused by ${method}`, async () => {
        const id = await add(client, resource);
        const attributes = Object.keys(writableAttributesOf(resource));
        const foreign = namesOfOthers(resource);
        for (const name of ['owners', 'Owner', 'password', '__proto__', 'toString', ...attributes, ...foreign, ''])
          expectErrors(
            await write(client, method, resource, id, {
              attributes: requiredValues(resource),
              relationships: { [name]: { data: null } },
            }),
            `invalid-attribute #/data/relationships/${name}`,
          );
      });
    }
  });
}

/** Adds the required relationships to a creation. */
async function write(
  client: ApiClient,
  method: string,
  { type, path }: Resource,
  id: string,
  rest: { readonly attributes?: object; readonly relationships?: object },
): Promise<ApiResponse> {
  if (method !== 'POST') return client.patch(`${path}/${id}`, { data: { type, id, ...rest } });
  const relationships = { ...(await withRequired(client, type)), ...rest.relationships };
  const isLinked = Object.keys(relationships).length > 0;
  return client.post(path, { data: { type, ...rest, ...(isLinked && { relationships }) } });
}

async function add(client: ApiClient, resource: Resource): Promise<string> {
  await freeUniqueValues(client, resource.type);
  return createdId(await write(client, 'POST', resource, '', { attributes: requiredValues(resource) }));
}

/** Names of fields that only other resources have. */
function namesOfOthers(resource: Resource): readonly string[] {
  const names = Object.values(resources).flatMap(({ fields }) => Object.keys(fields));
  return [...new Set(names)].filter((name) => !Object.hasOwn(resource.fields, name));
}
