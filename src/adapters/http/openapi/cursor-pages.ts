// Cursor pages of lists and of relationships: their parameters and their documents.
import type { ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { QueryLimits } from '../api/limits.ts';
import { pascalCase, schemaRef } from './components.ts';
import { documentSchemas } from './document-schemas.ts';
import { objectOf } from './value-schemas.ts';

type Named = readonly [component: string, ParameterObject];
type Way = 'after' | 'before';

/**
 * OpenAPI cannot express which parameters exclude each other. `x-not-with` does: it maps the names of parameters to the excluded values (`true`:
 * all). With `x-from-answers`, any value but an empty one must come from a response.
 */
export function cursorParameter(way: Way, other: Way): Named {
  const pages = {
    after: 'The items after this cursor. Leave empty to start from the beginning.',
    before: 'The items before this cursor. Leave empty to start from the end.',
  };
  const parameter: ParameterObject = {
    name: `page[${way}]`,
    in: 'query',
    description: `${pages[way]} The type and sort must be those of the page that the cursor comes from.`,
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
 * With `x-only-with`, the parameter is refused without one of these, unless the profile is requested. It has no `default`, since tools that send
 * requests also send defaults.
 */
export function totalParameter(): Named {
  const parameter: ParameterObject = {
    name: 'page[total]',
    in: 'query',
    description: '`false` skips counting the matches over all pages, which can cost more than the page itself.',
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
    description: 'The number of identifiers on a page. With neither this nor a cursor, all are returned.',
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
  return { type: 'integer', minimum: 0, description: 'The number of matches over all pages.' };
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
