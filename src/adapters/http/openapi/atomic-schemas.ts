// Lists of operations: what requests send, and what answers have. No schema can say that a `lid` is defined before it is used, only words.
import type { HeadersObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { OPERATIONS } from '../atomic/check-size.ts';
import { ATOMIC, atomic } from '../jsonapi/documents/dialect.ts';
import {
  relationshipsOf,
  requireRelationship,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
} from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import { IDENTIFIER_FORM } from '#domain/identifier';
import { overwrites } from '../header-use.ts';
import { isRead, operationsOf, type Action, type LinkageWrite } from '../operations.ts';
import type { HeaderRules } from '../request-headers.ts';
import { tagsSchema } from './conditional.ts';
import type { BodyLimits } from '../middleware/read-body.ts';
import { pascalCase, schemaRef } from './names.ts';
import { formSchema, resourceSchema, type Body } from './request-schemas.ts';
import { exampleOf, identifierSchema, localIdSchema, objectOf } from './value-schemas.ts';

type AtomicLimits = BodyLimits & HeaderRules;

export function atomicSchemas(limits: AtomicLimits): Readonly<Record<string, SchemaObject>> {
  const all = Object.values(resources);
  const added = all.map(({ type }) => schemaRef(pascalCase(type)));
  return {
    AtomicJsonApi: objectOf({ version: { const: atomic.jsonapi.version }, ext: { const: [ATOMIC] } }),
    ...Object.fromEntries(
      all.map((resource) => [`${pascalCase(resource.type)}LocalIdentifier`, localIdentifier(resource)]),
    ),
    AtomicOperation: { anyOf: [schemaRef('AtomicOperationByRef'), schemaRef('AtomicOperationByHref')] },
    AtomicOperationByRef: { anyOf: all.flatMap((resource) => operationsByRef(resource, limits)) },
    AtomicOperationByHref: { anyOf: [...operationsByHref(limits)] },
    AtomicResult: objectOf({ data: { oneOf: added } }, 'data'),
    AtomicResults: objectOf({
      'atomic:results': { type: 'array', minItems: 1, items: schemaRef('AtomicResult') },
      jsonapi: schemaRef('AtomicJsonApi'),
    }),
  };
}

/** A list of operations. */
export function operationsBody({ maxOperations }: BodyLimits): Body {
  const operations: SchemaObject = {
    type: 'array',
    minItems: 1,
    maxItems: maxOperations,
    items: schemaRef('AtomicOperation'),
  };
  const examples = Object.values(resources).map((resource) => {
    const attributes = Object.entries(writableAttributesOf(resource)).map(([name, field]) => [name, exampleOf(field)]);
    return { op: 'add', data: { type: resource.type, attributes: Object.fromEntries(attributes) as unknown } };
  });
  return { schema: objectOf({ [OPERATIONS]: operations }), example: { [OPERATIONS]: examples } };
}

export function operationsResponses(headers: HeadersObject): Readonly<Record<string, ResponseObject>> {
  return {
    200: {
      description: 'All are done. One result for each, in order: the resource as it was right after its operation.',
      headers,
      content: { [atomic.mediaType]: { schema: schemaRef('AtomicResults') } },
    },
    204: { description: 'All are done, and no result has a resource.', headers },
  };
}

/** By local identifiers, too: those that an earlier operation of the list defines. */
function localIdentifier({ type }: Resource): SchemaObject {
  const named = { type: { const: type } };
  return { oneOf: [objectOf({ ...named, id: identifierSchema }), objectOf({ ...named, lid: localIdSchema })] };
}

type Members = NonNullable<SchemaObject['properties']>;

/** Operations that name their target by `ref`, or by what they add or change. */
function operationsByRef(resource: Resource, limits: AtomicLimits): readonly SchemaObject[] {
  const { type } = resource;
  const { id, ...changed } = resourceSchema(resource, 'changed', limits, 'LocalIdentifier').properties ?? {};
  const changedBy = (name: 'id' | 'lid', schema: SchemaObject | ReferenceObject | undefined): SchemaObject =>
    objectOf({ ...changed, [name]: schema ?? {} }, 'attributes', 'relationships');
  const overwriting = preconditionOf(limits, true);
  return [
    objectOf({ op: { const: 'add' }, data: resourceSchema(resource, 'new', limits, 'LocalIdentifier') }),
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
    const { members, optional } = preconditionOf(limits, op === 'update');
    return objectOf({ op: { const: op }, ref, data, ...members }, ...optional);
  });
}

/** `meta.if_match`, which is what `If-Match` is to the single request. */
function preconditionOf(
  { requireIfMatch }: HeaderRules,
  overwrites: boolean,
): { readonly members: Members; readonly optional: readonly string[] } {
  const meta = objectOf({ if_match: tagsSchema });
  return { members: { meta }, optional: requireIfMatch && overwrites ? [] : ['meta'] };
}

/** Operations with the path of the single request in `href`. */
function operationsByHref(limits: AtomicLimits): readonly SchemaObject[] {
  return operationsOf({ allowUnpaged: false }).flatMap(({ path, action }) => {
    const op = opOf(action);
    if (op === undefined) return [];
    const identifier = IDENTIFIER_FORM.source.replace(/^\^|\$$/g, '');
    const href: SchemaObject = { type: 'string', pattern: `^${path.replace(/:\w+/g, `(${identifier})`)}$` };
    const body = bodyOf(action, limits);
    const { members, optional } = creates(action)
      ? { members: {}, optional: [] }
      : preconditionOf(limits, overwrites(action));
    return [objectOf({ op: { const: op }, href, ...body, ...members }, ...optional)];
  });
}

function opOf(action: Action): 'add' | 'update' | 'remove' | undefined {
  if (isRead(action) || action.kind === 'operate') return undefined;
  switch (action.kind) {
    case 'create':
    case 'create related':
      return 'add';
    case 'update':
    case 'update related':
    case 'replace':
      return 'update';
    case 'delete':
    case 'delete related':
      return 'remove';
    // To a relationship with one resource nothing is added.
    case 'link':
      return isToMany(action) ? 'add' : undefined;
    case 'unlink':
      return isToMany(action) ? 'remove' : undefined;
  }
}

function creates({ kind }: Action): boolean {
  return kind === 'create' || kind === 'create related';
}

function isToMany({ resource, relationship }: LinkageWrite): boolean {
  return requireRelationship(resource, relationship).cardinality === 'many';
}

/** What is sent; nothing with the removal of a resource. */
function bodyOf(action: Action, limits: BodyLimits): Members {
  if (!('resource' in action)) return {};
  const { resource, kind } = action;
  const field = 'relationship' in action ? requireRelationship(resource, action.relationship) : undefined;
  if (kind === 'link' || kind === 'replace' || kind === 'unlink')
    return field === undefined ? {} : { data: formSchema(field, field.cardinality, limits, 'LocalIdentifier') };
  const sent = field === undefined ? resource : resources[field.to];
  if (creates(action)) return { data: resourceSchema(sent, 'new', limits, 'LocalIdentifier') };
  const isChange = kind === 'update' || kind === 'update related';
  return isChange ? { data: resourceSchema(sent, 'changed', limits, 'LocalIdentifier') } : {};
}
