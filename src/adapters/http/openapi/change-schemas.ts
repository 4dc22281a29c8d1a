// The changes feed: its parameters and its document.
import type { ParameterObject, SchemaObject } from 'openapi3-ts/oas31';
import type { QueryLimits } from '../api/limits.ts';
import { EVENT_STREAM } from '../api/media-types.ts';
import type { EveryResource, Resource } from '../api/resource-description.ts';
import { MOST_CHANGES } from '../request/changes.ts';
import { pascalCase, schemaRef } from './components.ts';
import { identifierSchema, objectOf, outputSchema } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;
type Named = readonly [component: string, ParameterObject];

/** The parameters of the feed except `fields[TYPE]`. A parameter with `x-not-accepting` is refused if `Accept` asks for one of these media types. */
export const changeParameters = {
  behind: (): Named => [
    'ChangesAfter',
    {
      name: 'page[after]',
      in: 'query',
      description:
        'A position from an earlier response: returns the changes after it. `now`: no changes, only the position of the end. Empty: all stored changes. Without this parameter, a page starts with the oldest stored change, and a stream begins at the end.',
      schema: { type: 'string', pattern: '^(?:p[A-Za-z0-9_-]{1,199}|now|)$', examples: ['now'] },
      'x-from-answers': true,
    },
  ],
  size: ({ defaultPageSize, maxPageSize = MOST_CHANGES }: QueryLimits): Named => {
    const maximum = Math.min(MOST_CHANGES, maxPageSize);
    const schema: SchemaObject = { type: 'integer', minimum: 1, maximum, default: Math.min(defaultPageSize, maximum) };
    return [
      'ChangesSize',
      {
        name: 'page[size]',
        in: 'query',
        description: 'The maximum number of changes on a page. Streams have no pages.',
        schema,
        'x-not-accepting': [EVENT_STREAM],
      },
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
        position: { ...positionSchema, description: 'The end of the page: continue from here next time.' },
      }),
      jsonapi: schemaRef('JsonApi'),
    }),
  };
}

/** A position in the feed. */
export const positionSchema: SchemaObject = { type: 'string', pattern: '^p[A-Za-z0-9_-]{1,199}$' };

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
  description: 'For `If-Match`, valid until the resource changes again. Missing for a deletion.',
};

const omitted: SchemaObject = {
  const: true,
  description: '`after` is missing because the change would be larger than 64 KiB.',
};
