// Lists of operations: what requests send, and what answers have. Local identifiers and `href` have no schema, only words.
import type { HeadersObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { OPERATIONS } from '../atomic/check-list.ts';
import { ATOMIC, atomic } from '../jsonapi/documents/dialect.ts';
import { relationshipsOf, writableAttributesOf, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { BodyLimits } from '../middleware/read-body.ts';
import { pascalCase, schemaRef } from './names.ts';
import { formSchema, resourceSchema, type Body } from './request-schemas.ts';
import { exampleOf, identifierSchema, objectOf } from './value-schemas.ts';

export function atomicSchemas(limits: BodyLimits): Readonly<Record<string, SchemaObject>> {
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

function operationsOn(resource: Resource, limits: BodyLimits): readonly SchemaObject[] {
  const { type } = resource;
  const op = (...codes: readonly string[]): SchemaObject => ({ enum: [...codes] });
  return [
    objectOf({ op: op('add'), data: resourceSchema(resource, 'new', limits) }),
    objectOf({ op: op('update'), data: resourceSchema(resource, 'changed', limits) }),
    objectOf({ op: op('remove'), ref: schemaRef(`${pascalCase(type)}Identifier`) }),
    ...Object.entries(relationshipsOf(resource)).map(([name, field]) =>
      objectOf({
        op: field.cardinality === 'many' ? op('add', 'update', 'remove') : op('update'),
        ref: objectOf({ type: { const: type }, id: identifierSchema, relationship: { const: name } }),
        data: formSchema(field, field.cardinality, limits),
      }),
    ),
  ];
}
