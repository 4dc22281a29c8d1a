import fc from 'fast-check';
import { relationshipsOf, type RelationshipField, type Resource } from '#adapters/http/api/resource-description';
import { anyResource, resources } from '#test/support/model';
import type { ResourceType } from '#domain/schema';
import { hostileIds, hostileTexts, likelyIds } from './hostile-text.ts';
import { encodeAll } from './percent-encoding.ts';

/** Determines which query strings and bodies a route accepts. */
export type RouteKind = 'root' | 'changes' | 'list' | 'resource' | 'related' | 'to-many' | 'to-one' | 'operations';

export interface Route {
  readonly kind: RouteKind;
  /** The type of its primary data. */
  readonly type: ResourceType;
  /** With `:id` as a placeholder for the identifier. */
  readonly path: string;
  /** The relationship whose linkage it shows. */
  readonly linkage?: { readonly type: ResourceType; readonly relationship: string };
  readonly methods: readonly string[];
}

/** For routes without primary data. */
const { type: anyType } = anyResource;

export const routes: readonly Route[] = [
  ...['/', '/openapi.json', '/docs', '/docs/', '/explorer', '/explorer/'].map((path) => fixedRoute(path)),
  {
    kind: 'operations',
    type: anyType,
    path: '/operations',
    methods: [...Array<string>(12).fill('POST'), 'GET', 'OPTIONS'],
  },
  { kind: 'changes', type: anyType, path: '/changes', methods: [...Array<string>(8).fill('GET'), 'HEAD', 'OPTIONS'] },
  ...Object.values(resources).flatMap((resource) => [
    ...routesTo(resource),
    ...Object.entries(relationshipsOf(resource)).flatMap(([name, field]) => routesThrough(resource, name, field)),
  ]),
];

function fixedRoute(path: string): Route {
  return { kind: 'root', type: anyType, path, methods: ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS'] };
}

function routesTo({ type, path }: Resource): readonly Route[] {
  return [
    { kind: 'list', type, path, methods: ['GET', 'GET', 'QUERY', 'HEAD', 'POST'] },
    ...['csv', 'ndjson'].map((format): Route => {
      return { kind: 'list', type, path: `/export${path}.${format}`, methods: ['GET', 'HEAD', 'QUERY'] };
    }),
    { kind: 'resource', type, path: `${path}/:id`, methods: ['GET', 'QUERY', 'HEAD', 'PATCH', 'PATCH', 'DELETE'] },
  ];
}

function routesThrough(
  { type: from, path }: Resource,
  name: string,
  { to: type, cardinality }: RelationshipField,
): readonly Route[] {
  const [related, own] = [`${path}/:id/${name}`, `${path}/:id/relationships/${name}`];
  const methods = ['GET', 'QUERY', 'POST', 'PATCH', 'DELETE'];
  const linkage = { type: from, relationship: name };
  return cardinality === 'many'
    ? [
        { kind: 'list', type, path: related, methods: ['GET', 'QUERY', 'HEAD', 'POST', 'POST'] },
        { kind: 'to-many', type, path: own, linkage, methods },
      ]
    : [
        { kind: 'related', type, path: related, methods: ['GET', 'QUERY', 'HEAD', 'PATCH', 'DELETE'] },
        { kind: 'to-one', type, path: own, linkage, methods },
      ];
}

/** The path of a route, mostly with an existing identifier. */
export function pathsOf(route: Route): fc.Arbitrary<{ readonly path: string; readonly id: string }> {
  const fill = (id: string, written: string) => ({ path: route.path.replace(':id', () => written), id });
  return fc.oneof(
    { weight: 10, arbitrary: likelyIds.map((id) => fill(id, id)) },
    { weight: 1, arbitrary: hostileIds.map((id) => fill(id, encodeAll(id))) },
    { weight: 1, arbitrary: fc.tuple(likelyIds, fc.constantFrom(...TWISTS)).map(([id, twist]) => fill(id, twist(id))) },
  );
}

/** Unusual spellings of an identifier. */
const TWISTS: readonly ((id: string) => string)[] = [
  (id) => id.replaceAll(/./g, (digit) => `%3${digit}`),
  (id) => `${id}%00`,
  (id) => `${id}%2F`,
  (id) => `${id}/`,
  (id) => `${id}//`,
  (id) => `${id};v=1`,
  (id) => `${id}.json`,
  (id) => `%${id}`,
  (id) => `${id}%25`,
  (id) => `${id}%zz`,
  (id) => `%ff${id}`,
  (id) => `${id}\xff\xfe`,
  (id) => `./${id}`,
  (id) => `${id}/../${id}`,
  (id) => `0${id}`,
];

/** Mostly the path as it is, else another form of request target (RFC 9112, 3.2). */
export const targetForms: fc.Arbitrary<(path: string) => string> = fc.oneof(
  { weight: 36, arbitrary: fc.constant((path: string) => path) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<(path: string) => string>(
      (path) => `http://example.org${path}`,
      (path) => `http://[::1${path}`,
      (path) => `HTTPS://user:pa ss@host:99999${path}`.replaceAll(' ', '%20'),
      (path) => `file://${path}`,
      (path) => `//${path}`,
      (path) => `/.${path}`,
      (path) => `/..${path}`,
      (path) => `/%2e%2e${path}`,
      (path) => `${path}/`,
      (path) => path.toUpperCase(),
      (path) => path.slice(1),
      (path) => `${path}#fragment`,
      (path) => path.replaceAll('/', '%2F'),
      (path) => path.replaceAll('/', '\\'),
      (path) => `*${path}`,
      (path) => `${path}${'/x'.repeat(3000)}`,
      (path) => `${path}?${'x'.repeat(17_000)}`,
      () => '*',
    ),
  },
  // Any text, without the characters that would end the target.
  {
    weight: 1,
    arbitrary: hostileTexts.map(
      (text) => () =>
        `/${Buffer.from(text)
          .toString('latin1')
          .replaceAll(/[\0-\x20]/g, '')}`,
    ),
  },
);
