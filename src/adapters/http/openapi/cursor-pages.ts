// Pages by cursor: their parameters and their lists.
import type { ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { CURSOR_PROFILE } from '../api/media-types.ts';
import { pascalCase, schemaRef } from './components.ts';
import { objectOf } from './value-schemas.ts';

type Named = readonly [component: string, ParameterObject];
type Way = 'after' | 'before';

/**
 * OpenAPI cannot say which parameters exclude each other: `x-not-with` does, by name, with the values that it is about (`true`: all). With
 * `x-from-answers` values other than an empty one come from answers only.
 */
export function cursorParameter(way: Way, other: Way): Named {
  const pages = {
    after: 'The page behind the item with this cursor; empty: from the start.',
    before: 'The page before the item with this cursor; empty: up to the end.',
  };
  const parameter: ParameterObject = {
    name: `page[${way}]`,
    in: 'query',
    description: `${pages[way]} For the same type and sort as the page that the cursor comes from.`,
    schema: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]*$',
      examples: [''],
    },
    'x-from-answers': true,
    'x-not-with': { [`page[${other}]`]: true, 'page[number]': true, 'page[size]': { const: 0 } },
  };
  return [`Page${pascalCase(way)}`, parameter];
}

/**
 * `x-only-with`: it is refused without one of these, unless the profile is asked for. It has no `default`, since tools that send requests also
 * send defaults.
 */
export function totalParameter(): Named {
  const parameter: ParameterObject = {
    name: 'page[total]',
    in: 'query',
    description: '`false`: the matches over all pages are not counted, which can cost more than the page.',
    schema: { type: 'boolean', examples: [false] },
    'x-only-with': ['page[after]', 'page[before]'],
  };
  return ['PageTotal', parameter];
}

const link = schemaRef('Link');

/** The schemas shared by lists with cursors. */
export const cursorSchemas: Readonly<Record<string, SchemaObject>> = {
  CursorLinks: objectOf({
    self: link,
    first: link,
    last: link,
    prev: { oneOf: [link, { type: 'null' }] },
    next: { oneOf: [link, { type: 'null' }] },
  }),
  CursorMeta: objectOf({ page: objectOf({ cursor: { type: 'string' } }) }),
  CursorTotal: objectOf({ count: countSchema(), page: objectOf({ total: countSchema() }) }),
  CursorJsonApi: objectOf({ version: { const: '1.1' }, profile: { const: [CURSOR_PROFILE] } }),
};

export function countSchema(): SchemaObject {
  return { type: 'integer', minimum: 0, description: 'Matches over all pages.' };
}

/** A page by cursor, of a document with this member `jsonapi`. */
export function cursorList(item: ReferenceObject, jsonapi: 'JsonApi' | 'CursorJsonApi'): SchemaObject {
  return objectOf(
    {
      data: { type: 'array', items: item },
      links: schemaRef('CursorLinks'),
      meta: schemaRef('CursorTotal'),
      included: schemaRef('Included'),
      jsonapi: schemaRef(jsonapi),
    },
    'included',
    'meta',
  );
}
