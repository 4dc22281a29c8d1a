// The feed of changes: its parameters, its document, and an example of it.
import type { ParameterObject, SchemaObject } from 'openapi3-ts/oas31';
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import { createdAt } from '#domain/resource';
import { relationshipNames } from '#domain/schema';
import { renderEntry } from '../answer/render-changes.ts';
import type { Document } from '../answer/render-document.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { QueryLimits } from '../api/limits.ts';
import { plainFormat } from '../api/media-types.ts';
import type { EveryResource, Resource } from '../api/resource-description.ts';
import { MOST_CHANGES } from '../request/changes.ts';
import { feedTexts } from '../request/feed-texts.ts';
import { pascalCase, schemaRef } from './components.ts';
import { describeValues, identifierSchema, objectOf, outputSchema } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;
type Named = readonly [component: string, ParameterObject];

/** The parameters of the feed besides `fields[TYPE]`. */
export const changeParameters = {
  behind: (): Named => [
    'ChangesAfter',
    {
      name: 'page[after]',
      in: 'query',
      description:
        'A position from the service: shows the changes after it. `now`: no changes, only the position of the end. Empty: all stored changes.',
      schema: { type: 'string', pattern: '^(?:p[A-Za-z0-9_-]{1,199}|now|)$', examples: ['now'] },
      'x-from-answers': true,
    },
  ],
  size: ({ defaultPageSize, maxPageSize = MOST_CHANGES }: QueryLimits): Named => {
    const maximum = Math.min(MOST_CHANGES, maxPageSize);
    const schema: SchemaObject = { type: 'integer', minimum: 1, maximum, default: Math.min(defaultPageSize, maximum) };
    return [
      'ChangesSize',
      { name: 'page[size]', in: 'query', description: 'At most this many changes on a page.', schema },
    ];
  },
  subjectType: (resources: EveryResource): Named => [
    'ChangesOfType',
    {
      name: 'filter[type]',
      in: 'query',
      description: 'Only changes of this type.',
      schema: { type: 'string', enum: Object.keys(resources), examples: Object.keys(resources).slice(0, 1) },
    },
  ],
  subjectId: (): Named => [
    'ChangesOfResource',
    {
      name: 'filter[id]',
      in: 'query',
      description: 'Only changes of this resource.',
      schema: { type: 'string', examples: ['1'] },
      'x-only-with': ['filter[type]'],
    },
  ],
};

/** The schemas of the feed: a change of each type, and the document. */
export function changeSchemas(resources: EveryResource): Schemas {
  const all = Object.values(resources);
  const link: SchemaObject = { oneOf: [schemaRef('Link'), { type: 'null' }] };
  return {
    ...Object.fromEntries(all.map((resource) => [changeName(resource), changeOf(resource)])),
    Refetch: refetchOf(all),
    Changes: objectOf({
      data: { type: 'array', items: { anyOf: [...all.map(changeName), 'Refetch'].map(schemaRef) } },
      links: objectOf({ self: schemaRef('Link'), next: link }),
      meta: objectOf({
        position: { ...positionSchema, description: 'How far the page has read: continue from here next time.' },
      }),
      jsonapi: schemaRef('JsonApi'),
    }),
  };
}

const positionSchema: SchemaObject = { type: 'string', pattern: '^p[A-Za-z0-9_-]{1,199}$' };

function changeName({ type }: Resource): string {
  return `ChangeOf${pascalCase(type)}`;
}

function changeOf(resource: Resource): SchemaObject {
  const shown = Object.entries(resource.fields).flatMap(([name, field]): [string, SchemaObject][] => {
    if (field.kind === 'attribute') return field.output === undefined ? [] : [[name, outputSchema(field)]];
    if (field.kind !== 'relationship' || field.cardinality === 'many') return [];
    return [[name, { oneOf: [schemaRef(`${pascalCase(field.to)}Identifier`), { type: 'null' }] }]];
  });
  const after = objectOf(Object.fromEntries(shown), ...shown.map(([name]) => name));
  const attributes = {
    action: { type: 'string', enum: ['created', 'updated', 'deleted'] } satisfies SchemaObject,
    at: { type: 'string', format: 'date-time' } satisfies SchemaObject,
    changed: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only for an update: the fields whose values differ.',
    } satisfies SchemaObject,
    after: { ...after, description: 'The resource right after the change. Missing for a deletion.' },
  };
  return objectOf({
    type: { const: 'change' },
    id: { type: 'string', pattern: '^c[A-Za-z0-9_-]{1,199}$' },
    attributes: objectOf(attributes, 'changed', 'after'),
    relationships: objectOf({
      subject: objectOf({ data: objectOf({ type: { const: resource.type }, id: identifierSchema }) }),
    }),
    meta: objectOf({ etag: tag, page: objectOf({ cursor: positionSchema }), omitted }, 'etag', 'omitted'),
  });
}

/** Occurs only under a policy. */
function refetchOf(resources: readonly Resource[]): SchemaObject {
  const attributes = {
    action: { const: 'refetch' } satisfies SchemaObject,
    at: { type: 'string', format: 'date-time' } satisfies SchemaObject,
    resource_type: { type: 'string', enum: resources.map(({ type }) => type) } satisfies SchemaObject,
  };
  return {
    ...objectOf({
      type: { const: 'change' },
      id: { type: 'string', pattern: '^c[A-Za-z0-9_-]{1,199}$' },
      attributes: objectOf(attributes),
      meta: objectOf({ page: objectOf({ cursor: positionSchema }) }),
    }),
    description:
      'Resources of this type may have changed for you: read them again. Occurs only where the policy has conditions that depend on other rows.',
  };
}

const tag: SchemaObject = {
  type: 'string',
  pattern: '^"[!#-~]*"$',
  description: 'For `If-Match`, valid until the version of the resource grows. Missing for a deletion.',
};

const omitted: SchemaObject = {
  const: true,
  description: '`after` is missing because the change would be larger than 64 KiB.',
};

/** An example: the first resource of the first type is created. */
export function changesExample(
  record: Pick<KeptChange, 'type' | 'id'> & Pick<NonNullable<KeptChange['after']>, 'attributes'>,
  path: string,
  { resources, linkTo }: Pick<ApiConfig, 'resources' | 'linkTo'>,
): Document {
  const { type, id, attributes } = record;
  const place: FeedPlace = { restart: '0'.repeat(32), seq: 1, told: 'all', mark: '0' };
  const targets = Object.fromEntries(relationshipNames(type, 'one').map((name) => [name, null]));
  const change: KeptChange = {
    type,
    id,
    version: 1,
    action: 'created',
    before: undefined,
    after: { type, id, version: 1, attributes, targets },
    links: {},
    at: String(describeValues(createdAt()).example),
    name: { write: '1', n: 0, mark: '0' },
    place,
  };
  const { writeName, writePlace } = feedTexts('');
  const position = writePlace(place, undefined);
  const { object } = renderEntry(
    { kept: change, told: { kind: 'change', shown: change }, place },
    { set: resources, fieldsets: new Map() },
    { writeName, writePlace: () => position },
    { shown: 'epoch' },
  );
  return {
    data: [object],
    links: { self: linkTo(path), next: null },
    meta: { position },
    jsonapi: plainFormat.jsonapi,
  };
}
