// The bodies of requests: new resources, changes of resources, and linkage.
import type { MediaTypeObject, SchemaObject } from 'openapi3-ts/oas31';
import { lockOrder } from '#application/writing/lock-order';
import { relationshipOf } from '#domain/schema';
import type { BodyLimits } from '../api/limits.ts';
import type { LinkageForm } from '../api/operations.ts';
import {
  mustBeSent,
  relationshipsOf,
  writableAttributesOf,
  type EveryResource,
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
    ...Object.fromEntries(
      requiredOf(resource).map(([name, { stored }]) => [
        requestName(resource, 'new', name),
        objectOf({ data: resourceSchema(resource, 'new', limits, { implied: stored }) }),
      ]),
    ),
    [requestName(resource, 'changed')]: objectOf({ data: resourceSchema(resource, 'changed', limits) }),
  };
}

/** The required relationships, by wire name. */
function requiredOf(resource: Resource): readonly (readonly [string, RelationshipField])[] {
  return Object.entries(relationshipsOf(resource)).filter(
    ([, { stored }]) => relationshipOf(resource.type, stored).isRequired,
  );
}

/**
 * A body that creates or changes a resource.
 * @param implied the stored name of the relationship that the path sets
 */
export function resourceBody(resource: Resource, state: State, implied?: string): Body {
  const [set] = requiredOf(resource).find(([, { stored }]) => stored === implied) ?? [];
  const data =
    state === 'new'
      ? newExample(resource, implied)
      : { type: resource.type, id: '1', attributes: attributesExample(resource) };
  return { schema: schemaRef(requestName(resource, state, set)), example: { data } };
}

function attributesExample(resource: Resource): unknown {
  return Object.fromEntries(
    Object.entries(writableAttributesOf(resource)).map(([name, field]) => [name, exampleOf(field)]),
  );
}

/** Every resource, each after the targets of its to-one relationships. */
export function inOrderOfCreation(resources: EveryResource): readonly Resource[] {
  return Object.values<Resource>(resources).sort(
    (one, other) => lockOrder.indexOf(one.type) - lockOrder.indexOf(other.type),
  );
}

/** An example of a new resource with its required relationships, except the one that the path sets. */
export function newExample(resource: Resource, implied?: string) {
  const links = requiredOf(resource)
    .filter(([, { stored }]) => stored !== implied)
    .map(([name, { to }]) => [name, { data: { type: to, id: '1' } }]);
  return {
    type: resource.type,
    attributes: attributesExample(resource),
    ...(links.length > 0 && { relationships: Object.fromEntries(links) as unknown }),
  };
}

/** @param implied the wire name of the required relationship that the path sets */
function requestName({ type }: Resource, state: State, implied?: string): string {
  return `${pascalCase(state)}${pascalCase(type)}${implied === undefined ? '' : `Of${pascalCase(implied)}`}`;
}

/** The component that describes an identifier. Its full name begins with the type. */
export type Identification = 'Identifier' | 'LocalIdentifier';

/** The way in which a request names resources. */
interface Naming {
  readonly linkedBy?: Identification;
  /** The stored name of the relationship that the path sets. */
  readonly implied?: string;
}

/** The resource that a request sends. */
export function resourceSchema(
  resource: Resource,
  state: State,
  limits: BodyLimits,
  naming: Naming = {},
): SchemaObject {
  const { linkedBy = 'Identifier', implied } = naming;
  const attributes = attributesSchema(resource, state);
  const required = state === 'new' ? requiredOf(resource).filter(([, { stored }]) => stored !== implied) : [];
  const relationships = relationshipsSchema(
    resource,
    limits,
    linkedBy,
    required.map(([name]) => name),
  );
  const optional = [
    ...(required.length === 0 ? ['relationships'] : []),
    'lid',
    ...(attributes.required === undefined ? ['attributes'] : []),
  ];
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
  const isOptional = (field: WritableAttribute): boolean => state === 'changed' || !mustBeSent(field);
  const optional = writable.filter(([, field]) => isOptional(field)).map(([name]) => name);
  const properties = writable.map(([name, field]) => {
    const { defaultValue } = field.declared;
    const standard = state === 'changed' || defaultValue === undefined ? {} : { default: defaultValue };
    return [name, { ...inputSchema(field), ...standard }] as const;
  });
  return { ...objectOf(Object.fromEntries(properties), ...optional), additionalProperties: false };
}

/** @param required the names of the relationships that must be set */
function relationshipsSchema(
  resource: Resource,
  limits: BodyLimits,
  linkedBy: Identification,
  required: readonly string[],
): SchemaObject {
  const properties = Object.entries(relationshipsOf(resource)).map(([name, field]) => {
    const identifier = schemaRef(`${pascalCase(field.to)}${linkedBy}`);
    const linkage = required.includes(name) ? identifier : formSchema(field, field.cardinality, limits, linkedBy);
    return [name, objectOf({ data: linkage })] as const;
  });
  const optional = properties.map(([name]) => name).filter((name) => !required.includes(name));
  return { ...objectOf(Object.fromEntries(properties), ...optional), additionalProperties: false };
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
