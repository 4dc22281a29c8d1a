// Lists of operations: what requests send, and what answers have. Local identifiers and `href` have no schema, only words.
import type { HeadersObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { OPERATIONS } from '../atomic/check-list.ts';
import { ATOMIC, atomic } from '../jsonapi/documents/dialect.ts';
import { relationshipsOf, writableAttributesOf, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { BodyLimits } from '../middleware/read-body.ts';
import type { HeaderRules } from '../request-headers.ts';
import { ifMatch } from './conditional.ts';
import { pascalCase, schemaRef } from './names.ts';
import { formSchema, resourceSchema, type Body } from './request-schemas.ts';
import { exampleOf, identifierSchema, objectOf } from './value-schemas.ts';

type AtomicRules = BodyLimits & HeaderRules;

export function atomicSchemas(limits: AtomicRules): Readonly<Record<string, SchemaObject>> {
  const all = Object.values(resources);
  const added = all.map(({ type }) => schemaRef(pascalCase(type)));
  return {
    AtomicJsonApi: objectOf({ version: { const: atomic.jsonapi.version }, ext: { const: [ATOMIC] } }),
    AtomicOperation: { anyOf: all.flatMap((resource) => operationsOn(resource, limits)) },
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

function operationsOn(resource: Resource, limits: AtomicRules): readonly SchemaObject[] {
  const { type } = resource;
  return [
    operation(['add'], { data: resourceSchema(resource, 'new', limits) }),
    overwriting(['update'], { data: resourceSchema(resource, 'changed', limits) }, limits),
    overwriting(['remove'], { ref: schemaRef(`${pascalCase(type)}Identifier`) }, limits),
    ...Object.entries(relationshipsOf(resource)).flatMap(([name, field]) => {
      const ref = objectOf({ type: { const: type }, id: identifierSchema, relationship: { const: name } });
      const members = { ref, data: formSchema(field, field.cardinality, limits) };
      const replacing = overwriting(['update'], members, limits);
      return field.cardinality === 'many' ? [operation(['add', 'remove'], members), replacing] : [replacing];
    }),
  ];
}

type Members = NonNullable<SchemaObject['properties']>;

function operation(codes: readonly string[], members: Members): SchemaObject {
  return objectOf({ op: { enum: [...codes] }, ...members });
}

/** An operation for which a client can be required to name the state it has seen. */
function overwriting(codes: readonly string[], members: Members, { requireIfMatch }: HeaderRules): SchemaObject {
  const meta = objectOf({ if_match: ifMatch.schema ?? {} });
  return objectOf({ op: { enum: [...codes] }, ...members, meta }, ...(requireIfMatch ? [] : ['meta']));
}
