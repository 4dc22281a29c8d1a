import { expect } from 'chai';
import type {
  ComponentsObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { EVENT_STREAM, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { parseChangesRequest } from '#adapters/http/request/changes';
import { isPlaceText } from '#adapters/http/request/feed-texts';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { documentOf } from '#test/openapi/default-document';
import type { JsonObject } from '#test/openapi/described-api';
import { closedChecks } from '#test/openapi/schema-checks';
import { resources } from '#test/support/model';

const document = documentOf();
const { components = {}, paths = {} } = document;
const { get, head } = paths['/changes'] ?? {};
if (get === undefined || head === undefined) throw new Error('the feed is not described');

const referenced = (group: keyof ComponentsObject, { $ref }: ReferenceObject): unknown =>
  components[group]?.[$ref.split('/').at(-1) ?? ''];

function responseTo({ responses = {} }: OperationObject, status: number): ResponseObject {
  const described: unknown = responses[status];
  return (isReference(described) ? referenced('responses', described) : described) as ResponseObject;
}

function isReference(value: unknown): value is ReferenceObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

function contentOf(operation: OperationObject): NonNullable<ResponseObject['content']> {
  return responseTo(operation, 200).content ?? {};
}

function parametersOf({ parameters = [] }: OperationObject): readonly ParameterObject[] {
  return parameters.map((each) => (isReference(each) ? referenced('parameters', each) : each) as ParameterObject);
}

describe('the stream of changes in the OpenAPI document', () => {
  it('is another media type of the feed', () => {
    expect(Object.keys(contentOf(get))).to.deep.equal([MEDIA_TYPE, EVENT_STREAM]);
    expect(contentOf(get)[EVENT_STREAM]).to.have.nested.property('schema.type', 'string');
  });

  it('has a header that only the feed accepts', () => {
    const taking = Object.values(paths)
      .flatMap((item) => Object.values(item) as OperationObject[])
      .filter((operation) => JSON.stringify(operation.parameters).includes('/LastEventId"'));
    expect(taking.map(({ operationId }) => operationId)).to.deep.equal([get.operationId, head.operationId]);
  });

  it('accepts the query parameters of pages, except for the marked ones', () => {
    const { limits } = apiConfig(readConfig({}));
    const isTaken = ({ name, schema }: ParameterObject): boolean => {
      const { examples: [example = '1'] = [] } = schema as SchemaObject;
      const needed = name === 'filter[id]' ? `filter[type]=${Object.keys(resources)[0] ?? ''}&` : '';
      try {
        parseChangesRequest(`${needed}${name}=${String(example)}`, resources, limits, isPlaceText, 'stream');
        return true;
      } catch {
        return false;
      }
    };
    const parameters = parametersOf(get).filter((each) => each.in === 'query');
    const refused = parameters.filter((each) => !isTaken(each)).map(({ name }) => name);
    const marked = parameters.filter((each) => 'x-not-accepting' in each);
    expect(refused).to.deep.equal(['page[size]']);
    expect(marked.map(({ name }) => name)).to.deep.equal(refused);
    expect(marked[0]).to.have.property('x-not-accepting').that.deep.equals([EVENT_STREAM]);
  });

  it('may be refused temporarily', () => {
    const { headers, content } = responseTo(get, 503);
    expect(headers).to.have.property('Retry-After').that.deep.equals({ $ref: '#/components/headers/RetryAfter' });
    expect(JSON.stringify(content)).to.include('/TooManySubscribersError"');
  });

  it('has an example whose data are items of a page', () => {
    const example = String(contentOf(get)[EVENT_STREAM]?.example);
    expect(example).to.match(
      /^retry: \d+\n\nid: p\S+\nevent: position\ndata: \{\}\n\nid: (p\S+)\nevent: change\ndata: .*"\1".*\n\n$/,
    );
    const [, data = ''] = /^event: change\ndata: (.*)$/m.exec(example) ?? [];
    const page = contentOf(get)[MEDIA_TYPE]?.example as object;
    const checked = { ...page, data: [JSON.parse(data) as unknown] };
    const check = closedChecks(JSON.parse(JSON.stringify(document)) as JsonObject)({
      $ref: '#/components/schemas/Changes',
    });
    expect(check(checked)).to.equal(undefined);
  });
});
