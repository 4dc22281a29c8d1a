// Atomic operations, in requests and responses. No schema can express that a `lid` must be defined before it is used.
import type { HeadersObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { IDENTIFIER_FORM } from '#domain/identifier';
import { needsIfMatch } from '../api/header-use.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { BodyLimits, HeaderRules } from '../api/limits.ts';
import { ATOMIC, atomicFormat } from '../api/media-types.ts';
import {
  impliedBy,
  isWrite,
  operationCodeOf,
  operationKindOf,
  operationsOf,
  primaryOf,
  relationshipIn,
  type WriteOperation,
} from '../api/operations.ts';
import {
  relationshipsOf,
  type EveryResource,
  type RelationshipField,
  type Resource,
} from '../api/resource-description.ts';
import { OPERATIONS } from '../request/body.ts';
import { pascalCase, schemaRef } from './components.ts';
import { tagsSchema } from './headers.ts';
import { formSchema, inOrderOfCreation, newExample, resourceSchema, type Body } from './request-schemas.ts';
import { identifierSchema, localIdSchema, objectOf } from './value-schemas.ts';

type AtomicLimits = BodyLimits & Pick<HeaderRules, 'requireIfMatch'>;

export function atomicSchemas(resources: EveryResource, limits: AtomicLimits): Readonly<Record<string, SchemaObject>> {
  const all = Object.values(resources);
  const added = all.map(({ type }) => schemaRef(pascalCase(type)));
  return {
    AtomicJsonApi: objectOf({ version: { const: atomicFormat.jsonapi.version }, ext: { const: [ATOMIC] } }),
    ...Object.fromEntries(
      all.map((resource) => [`${pascalCase(resource.type)}LocalIdentifier`, localIdentifier(resource)]),
    ),
    AtomicOperation: { anyOf: [schemaRef('AtomicOperationByRef'), schemaRef('AtomicOperationByHref')] },
    AtomicOperationByRef: { anyOf: all.flatMap((resource) => operationsByRef(resource, limits)) },
    AtomicOperationByHref: { anyOf: [...operationsByHref(resources, limits)] },
    AtomicResult: objectOf({ data: { oneOf: added } }, 'data'),
    AtomicResults: objectOf({
      'atomic:results': { type: 'array', minItems: 1, items: schemaRef('AtomicResult') },
      links: schemaRef('DescribedBy'),
      jsonapi: schemaRef('AtomicJsonApi'),
    }),
  };
}

/** Linkage can also name resources that an earlier operation adds. */
const BY_LID = { linkedBy: 'LocalIdentifier' } as const;

/** The body of a request with atomic operations. */
export function operationsBody({ resources, limits }: Pick<ApiConfig, 'resources' | 'limits'>): Body {
  const operations: SchemaObject = {
    type: 'array',
    minItems: 1,
    maxItems: limits.maxOperations,
    items: schemaRef('AtomicOperation'),
  };
  const examples = inOrderOfCreation(resources).map((resource) => ({ op: 'add', data: newExample(resource) }));
  return { schema: objectOf({ [OPERATIONS]: operations }), example: { [OPERATIONS]: examples } };
}

export function operationsResponses(headers: HeadersObject): Readonly<Record<string, ResponseObject>> {
  return {
    200: {
      description:
        'All operations succeeded. One result for each, in order: the resource as it was right after its operation.',
      headers,
      content: { [atomicFormat.mediaType]: { schema: schemaRef('AtomicResults') } },
    },
    204: { description: 'All operations succeeded, and no result has a resource.', headers },
  };
}

/** An identifier by `id` or by a `lid` that an earlier operation defines. */
function localIdentifier({ type }: Resource): SchemaObject {
  const named = { type: { const: type } };
  return { oneOf: [objectOf({ ...named, id: identifierSchema }), objectOf({ ...named, lid: localIdSchema })] };
}

type Members = NonNullable<SchemaObject['properties']>;

/** Operations that name their target by `ref` or `data`. */
function operationsByRef(resource: Resource, limits: AtomicLimits): readonly SchemaObject[] {
  const { type } = resource;
  const { id, ...changed } = resourceSchema(resource, 'changed', limits, BY_LID).properties ?? {};
  const changedBy = (name: 'id' | 'lid', schema: SchemaObject | ReferenceObject | undefined): SchemaObject =>
    objectOf({ ...changed, [name]: schema ?? {} }, 'attributes', 'relationships');
  const overwriting = preconditionOf(limits.requireIfMatch);
  return [
    objectOf({ op: { const: 'add' }, data: resourceSchema(resource, 'new', limits, BY_LID) }),
    ...[changedBy('id', id), changedBy('lid', localIdSchema)].map((data) =>
      objectOf({ op: { const: 'update' }, data, ...overwriting.members }, ...overwriting.optional),
    ),
    objectOf(
      { op: { const: 'remove' }, ref: schemaRef(`${pascalCase(type)}LocalIdentifier`), ...overwriting.members },
      ...overwriting.optional,
    ),
    ...Object.entries(relationshipsOf(resource)).flatMap(([name, field]) =>
      onRelationship(resource, name, field, limits),
    ),
  ];
}

function onRelationship(
  { type }: Resource,
  name: string,
  field: RelationshipField,
  limits: AtomicLimits,
): readonly SchemaObject[] {
  const target = { type: { const: type }, relationship: { const: name } };
  const ref = {
    oneOf: [objectOf({ ...target, id: identifierSchema }), objectOf({ ...target, lid: localIdSchema })],
  };
  const data = formSchema(field, field.cardinality, limits, 'LocalIdentifier');
  const ops = field.cardinality === 'many' ? ['add', 'update', 'remove'] : ['update'];
  return ops.map((op) => {
    const { members, optional } = preconditionOf(limits.requireIfMatch && op === 'update');
    return objectOf({ op: { const: op }, ref, data, ...members }, ...optional);
  });
}

/** `meta.if_match`, the counterpart of `If-Match` in the single request. */
function preconditionOf(isRequired: boolean): { readonly members: Members; readonly optional: readonly string[] } {
  const meta = objectOf({ if_match: tagsSchema });
  return { members: { meta }, optional: isRequired ? [] : ['meta'] };
}

/** Operations with the path of the single request in `href`. */
function operationsByHref(resources: EveryResource, limits: AtomicLimits): readonly SchemaObject[] {
  return operationsOf({ allowUnpaged: false }, resources)
    .filter(isWrite)
    .flatMap((operation) => {
      const op = operationCodeOf(operation);
      if (op === undefined) return [];
      const { action } = operationKindOf(operation);
      const identifier = IDENTIFIER_FORM.source.replace(/^\^|\$$/g, '');
      const href: SchemaObject = { type: 'string', pattern: `^${operation.path.replace(/:\w+/g, `(${identifier})`)}$` };
      const data = dataOf(operation, limits);
      const { members, optional } =
        action === 'create' ? { members: {}, optional: [] } : preconditionOf(needsIfMatch(operation, limits));
      return [objectOf({ op: { const: op }, href, ...(data !== undefined && { data }), ...members }, ...optional)];
    });
}

/** The schema of an operation's `data`; undefined for the removal of a resource. */
function dataOf(operation: WriteOperation, limits: BodyLimits): SchemaObject | undefined {
  const { body } = operationKindOf(operation);
  if (body === undefined) return undefined;
  if (body === 'linkage') {
    const { field } = relationshipIn(operation);
    return formSchema(field, field.cardinality, limits, 'LocalIdentifier');
  }
  const implied = impliedBy(operation);
  const naming = { ...BY_LID, ...(implied !== undefined && { implied }) };
  return resourceSchema(primaryOf(operation), body === 'new resource' ? 'new' : 'changed', limits, naming);
}
