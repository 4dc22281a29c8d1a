// Schemas of whole documents in JSON:API 1.0 and 1.1. The names of the 1.1 schemas end in `11`.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { CURSOR_PROFILE, INCLUDED_PROFILE, modernFormat, plainFormat } from '../api/media-types.ts';
import { schemaRef } from './components.ts';
import { objectOf } from './value-schemas.ts';

type Schemas = Readonly<Record<string, SchemaObject>>;
type Members = NonNullable<SchemaObject['properties']>;

const link = schemaRef('Link');
const linkOrNull: SchemaObject = { oneOf: [link, { type: 'null' }] };
const pageLinks = { first: link, last: link, prev: linkOrNull, next: linkOrNull };
const PAGE_LINKS = Object.keys(pageLinks);

/** The top-level links of each kind of document in JSON:API 1.0. */
const linkSchemas = {
  DocumentLinks: objectOf({ self: link }),
  RelationshipLinks: objectOf({ self: link, related: link }),
  ListLinks: objectOf(Object.fromEntries(['self', ...PAGE_LINKS].map((name) => [name, link])), ...PAGE_LINKS),
  CursorLinks: objectOf({ self: link, ...pageLinks }),
  MemberPageLinks: objectOf({ self: link, related: link, ...pageLinks }),
} as const satisfies Schemas;

type LinksName = keyof typeof linkSchemas;

/** Schemas that the documents share. */
export const documentParts: Schemas = {
  ...linkSchemas,
  ...Object.fromEntries(Object.entries(linkSchemas).map(([name, schema]) => [modernName(name), modernLinks(schema)])),
  LinkObject: objectOf({
    href: link,
    type: { type: 'string', description: 'The media type of this response.' },
  }),
  DescribedBy: objectOf({ describedby: link }),
  JsonApi: objectOf({ version: { const: plainFormat.jsonapi.version } }),
  [modernName('JsonApi')]: objectOf(
    {
      version: { const: modernFormat.jsonapi.version },
      profile: {
        type: 'array',
        description: 'The profiles in the media type.',
        minItems: 1,
        items: { enum: [INCLUDED_PROFILE, CURSOR_PROFILE] },
      },
    },
    'profile',
  ),
};

/** The schemas of a document in both versions. */
export function documentSchemas(
  name: string,
  links: LinksName,
  members: Members,
  ...optional: readonly string[]
): Schemas {
  const inVersion = (named: (name: string) => string): SchemaObject =>
    objectOf({ ...members, links: schemaRef(named(links)), jsonapi: schemaRef(named('JsonApi')) }, ...optional);
  return { [name]: inVersion((each) => each), [modernName(name)]: inVersion(modernName) };
}

/** The name of a schema's counterpart for JSON:API 1.1. */
export function modernName(name: string): string {
  return `${name}11`;
}

/** The extension that describes how JSON:API 1.1 documents differ. */
export const MODERN = 'x-json-api-1.1';

/** A reference as text, as in `mapping`, because OpenAPI does not resolve references in extensions. */
export function textRef(schema: string): string {
  return schemaRef(schema).$ref;
}

/** The schemas of the members that differ in JSON:API 1.1 under the media type that both versions share. */
export const modernDifferences: Readonly<Record<string, string>> = {
  description:
    'A request that names an extension or a profile in `Accept` or `Content-Type` gets a JSON:API 1.1 document. Response media types with parameters have 1.1 schemas. The bare media type \
has the 1.0 schema. In 1.1, its `jsonapi` and top-level `links` differ (`self` is present only where 1.0 has it), and so do the `links` and `source` of errors. If anything else differs, \
the media type has its 1.1 schema in its own `x-json-api-1.1`.',
  jsonapi: textRef(modernName('JsonApi')),
  links: textRef(modernName('DocumentLinks')),
  errorLinks: textRef('ErrorLinks'),
  errorSource: textRef(modernName('ErrorSource')),
};

function modernLinks({ properties = {}, required = [] }: SchemaObject): SchemaObject {
  return {
    type: 'object',
    properties: { ...properties, self: schemaRef('LinkObject'), describedby: link },
    required: [...required, 'describedby'],
  };
}
