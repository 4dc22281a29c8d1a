// Pages by cursor, of lists and of relationships: their parameters and their documents.
import type { ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { QueryLimits } from '../api/limits.ts';
import { pascalCase, schemaRef } from './components.ts';
import { documentSchemas } from './document-schemas.ts';
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

/** The size on a relationship route, which shows the whole relationship by default. */
export function memberSizeParameter({ maxPageSize = Number.MAX_SAFE_INTEGER }: QueryLimits): Named {
  const parameter: ParameterObject = {
    name: 'page[size]',
    in: 'query',
    description: 'The number of identifiers on a page. Without it and without a cursor, all are returned.',
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, examples: [5] },
  };
  return ['MemberPageSize', parameter];
}

export function memberTotalParameter(): Named {
  const [, parameter] = totalParameter();
  return ['MemberPageTotal', { ...parameter, 'x-only-with': ['page[size]', 'page[after]', 'page[before]'] }];
}

/** The schemas shared by pages with cursors. */
export const cursorSchemas: Readonly<Record<string, SchemaObject>> = {
  CursorMeta: objectOf({ page: objectOf({ cursor: { type: 'string' } }) }),
  CursorTotal: objectOf({ count: countSchema(), page: objectOf({ total: countSchema() }) }),
};

export function countSchema(): SchemaObject {
  return { type: 'integer', minimum: 0, description: 'Matches over all pages.' };
}

/** The schemas of a cursor page in both versions of JSON:API. */
export function cursorPage(
  name: string,
  item: ReferenceObject,
  links: 'CursorLinks' | 'MemberPageLinks',
): Readonly<Record<string, SchemaObject>> {
  const members = {
    data: { type: 'array', items: item } satisfies SchemaObject,
    meta: schemaRef('CursorTotal'),
    included: schemaRef('Included'),
  };
  return documentSchemas(name, links, members, 'included', 'meta');
}
