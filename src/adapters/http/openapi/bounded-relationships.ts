// Relationship objects of to-many relationships, which show all members or those within bounds.
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { schemaRef } from './components.ts';
import { objectOf } from './value-schemas.ts';

const link = schemaRef('Link');
const count: SchemaObject = {
  type: 'integer',
  minimum: 0,
  description: 'The number of members that match, shown or not.',
};

/** The schemas that relationship objects of all types share. */
export const boundedSchemas: Readonly<Record<string, SchemaObject>> = {
  MemberLinks: objectOf(
    {
      self: link,
      related: link,
      prev: { type: 'null', description: 'With `page[PATH][size]`: `null`, because these are the first members.' },
      next: { oneOf: [link, { type: 'null' }], description: 'With `page[PATH][size]`: the next page of members.' },
    },
    'prev',
    'next',
  ),
  MemberMeta: {
    ...objectOf(
      {
        complete: {
          const: false,
          description: 'More members follow, or a filter may leave some out: do not send `data` back as the whole set.',
        },
        count,
        page: objectOf({ total: count }),
      },
      'complete',
      'count',
      'page',
    ),
    examples: [{ complete: false, count: 7, page: { total: 7 } }],
  },
};

/** @param optional the optional members, besides those of bounds */
export function boundedRelationship(
  data: SchemaObject | ReferenceObject,
  ...optional: readonly string[]
): SchemaObject {
  return objectOf({ links: schemaRef('MemberLinks'), data, meta: schemaRef('MemberMeta') }, 'meta', ...optional);
}
