// What each operation answers in a small world: one resource of each type, all with the identifier 1, linked to each other. The code that answers
// requests writes it, so it has no wording of its own. A test sends the example of each request and compares.
import { actorExample } from './security.ts';
import type { ResourceRecord } from '#application/model/query';
import { relationshipOf, schema } from '#domain/schema';
import { cursorListRenderer } from '../answer/cursor-list.ts';
import { recordWriters } from '../answer/export-writers.ts';
import {
  numberedListRenderer,
  renderDeleted,
  renderList,
  renderOne,
  renderRelationship,
  renderRoot,
  type Document,
  type Renderer,
} from '../answer/render-document.ts';
import { rendererOf } from '../answer/tagged-renderers.ts';
import { resultOf } from '../answer/write-answer.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { resourcePath } from '../api/links.ts';
import { atomicFormat } from '../api/media-types.ts';
import type { AnswerKind } from '../api/operation-traits.ts';
import {
  extensionIn,
  linkedPaths,
  operationKindOf,
  primaryOf,
  relationshipIn,
  type Operation,
} from '../api/operations.ts';
import { writableAttributesOf, type Resource } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import { readQueryString } from '../request/query-string.ts';
import { cursorCodec } from '../request/query/cursors.ts';
import { parseQuery } from '../request/query/parse-query.ts';
import type { PrimaryData } from '../request/query/presentation.ts';
import { exampleOf } from './value-schemas.ts';

/** The identifier of each resource. */
const ID = '1';

/** The body of the answer to an operation that has succeeded, a file as text; undefined if there is nothing to show. */
export function answerExample(operation: Operation, config: ApiConfig): Document | string | undefined {
  return EXAMPLES[operationKindOf(operation).answer](operation, config);
}

/** A resource object, as the answers show it. */
export function resourceExample(resource: Resource, config: ApiConfig): unknown {
  return renderer(resource, config).renderResource(recordOf(resource));
}

/** A page by cursor, for those who ask for the profile. */
export function cursorListExample(operation: Operation, config: ApiConfig): Document {
  const resource = primaryOf(operation);
  // Cursors without a value of a write-only attribute are the same under every secret.
  const cursors = { codec: cursorCodec(''), isNegotiated: true };
  const { sort, page } = parseQuery(readQueryString(''), resource, 'list', { ...config.limits, cursors });
  if (page?.kind !== 'cursor') throw new Error('the profile asks for pages by cursor');
  const rendering = { ...renderer(resource, config), path: pathOf(operation) };
  const form = cursorListRenderer({ type: resource.type, sort, parameters: [], page }, cursors, rendering);
  const pageInfo = { positions: [{ keys: [], id: ID }], hasMore: false };
  return renderList({ records: [recordOf(resource)], included: undefined, total: 1, pageInfo }, form, rendering);
}

const EXAMPLES: Readonly<
  Record<AnswerKind, (operation: Operation, config: ApiConfig) => Document | string | undefined>
> = {
  'entry point': (_, config) => renderRoot(config.service, config.linkTo, linkedPaths(config), actorExample(config)),
  // It would hold itself.
  description: () => undefined,
  results: (_, config) => ({
    'atomic:results': Object.values(resources).map((resource) =>
      resultOf({ record: recordOf(resource, []), included: undefined }, renderer(resource, config)),
    ),
    jsonapi: atomicFormat.jsonapi,
  }),
  list: (operation, config) => {
    const resource = primaryOf(operation);
    const rendering = { ...renderer(resource, config), path: pathOf(operation) };
    // It has one page, whatever the size.
    const form = numberedListRenderer({ parameters: [], page: undefined }, rendering);
    return renderList({ records: [recordOf(resource)], included: undefined, total: 1 }, form, rendering);
  },
  file: (operation, config) => {
    const resource = primaryOf(operation);
    const writer = recordWriters[extensionIn(operation)](
      renderer(resource, config, { kind: 'exported' }),
      resource.type,
    );
    return writer.head + writer.write([recordOf(resource)]);
  },
  created: (operation, config) => {
    const resource = primaryOf(operation);
    const record = recordOf(resource, linkedByPath(operation));
    return one(record, resourcePath(resource, record), renderer(resource, config));
  },
  resource: primaryExample,
  'resource or null': primaryExample,
  deleted: () => renderDeleted(),
  linkage: (operation, config) => {
    const resource = primaryOf(operation);
    const { name } = relationshipIn(operation);
    const rendering = renderer(resource, config, { kind: 'linkage', relationship: name });
    return renderRelationship({ record: recordOf(resource), included: undefined }, name, rendering);
  },
  'changed relationship': (operation, config) => {
    const resource = primaryOf(operation);
    const { name, field } = relationshipIn(operation);
    const isUnlinked = operation.method === 'DELETE';
    const linked = namesOf(resource).filter((each) => !isUnlinked || each !== field.stored);
    const rendering = {
      ...renderer(resource, config, { kind: 'changed', relationship: name }),
      path: pathOf(operation),
    };
    const included = isUnlinked ? [] : [recordOf(resources[field.to])];
    return renderOne({ record: recordOf(resource, linked), included }, rendering);
  },
};

function primaryExample(operation: Operation, config: ApiConfig): Document {
  const resource = primaryOf(operation);
  return one(recordOf(resource), pathOf(operation), renderer(resource, config));
}

function one(record: ResourceRecord, path: string, rendering: Renderer): Document {
  return renderOne({ record, included: undefined }, { ...rendering, path });
}

/** As for a request without a query string. */
function renderer(resource: Resource, config: ApiConfig, primary: PrimaryData = { kind: 'resources' }): Renderer {
  const query = parseQuery(readQueryString(''), resource, 'resource', config.limits);
  return rendererOf(config, resource, query, primary);
}

function pathOf({ path }: Operation): string {
  return path.replace(/:\w+/g, ID);
}

/** What a new resource is linked to, because its path says so. */
function linkedByPath({ resource, relationship }: Operation): readonly string[] {
  return resource === undefined || relationship === undefined
    ? []
    : [relationshipOf(resource.type, relationship.field.stored).inverse];
}

/** @param linked the stored names of the relationships that lead somewhere */
function recordOf(resource: Resource, linked = namesOf(resource)): ResourceRecord {
  const { type } = resource;
  const names = Object.keys(schema[type].attributes);
  const values = Object.values(writableAttributesOf(resource)).map(
    (field) => [field.stored, exampleOf(field)] as const,
  );
  return {
    type,
    id: ID,
    attributes: { ...Object.fromEntries(names.map((name) => [name, null])), ...Object.fromEntries(values) },
    linkage: Object.fromEntries(namesOf(resource).map((name) => [name, linked.includes(name) ? [ID] : []])),
  };
}

function namesOf({ type }: Resource): readonly string[] {
  return Object.keys(schema[type].relationships);
}
