import { MISSING } from './fixtures.ts';
import { personId } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** A request that check steps modify until it fails. */
export interface Draft {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  data: {
    type?: unknown;
    id?: unknown;
    attributes?: Record<string, unknown>;
    relationships?: Record<string, { data: unknown; links?: unknown }>;
  };
  /** Drops the last byte of the body. */
  truncated?: boolean;
  padding?: string;
}

/** One check: how to fail it, and the expected error. */
export interface Step {
  readonly name: string;
  readonly error: string;
  readonly fail: (draft: Draft, others: { readonly person: string }) => void;
}

const beforeTheBody: readonly Step[] = [
  { name: 'a long URL', error: 'uri-too-long', fail: (draft) => (draft.query += `&x=${'x'.repeat(17_000)}`) },
  { name: 'an unknown path', error: 'not-found', fail: (draft) => (draft.path += '/nothing') },
  { name: 'a wrong method', error: 'method-not-allowed', fail: (draft) => (draft.method = 'PUT') },
  { name: 'a wrong Accept', error: 'not-acceptable', fail: (draft) => (draft.headers['Accept'] = 'image/png') },
  {
    name: 'a wrong Content-Type',
    error: 'unsupported-media-type',
    fail: (draft) => (draft.headers['Content-Type'] = 'text/plain'),
  },
  {
    name: 'a malformed If-Match',
    error: 'invalid-header',
    fail: (draft) => (draft.headers['If-Match'] = 'unquoted'),
  },
  { name: 'a large body', error: 'body-too-large', fail: (draft) => (draft.padding = ' '.repeat(1_100_000)) },
  { name: 'an unknown parameter', error: 'invalid-parameter ?nope', fail: (draft) => (draft.query += '&nope=1') },
  { name: 'malformed JSON', error: 'malformed-json #', fail: (draft) => (draft.truncated = true) },
];

const missingResource: Step = {
  name: 'a missing resource',
  error: 'object-not-found ?id',
  fail: (draft) => {
    draft.path = draft.path.replace(/^(\/\w+)\/\w+/, `$1/${MISSING}`);
    if (draft.data.id !== undefined && draft.method === 'PATCH') draft.data.id = MISSING;
  },
};

const failedPrecondition: Step = {
  name: 'a failed precondition',
  error: 'precondition-failed',
  fail: ({ headers }) => {
    headers['If-Match'] = '"of-another-state"';
  },
};

/** The checks of a creation, in the order of the contract. */
export const nestedPost = (items: OwnedResource): readonly Step[] => [
  ...beforeTheBody,
  {
    name: 'an invalid shape',
    error: 'invalid-document #/data/attributes',
    fail: ({ data }) => Object.assign(data, { attributes: [] }),
  },
  { name: 'a client-generated id', error: 'client-id-forbidden #/data/id', fail: ({ data }) => (data.id = '1') },
  { name: 'a wrong type', error: 'type-conflict #/data/type', fail: ({ data }) => (data.type = 'person') },
  {
    name: 'an invalid attribute',
    error: `invalid-attribute #/data/attributes/${items.attribute}`,
    fail: ({ data }) => (data.attributes = items.attributes('')),
  },
  {
    name: 'a wrong type in linkage',
    error: 'type-conflict #/data/relationships/owner/data/type',
    fail: ({ data }) => (data.relationships = { owner: { data: items.id(MISSING) } }),
  },
  missingResource,
  failedPrecondition,
  {
    name: 'a missing linked resource',
    error: 'object-not-found #/data/relationships/owner/data',
    fail: ({ data }) => (data.relationships = { owner: { data: personId(MISSING) } }),
  },
  {
    name: 'another owner',
    error: 'owner-conflict *',
    fail: ({ data }, { person }) => (data.relationships = { owner: { data: personId(person) } }),
  },
];

/** The checks of a change, in the order of the contract. */
export const personPatch = (items: OwnedResource): readonly Step[] => [
  ...beforeTheBody,
  {
    name: 'an invalid shape',
    error: 'invalid-document #/data/attributes',
    fail: ({ data }) => Object.assign(data, { attributes: [] }),
  },
  { name: 'a wrong type', error: 'type-conflict #/data/type', fail: ({ data }) => (data.type = items.type) },
  {
    name: 'an invalid attribute',
    error: 'invalid-attribute #/data/attributes/name',
    fail: ({ data }) => (data.attributes = { name: '' }),
  },
  {
    name: 'a wrong type in linkage',
    error: `type-conflict #/data/relationships/${items.relationship}/data/0/type`,
    fail: ({ data }) => (data.relationships = { [items.relationship]: { data: [personId(MISSING)] } }),
  },
  missingResource,
  failedPrecondition,
  {
    name: 'another display_name',
    error: 'invalid-attribute #/data/attributes/display_name',
    fail: ({ headers, data }) => {
      headers['If-Match'] = '*';
      data.attributes = { ...data.attributes, display_name: 'SOMEBODY ELSE' };
    },
  },
  {
    name: 'a missing linked resource',
    error: `object-not-found #/data/relationships/${items.relationship}/data/0`,
    fail: ({ data }) => (data.relationships = items.linked(MISSING)),
  },
];
