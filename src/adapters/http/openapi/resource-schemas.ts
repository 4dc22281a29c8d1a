// The parts of responses: resource objects, linkage and documents of each type.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { renderDeleted } from '../answer/render-document.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { CURSOR_PROFILE, INCLUDED_PROFILE, plainFormat, profiledFormat } from '../api/media-types.ts';
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
import { actorSchema } from './security.ts';
import { identifierSchema, linkSchema, objectOf, outputSchema } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;

/** Components that answers share. */
export function sharedSchemas(resources: EveryResource): Schemas {
  return {
    JsonApi: objectOf({ version: { const: plainFormat.jsonapi.version } }),
    Link: linkSchema(resources),
    RelationshipLinks: objectOf({ self: schemaRef('Link'), related: schemaRef('Link') }),
    ListLinks: objectOf(
      Object.fromEntries(['self', ...PAGE_LINKS].map((name) => [name, schemaRef('Link')])),
      ...PAGE_LINKS,
    ),
    Included: {
      type: 'array',
      description: 'Each resource once, of all types.',
      items: { oneOf: Object.keys(resources).map((type) => schemaRef(pascalCase(type))) },
    },
    ...cursorSchemas,
    ...boundedSchemas,
    ProfiledJsonApi: profiledJsonApi,
    Deleted: objectOf({
      meta: objectOf({ message: { const: DELETED.meta?.['message'] } }),
      jsonapi: schemaRef('JsonApi'),
    }),
  };
}

const DELETED = renderDeleted(plainFormat, (path) => path);

/** 1.0, or 1.1 with the profiles that the media type names. */
const profiledJsonApi: SchemaObject = {
  oneOf: [
    schemaRef('JsonApi'),
    objectOf({
      version: { const: profiledFormat([INCLUDED_PROFILE]).jsonapi.version },
      profile: {
        type: 'array',
        description: 'The profiles in the media type.',
        minItems: 1,
        items: { enum: [INCLUDED_PROFILE, CURSOR_PROFILE] },
      },
    }),
  ],
};

const PAGE_LINKS = ['first', 'last', 'prev', 'next'];

/** Components of one type: the resource object, its identifier, and the documents that have it as primary data. */
export function resourceSchemas(resource: Resource, config: ApiConfig): Schemas {
  const type = pascalCase(resource.type);
  const object = schemaRef(type);
  const links = objectOf({ self: schemaRef('Link') });
  return {
    [type]: { ...resourceObject(resource), examples: [resourceExample(resource, config)] },
    [`${type}Identifier`]: identifierOf(resource),
    [`${type}CursorIdentifier`]: identifierOf(resource, { meta: schemaRef('CursorMeta') }),
    [`${type}Document`]: document({ data: object, links, included: schemaRef('Included') }, 'included'),
    [`${type}OrNullDocument`]: document(
      { data: { oneOf: [object, { type: 'null' }] }, links, included: schemaRef('Included') },
      'included',
    ),
    [`${type}List`]: document(
      {
        data: { type: 'array', items: object },
        links: schemaRef('ListLinks'),
        meta: objectOf({ count: countSchema() }),
        included: schemaRef('Included'),
      },
      'included',
    ),
    [`${type}CursorItem`]: resourceObject(resource, { meta: schemaRef('CursorMeta') }),
    [`${type}CursorList`]: cursorPage(schemaRef(`${type}CursorItem`), 'CursorLinks'),
    [`${type}CursorLinkage`]: cursorPage(schemaRef(`${type}CursorIdentifier`), 'MemberPageLinks'),
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
export function linkageDocument(resource: Resource, relationship: string): SchemaObject {
  const field = requireRelationship(resource, relationship);
  const counted = field.cardinality === 'many' ? { meta: objectOf({ count: countSchema() }) } : {};
  return document(
    {
      data: linkageSchema(field),
      links: schemaRef('RelationshipLinks'),
      ...counted,
      included: schemaRef('Included'),
    },
    'included',
    ...Object.keys(counted),
  );
}

/** Resource linkage, as answers show it and requests send it. */
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

/** A document that a profile may apply to. */
function document(members: NonNullable<SchemaObject['properties']>, ...optional: readonly string[]): SchemaObject {
  return objectOf({ ...members, jsonapi: schemaRef('ProfiledJsonApi') }, ...optional);
}
