// The parts of responses: resource objects, linkage and documents of each type.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { renderDeleted } from '../answer/render-document.ts';
import type { ApiConfig } from '../api/api-config.ts';
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
import { countSchema, cursorList, cursorSchemas } from './cursor-pages.ts';
import { actorSchema } from './security.ts';
import { identifierSchema, linkSchema, objectOf, outputSchema } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;

/** Components that answers share. */
export function sharedSchemas(resources: EveryResource): Schemas {
  return {
    JsonApi: objectOf({ version: { const: renderDeleted().jsonapi.version } }),
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
    Deleted: document({ meta: objectOf({ message: { const: renderDeleted().meta?.['message'] } }) }),
  };
}

const PAGE_LINKS = ['first', 'last', 'prev', 'next'];

/** Components of one type: the resource object, its identifier, and the documents that have it as primary data. */
export function resourceSchemas(resource: Resource, config: ApiConfig): Schemas {
  const type = pascalCase(resource.type);
  const object = schemaRef(type);
  const links = objectOf({ self: schemaRef('Link') });
  return {
    [type]: { ...resourceObject(resource), examples: [resourceExample(resource, config)] },
    [`${type}Identifier`]: objectOf({ type: { const: resource.type }, id: identifierSchema }),
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
    [`${type}CursorList`]: cursorList(schemaRef(`${type}CursorItem`), 'JsonApi'),
    [`${type}ProfiledList`]: cursorList(schemaRef(`${type}CursorItem`), 'CursorJsonApi'),
  };
}

/** The name of the component with the linkage of a relationship. */
export function linkageDocumentName(resource: Resource, relationship: string): string {
  return `${pascalCase(resource.type)}${pascalCase(relationship)}Linkage`;
}

export function linkageDocument(resource: Resource, relationship: string): SchemaObject {
  const data = linkageSchema(requireRelationship(resource, relationship));
  return document({ data, links: schemaRef('RelationshipLinks'), included: schemaRef('Included') }, 'included');
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
  return document({
    links: objectOf({ self: link }),
    meta: objectOf({ ...meta, ...linkPer(linkedPaths(config)), ...actorSchema(config) }),
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
  const members = { links: schemaRef('RelationshipLinks'), data: linkageSchema(field) };
  return field.linkage === 'always' ? objectOf(members) : objectOf(members, 'data');
}

function document(members: NonNullable<SchemaObject['properties']>, ...optional: readonly string[]): SchemaObject {
  return objectOf({ ...members, jsonapi: schemaRef('JsonApi') }, ...optional);
}
