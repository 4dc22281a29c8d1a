// The example response of each operation in a small world: one resource of each type, all with the identifier 1, linked to each other. The
// examples are rendered by the code that responds to requests. A test sends the example of each request and compares.
import { actorExample } from './security.ts';
import type { ResourceRecord } from '#application/model/query';
import { relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import { cursorForm } from '../answer/cursor-form.ts';
import { recordWriters } from '../answer/export-writers.ts';
import {
  numberedForm,
  renderDeleted,
  renderList,
  renderOne,
  renderRelationship,
  renderRoot,
  type Document,
  type DocumentRendering,
} from '../answer/render-document.ts';
import { renderResource, type ResourceObject } from '../answer/render-resource.ts';
import { topLevelLinks } from '../answer/top-level-links.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { resourcePath } from '../api/links.ts';
import { atomicFormat, plainFormat } from '../api/media-types.ts';
import type { AnswerKind } from '../api/operation-traits.ts';
import {
  impliedBy,
  extensionIn,
  linkedPaths,
  operationKindOf,
  primaryOf,
  relationshipIn,
  type Operation,
} from '../api/operations.ts';
import { relatedResource, writableAttributesOf, type Resource } from '../api/resource-description.ts';
import { readQueryString } from '../request/syntax/query-string.ts';
import { cursorCodec, type Cursors } from '../request/query/cursors.ts';
import { present } from '../request/query/presentation.ts';
import { inDialect, parseRead } from '../request/read.ts';
import { changesExample, streamExample } from './change-examples.ts';
import { inOrderOfCreation } from './request-schemas.ts';
import { describeValues, exampleOf } from './value-schemas.ts';

/** The identifier of each resource, except a second one of its type. */
const ID = '1';
const SECOND_ID = '2';

/** The body of a successful response, a file as text; undefined if there is nothing to show. */
export function answerExample(operation: Operation, config: ApiConfig): Document | string | undefined {
  return EXAMPLES[operationKindOf(operation).answer](operation, config);
}

/** A resource object, as in responses. */
export function resourceExample(
  resource: Resource,
  { linkTo }: Pick<ApiConfig, 'linkTo'>,
  linked = namesOf(resource),
): ResourceObject {
  const read = present(resource, { include: undefined, fieldsets: new Map() }, { kind: 'resources' });
  return renderResource(recordOf(resource, linked), { read, linkTo });
}

/** A cursor page, for clients that ask for the profile. */
export function cursorListExample(operation: Operation, config: ApiConfig): Document {
  // Cursors without a value of a write-only attribute are the same under every secret.
  const cursors = { codec: cursorCodec('', config.resources), isNegotiated: true };
  const plain = renderingOf(operation, config, cursors);
  const rendering = { ...plain, read: inDialect(plain.read, { version: '1.1', cursors: true }) };
  const { page } = rendering.read;
  if (page?.kind !== 'cursor') throw new Error('the profile asks for cursor pages');
  const pageInfo = { positions: [{ keys: [], id: ID }], hasMore: false };
  const records = [recordOf(primaryOf(operation))];
  return renderList({ records, included: undefined, total: 1, pageInfo }, cursorForm(page, rendering), rendering);
}

/** An example of the beginning of a change stream. */
export function eventsExample(config: ApiConfig): string {
  return streamExample(recordOf(firstOf(Object.values(config.resources))), config);
}

const EXAMPLES: Readonly<
  Record<AnswerKind, (operation: Operation, config: ApiConfig) => Document | string | undefined>
> = {
  'entry point': (_, config) => renderRoot(config, linkedPaths(config), actorExample(config), plainFormat),
  // The document would contain itself.
  description: () => undefined,
  results: (_, config) => ({
    'atomic:results': inOrderOfCreation(config.resources).map((resource) => ({
      data: resourceExample(resource, config, requiredOf(resource)),
    })),
    ...topLevelLinks(undefined, atomicFormat, config.linkTo),
    jsonapi: atomicFormat.jsonapi,
  }),
  changes: ({ path }, config) => changesExample(recordOf(firstOf(Object.values(config.resources))), path, config),
  list: (operation, config) => {
    const rendering = renderingOf(operation, config);
    const list = { records: [recordOf(primaryOf(operation))], included: undefined, total: 1 };
    // The list has one page, at any page size.
    return renderList(list, numberedForm(undefined, rendering), rendering);
  },
  file: (operation, config) => {
    const resource = primaryOf(operation);
    const writer = recordWriters[extensionIn(operation)](renderingOf(operation, config), resource.type);
    return writer.head + writer.write([recordOf(resource)]);
  },
  created: (operation, config) => {
    const resource = primaryOf(operation);
    const linked = [...linkedByPath(operation), ...requiredOf(resource)];
    const record = recordOf(resource, linked, isSecond(operation) ? SECOND_ID : ID);
    const rendering = { ...renderingOf(operation, config), path: resourcePath(resource, record) };
    return renderOne({ record, included: undefined }, rendering);
  },
  resource: primaryExample,
  'resource or null': primaryExample,
  deleted: (_, { linkTo }) => renderDeleted(plainFormat, linkTo),
  linkage: (operation, config) => {
    const record = recordOf(primaryOf(operation));
    return renderRelationship(
      { record, included: undefined },
      relationshipIn(operation),
      renderingOf(operation, config),
    );
  },
  'changed relationship': (operation, config) => {
    const resource = primaryOf(operation);
    const { field } = relationshipIn(operation);
    const isUnlinked = operation.method === 'DELETE';
    const ended = isUnlinked ? sidesOf(resource.type, field.stored) : [];
    const linked = namesOf(resource).filter((each) => !ended.includes(each));
    const included = isUnlinked ? [] : [recordOf(relatedResource(resource, field))];
    return renderOne({ record: recordOf(resource, linked), included }, renderingOf(operation, config));
  },
};

function firstOf<Of>([first]: readonly Of[]): Of {
  if (first === undefined) throw new Error('a model without types');
  return first;
}

function primaryExample(operation: Operation, config: ApiConfig): Document {
  const record = recordOf(primaryOf(operation));
  return renderOne({ record, included: undefined }, renderingOf(operation, config));
}

/** The rendering for a request without a query string. */
function renderingOf(operation: Operation, config: ApiConfig, cursors?: Cursors): DocumentRendering {
  const read = parseRead(operation, readQueryString(''), config, cursors);
  return { read, path: pathOf(operation), linkTo: config.linkTo };
}

function pathOf({ path }: Operation): string {
  return path.replace(/:\w+/g, ID);
}

/** The relationships of a new resource that its path sets. */
function linkedByPath(operation: Operation): readonly string[] {
  const implied = impliedBy(operation);
  return implied === undefined ? [] : [implied];
}

/** True if the resource in the path has the type of the new resource, or requires one of that type. */
function isSecond(operation: Operation): boolean {
  const { resource, relationship } = operation;
  return relationship !== undefined && resource !== undefined && needs(resource.type, relationship.field.to);
}

function needs(type: ResourceType, needed: ResourceType): boolean {
  if (type === needed) return true;
  const required = relationshipNames(type, 'one').filter((name) => relationshipOf(type, name).isRequired);
  return required.some((name) => needs(relationshipOf(type, name).to, needed));
}

/** The names of a type's relationship: both sides if it relates the type to itself. */
function sidesOf(type: ResourceType, stored: string): readonly string[] {
  const { to, inverse } = relationshipOf(type, stored);
  return to === type ? [stored, inverse] : [stored];
}

/** The stored names of the required relationships. */
function requiredOf(resource: Resource): readonly string[] {
  return namesOf(resource).filter((name) => relationshipOf(resource.type, name).isRequired);
}

/** @param linked the stored names of the relationships that are not empty */
function recordOf(resource: Resource, linked = namesOf(resource), id = ID): ResourceRecord {
  const { type } = resource;
  const attributes = Object.entries(schema[type].attributes).map(
    ([name, declared]) => [name, declared.stamped === undefined ? null : describeValues(declared).example] as const,
  );
  const values = Object.values(writableAttributesOf(resource)).map(
    (field) => [field.stored, exampleOf(field)] as const,
  );
  return {
    type,
    id,
    attributes: Object.fromEntries([...attributes, ...values]),
    linkage: Object.fromEntries(namesOf(resource).map((name) => [name, linked.includes(name) ? [ID] : []])),
  };
}

function namesOf({ type }: Resource): readonly string[] {
  return Object.keys(schema[type].relationships);
}
