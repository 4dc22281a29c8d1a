// The bodies of requests: new resources, changes of resources, and linkage.
import type { MediaTypeObject, SchemaObject } from 'openapi3-ts/oas31';
import type { BodyLimits } from '../api/limits.ts';
import type { LinkageForm } from '../api/operations.ts';
import {
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '../api/resource-description.ts';
import { pascalCase, schemaRef } from './components.ts';
import { exampleOf, identifierSchema, inputSchema, localIdSchema, objectOf } from './value-schemas.ts';

/** A schema with a body that works on seeded data. */
export type Body = Pick<MediaTypeObject, 'schema' | 'example'>;

type State = 'new' | 'changed';

/** The documents that create and change a resource. */
export function requestSchemas(resource: Resource, limits: BodyLimits): Readonly<Record<string, SchemaObject>> {
  return {
    [requestName(resource, 'new')]: objectOf({ data: resourceSchema(resource, 'new', limits) }),
    [requestName(resource, 'changed')]: objectOf({ data: resourceSchema(resource, 'changed', limits) }),
  };
}

/** A body that creates or changes a resource. */
export function resourceBody(resource: Resource, state: State): Body {
  const { type } = resource;
  const examples = Object.entries(writableAttributesOf(resource)).map(([name, field]) => [name, exampleOf(field)]);
  const data = { type, ...(state === 'changed' && { id: '1' }), attributes: Object.fromEntries(examples) as unknown };
  return { schema: schemaRef(requestName(resource, state)), example: { data } };
}

function requestName({ type }: Resource, state: State): string {
  return `${pascalCase(state)}${pascalCase(type)}`;
}

/** The end of the name of the component that describes an identifier; the type is in front. */
export type Identification = 'Identifier' | 'LocalIdentifier';

/** The resource that a request sends. */
export function resourceSchema(
  resource: Resource,
  state: State,
  limits: BodyLimits,
  linkedBy: Identification = 'Identifier',
): SchemaObject {
  const attributes = attributesSchema(resource, state);
  const relationships = relationshipsSchema(resource, limits, linkedBy);
  const optional = ['relationships', 'lid', ...(attributes.required === undefined ? ['attributes'] : [])];
  const defines = state === 'new' && linkedBy === 'LocalIdentifier' && { lid: localIdSchema };
  const identity = { type: { const: resource.type }, ...(state === 'changed' && { id: identifierSchema }), ...defines };
  return objectOf({ ...identity, attributes, relationships }, ...optional);
}

/** The document that changes a relationship. */
export function linkageBody(field: RelationshipField, form: LinkageForm, limits: BodyLimits): Body {
  const identifier = { type: field.to, id: '1' };
  return {
    schema: objectOf({ data: formSchema(field, form, limits) }),
    example: { data: form === 'many' ? [identifier] : identifier },
  };
}

/** Unknown names are refused. */
function attributesSchema(resource: Resource, state: State): SchemaObject {
  const writable = Object.entries(writableAttributesOf(resource));
  const isOptional = ({ declared }: WritableAttribute): boolean => state === 'changed' || !declared.isRequired;
  const optional = writable.filter(([, field]) => isOptional(field)).map(([name]) => name);
  const properties = writable.map(([name, field]) => [name, inputSchema(field)] as const);
  return { ...objectOf(Object.fromEntries(properties), ...optional), additionalProperties: false };
}

function relationshipsSchema(resource: Resource, limits: BodyLimits, linkedBy: Identification): SchemaObject {
  const properties = Object.entries(relationshipsOf(resource)).map(
    ([name, field]) => [name, objectOf({ data: formSchema(field, field.cardinality, limits, linkedBy) })] as const,
  );
  const names = properties.map(([name]) => name);
  return { ...objectOf(Object.fromEntries(properties), ...names), additionalProperties: false };
}

/** The linkage that a request sends. */
export function formSchema(
  { to }: RelationshipField,
  form: LinkageForm,
  { maxLinkages }: BodyLimits,
  linkedBy: Identification = 'Identifier',
): SchemaObject {
  const identifier = schemaRef(`${pascalCase(to)}${linkedBy}`);
  const several = (maxItems: number): SchemaObject => ({ type: 'array', items: identifier, maxItems });
  switch (form) {
    case 'many':
      return several(maxLinkages);
    case 'one':
      return { oneOf: [identifier, { type: 'null' }] };
    case 'one or list of one':
      return { oneOf: [identifier, { type: 'null' }, several(1)] };
  }
}
