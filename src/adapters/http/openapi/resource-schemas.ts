// The parts of responses: resource objects, linkage and documents of each type.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { renderDeleted } from '../answer/render-document.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { INCLUDED_PROFILE, plainFormat } from '../api/media-types.ts';
import { linkedPaths } from '../api/operations.ts';
import {
  requireRelationship,
  type AttributeField,
  type EveryResource,
  type RelationshipField,
  type Resource,
} from '../api/resource-description.ts';
import { resourceExample } from './answer-examples.ts';
import { pascalCase, schemaRef } from './components.ts';
import { boundedSchemas, boundedRelationship } from './bounded-relationships.ts';
import { countSchema, cursorPage, cursorSchemas } from './cursor-pages.ts';
import { documentParts, documentSchemas } from './document-schemas.ts';
import { actorSchema } from './security.ts';
import { identifierSchema, linkSchema, objectOf, outputSchema } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;

/** Components that responses share. */
export function sharedSchemas(resources: EveryResource): Schemas {
  return {
    Link: linkSchema(resources),
    ...documentParts,
    Included: {
      type: 'array',
      description: 'Resources of all types, each only once.',
      items: { oneOf: Object.keys(resources).map((type) => schemaRef(pascalCase(type))) },
    },
    ...cursorSchemas,
    ...boundedSchemas,
    Deleted: objectOf({
      meta: objectOf({ message: { const: DELETED.meta?.['message'] } }),
      jsonapi: schemaRef('JsonApi'),
    }),
  };
}

const DELETED = renderDeleted(plainFormat, (path) => path);

/** Components of one type: the resource object, its identifier, and the documents that have it as primary data. */
export function resourceSchemas(resource: Resource, config: ApiConfig): Schemas {
  const type = pascalCase(resource.type);
  const object = schemaRef(type);
  const included = schemaRef('Included');
  return {
    [type]: { ...resourceObject(resource), examples: [resourceExample(resource, config)] },
    [`${type}Identifier`]: identifierOf(resource),
    [`${type}CursorIdentifier`]: identifierOf(resource, { meta: schemaRef('CursorMeta') }),
    ...documentSchemas(`${type}Document`, 'DocumentLinks', { data: object, included }, 'included'),
    ...documentSchemas(
      `${type}OrNullDocument`,
      'DocumentLinks',
      { data: { oneOf: [object, { type: 'null' }] }, included },
      'included',
    ),
    ...documentSchemas(
      `${type}List`,
      'ListLinks',
      { data: { type: 'array', items: object }, meta: objectOf({ count: countSchema() }), included },
      'included',
    ),
    [`${type}CursorItem`]: resourceObject(resource, { meta: schemaRef('CursorMeta') }),
    ...cursorPage(`${type}CursorList`, schemaRef(`${type}CursorItem`), 'CursorLinks'),
    ...cursorPage(`${type}CursorLinkage`, schemaRef(`${type}CursorIdentifier`), 'MemberPageLinks'),
  };
}

function identifierOf({ type }: Resource, more: NonNullable<SchemaObject['properties']> = {}): SchemaObject {
  return objectOf({ type: { const: type }, id: identifierSchema, ...more });
}

/** The name of the component with the linkage of a relationship. */
export function linkageDocumentName(resource: Resource, relationship: string): string {
  return `${pascalCase(resource.type)}${pascalCase(relationship)}Linkage`;
}

/** Linkage without pages. It has a count if the request has a filter or a sort. */
export function linkageDocuments(resource: Resource, relationship: string): Schemas {
  const field = requireRelationship(resource, relationship);
  const counted = field.cardinality === 'many' ? { meta: objectOf({ count: countSchema() }) } : {};
  return documentSchemas(
    linkageDocumentName(resource, relationship),
    'RelationshipLinks',
    { data: linkageSchema(field), ...counted, included: schemaRef('Included') },
    'included',
    ...Object.keys(counted),
  );
}

/** Resource linkage in requests and responses. */
function linkageSchema({ to, cardinality }: Pick<RelationshipField, 'to' | 'cardinality'>): SchemaObject {
  const identifier = schemaRef(`${pascalCase(to)}Identifier`);
  return cardinality === 'many' ? { type: 'array', items: identifier } : { oneOf: [identifier, { type: 'null' }] };
}

/** The document at the root. */
export function rootSchema(config: ApiConfig): SchemaObject {
  const { service, resources } = config;
  const link = schemaRef('Link');
  const linkPer = (names: object): NonNullable<SchemaObject['properties']> =>
    Object.fromEntries(Object.keys(names).map((each) => [each, link]));
  const meta = {
    name: { const: service.name },
    version: { const: service.version },
    resources: objectOf(linkPer(resources)),
  };
  const profiles = objectOf({ included: { const: INCLUDED_PROFILE } });
  return objectOf({
    links: objectOf({ self: link }),
    meta: objectOf({ ...meta, ...linkPer(linkedPaths(config)), profiles, ...actorSchema(config) }),
    jsonapi: schemaRef('JsonApi'),
  });
}

/** The members of a fieldset are optional: `fields[TYPE]` can leave out any. */
function resourceObject(resource: Resource, more: NonNullable<SchemaObject['properties']> = {}): SchemaObject {
  const attributes: Record<string, SchemaObject> = {};
  const relationships: Record<string, SchemaObject> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'relationship') relationships[name] = relationshipObject(field);
    else if (field.kind === 'attribute' && isShown(field)) attributes[name] = outputSchema(field);
  }
  return objectOf({
    type: { const: resource.type },
    id: identifierSchema,
    attributes: objectOf(attributes, ...Object.keys(attributes)),
    relationships: objectOf(relationships, ...Object.keys(relationships)),
    links: objectOf({ self: schemaRef('Link') }),
    ...more,
  });
}

function isShown({ output }: AttributeField): boolean {
  return output !== undefined;
}

function relationshipObject(field: RelationshipField): SchemaObject {
  const data = linkageSchema(field);
  const optional = field.linkage === 'always' ? [] : ['data'];
  return field.cardinality === 'many'
    ? boundedRelationship(data, ...optional)
    : objectOf({ links: schemaRef('RelationshipLinks'), data }, ...optional);
}
