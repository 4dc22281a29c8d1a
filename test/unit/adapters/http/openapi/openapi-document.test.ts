import { resources } from '#test/support/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type { OperationObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import { methodsOf, operationsOf } from '#adapters/http/api/operations';
import { documentOf } from '#test/openapi/default-document';

const document = documentOf();
const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as OperationObject })),
);

describe('the OpenAPI document', () => {
  it('has every operation of the service, and HEAD beside GET', () => {
    const expected = operationsOf({ allowUnpaged: true }, resources).flatMap(({ method, path }) =>
      (method === 'GET' ? ['get', 'head'] : [method.toLowerCase()]).map(
        (name) => `${name} ${path.replace(/:(\w+)/, '{$1}')}`,
      ),
    );
    expect(described.map(({ method, path }) => `${method} ${path}`)).to.have.members(expected);
  });

  it('describes QUERY at every GET that also answers it', () => {
    const answering = operationsOf({ allowUnpaged: true }, resources).filter((each) => methodsOf(each).includes('QUERY'));
    const paths = described.filter(({ operation }) => 'x-query' in operation).map(({ path, method }) => [method, path]);
    expect(paths).to.have.deep.members(answering.map(({ path }) => ['get', path.replace(/:(\w+)/, '{$1}')]));
    expect(document.paths?.['/persons']?.get?.['x-query']).to.deep.equal({
      operationId: 'listPersonsQuery',
      mediaType: 'application/x-www-form-urlencoded',
      maxBytes: 65_536,
      responses: { 413: '#/components/responses/BodyTooLarge' },
    });
    const small = documentOf({ MAX_BODY_BYTES: '2048' });
    expect(small.paths?.['/persons']?.get).to.have.nested.property('x-query.maxBytes', 2048);
  });

  it('has JSON:API 1.1 only under media types with parameters, and in an extension', () => {
    const { content = {} } = (document.paths?.['/persons']?.get?.responses as ResponsesObject)['200'] as ResponseObject;
    const ofType = Object.entries(content).map(([type, { schema }]) => [type.includes(';'), JSON.stringify(schema)]);
    for (const [hasParameters, schema] of ofType) expect(/11"/.test(String(schema)), String(schema)).to.equal(hasParameters);
    const { description, ...references } = document['x-json-api-1.1'] as Readonly<Record<string, string>>;
    expect(description).to.include('JSON:API 1.1');
    for (const reference of Object.values(references))
      expect(document.components?.schemas, reference).to.have.property(reference.replace('#/components/schemas/', ''));
  });

  it('gives each operation an id of its own', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(/^[a-z][a-zA-Z]+$/);
  });

  it('has schemas that are strict JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: true });
    addFormats.default(ajv);
    // OpenAPI's own, beside JSON Schema's.
    ajv.addKeyword('externalDocs');
    ajv.addKeyword('components').addSchema({ $id: 'api', components: document.components });
    for (const name of Object.keys(document.components?.schemas ?? {}))
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` }), name).not.to.throw();
  });

  it('has the limits and the public URL of the configuration', () => {
    const configured = documentOf({
      PUBLIC_URL: 'https://api.example.org/v1/',
      MAX_PAGE_SIZE: '50',
      DEFAULT_PAGE_SIZE: '60',
      ALLOW_UNPAGED: 'false',
      MAX_INCLUDE_NAMES: '1',
      MAX_LIST_VALUES: '7',
    });
    expect(configured.servers).to.deep.equal([{ url: 'https://api.example.org/v1' }]);
    expect(configured.components?.parameters?.['PageSize']).to.deep.include({
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 50 },
    });
    expect(configured['x-limits']).to.deep.include({ maxPageSize: 50, allowUnpaged: false, maxListValues: 7 });
    expect(configured.components?.parameters?.['PersonInclude'])
      .to.have.nested.property('schema.items.enum')
      .that.is.an('array')
      .and.satisfies((paths: string[]) => paths.every((path) => !path.includes('.')));
  });
});
