import { resources } from '#test/support/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { methodsOf, operationsOf } from '#adapters/http/api/operations';
import { documentOf } from '#test/openapi/default-document';

const document = documentOf();
const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as OperationObject })),
);

function resolvedParameter(parameter: ParameterObject | ReferenceObject): ParameterObject {
  if (!('$ref' in parameter)) return parameter;
  return document.components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] as ParameterObject;
}

describe('the OpenAPI document', () => {
  it('has every operation of the service, with HEAD and QUERY next to GET', () => {
    const expected = operationsOf({ allowUnpaged: true }, resources).flatMap((operation) => {
      const names = methodsOf(operation).map((method) => (method === 'QUERY' ? 'x-query' : method.toLowerCase()));
      return [...names, ...(names.includes('get') ? ['head'] : [])].map(
        (name) => `${name} ${operation.path.replace(/:(\w+)/, '{$1}')}`,
      );
    });
    expect(described.map(({ method, path }) => `${method} ${path}`)).to.have.members(expected);
  });

  it('describes QUERY as a form with the query parameters of GET', () => {
    for (const { get, 'x-query': query } of Object.values(document.paths ?? {})) {
      if (query === undefined) continue;
      const { operationId, parameters, requestBody, responses } = query as OperationObject;
      expect(operationId).to.equal(`${get?.operationId ?? ''}Query`);
      const { content } = requestBody as RequestBodyObject;
      const { properties = {} } = (content['application/x-www-form-urlencoded']?.schema ?? {}) as SchemaObject;
      const [ofGet, ofQuery] = [get?.parameters, parameters].map((each = []) => each.map(resolvedParameter));
      expect(Object.keys(properties)).to.have.members(
        ofGet?.filter((each) => each.in === 'query').map(({ name }) => name) ?? [],
      );
      expect(ofQuery).to.deep.equal(ofGet?.filter((each) => each.in !== 'query'));
      expect(Object.keys(responses ?? {})).to.have.members([...Object.keys(get?.responses ?? {}), '413']);
    }
  });

  it('states the size limit for the body of QUERY', () => {
    const descriptionIn = ({ paths = {} }: OpenAPIObject): unknown =>
      (paths['/persons']?.['x-query'] as OperationObject | undefined)?.requestBody;
    expect(descriptionIn(document)).to.have.property('description').that.includes('65536 bytes');
    expect(descriptionIn(documentOf({ MAX_BODY_BYTES: '2048' })))
      .to.have.property('description')
      .that.includes(' 2048 ');
  });

  it('describes JSON:API 1.1 only under media types with parameters, and in x-json-api-1.1', () => {
    const { 200: success }: ResponsesObject = document.paths?.['/persons']?.get?.responses ?? {};
    const { content = {} } = (success ?? {}) as ResponseObject;
    expect(Object.keys(content)).to.have.length(4);
    const ofType = Object.entries(content).map(([type, { schema }]) => [type.includes(';'), JSON.stringify(schema)]);
    for (const [hasParameters, schema] of ofType)
      expect(String(schema).includes('11"'), String(schema)).to.equal(hasParameters);
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
