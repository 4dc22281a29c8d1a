import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import type { OnDelete } from '#domain/resource';
import { relationshipOf } from '#domain/schema';
import { hasRoom, toOneLinks, type Link } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, mayEnd, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';

/** Writes each relationship of each type in every way, and reads it back from the sides that clients see. */
export function describeRelationships({ client }: ApiUnderTest): void {
  for (const link of toOneLinks.filter((each) => canName(each, 'either')))
    describe(`What is sent of ${link.type}.${link.relationship} and ${link.to}.${link.inverse}`, () => {
      for (const [name, , write, { isSingle = false, ends } = {}] of ways.filter(([, named]) => canName(link, named)))
        for (const [how, send] of [
          ['', sendSingly],
          [', as an operation', sendAsOperation],
        ] as const) {
          // JSON:API, atomic operations: a to-one relationship is only updated.
          if (isSingle && send === sendAsOperation) continue;
          const outcome = outcomeOf(link, ends);
          it(`is ${outcome} by ${name}${how}`, async () => {
            const world = await openWorld(client, link);
            const { requests, source, target, place = '' } = await write(world);
            const answer = await send(client, requests[0]);
            if (outcome === 'refused') {
              const code = ends === 'link' ? 'relationship-required' : 'still-referenced';
              expectErrors(answer, `${code} ${send === sendAsOperation ? placeInOperation(place) : place}`);
              return expectLinked(world, world.linked, world.first);
            }
            expect(answer.status, answer.text).to.be.oneOf([200, 201, 204]);
            if (outcome === 'deleted') {
              const { status } = await client.get(`${resources[link.type].path}/${world.linked}`);
              return expect(status).to.equal(404);
            }
            return expectLinked(
              world,
              source ?? (await newestOf(world, link.type)),
              target === undefined ? await newestOf(world, link.to) : target,
            );
          });
        }
    });
}

function canName({ type, relationship, to, inverse }: Link, named: Named): boolean {
  const [one, many] = [isShown(type, relationship), isShown(to, inverse)];
  return { one, many, both: one && many, either: one || many }[named];
}

type Outcome = 'stored' | 'refused' | 'deleted';

/** The outcome of a way of writing, according to the relationship's declaration. */
function outcomeOf({ type, relationship }: Link, ends: Ends | undefined): Outcome {
  const { isRequired, onDelete } = relationshipOf(type, relationship);
  const outcomes = { link: isRequired ? 'refused' : 'stored', target: outcomesOfDeletion[onDelete] } as const;
  return ends === undefined ? 'stored' : outcomes[ends];
}

const outcomesOfDeletion: Readonly<Record<OnDelete, Outcome>> = {
  unset: 'stored',
  refuse: 'refused',
  cascade: 'deleted',
};

/** Where an error points if the request is an operation. */
function placeInOperation(place: string): string {
  return place.startsWith('#') ? place.replace('#', '#/atomic:operations/0') : '#/atomic:operations/0/href';
}

/**
 * Two possible targets of the relationship and two sources. `linked` refers to the first target. `free` refers to nothing, or to a third target if the
 * relationship is required.
 */
interface World {
  readonly client: ApiClient;
  readonly link: Link;
  readonly first: string;
  readonly second: string;
  readonly linked: string;
  readonly free: string;
}

async function openWorld(client: ApiClient, link: Link): Promise<World> {
  const [first, second] = [await addAny(client, link.to), await addAny(client, link.to)];
  const linked = await addAny(client, link.type, canName(link, 'one') ? toOne(link, first) : {});
  if (!canName(link, 'one'))
    await client.post(linkagePath(link.to, first, link.inverse), { data: [identifier(link.type, linked)] });
  return { client, link, first, second, linked, free: await addAny(client, link.type) };
}

/** A request, and the operation that stands for it. */
interface Request {
  readonly method: 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly data?: unknown;
}

interface Written {
  readonly requests: readonly [Request];
  /** The resource that is then linked to the target; undefined: the newest resource of its type. */
  readonly source: string | undefined;
  /** Undefined: the newest resource of its type. */
  readonly target: string | null | undefined;
  /** Where the error points if the link cannot be removed. */
  readonly place?: string;
}

type Way = (world: World) => Promise<Written> | Written;

/** The sides of the relationship that a way of writing names, so clients must see them. */
type Named = 'one' | 'many' | 'both' | 'either';

/** The write removes the link, or its target. */
type Ends = 'link' | 'target';

const ways: readonly (readonly [name: string, named: Named, way: Way, traits?: { isSingle?: true; ends?: Ends }])[] = [
  [
    'creating what leads there',
    'one',
    async ({ client, link, second }) => ({
      requests: [
        {
          method: 'post',
          path: resources[link.type].path,
          data: await newResource(client, link.type, toOne(link, second)),
        },
      ],
      source: undefined,
      target: second,
    }),
  ],
  ['changing what leads there', 'one', ({ link, linked, second }) => update(link, linked, second)],
  ['changing what is free', 'one', ({ link, free, second }) => update(link, free, second)],
  ['changing it to lead nowhere', 'one', ({ link, linked }) => update(link, linked, null), { ends: 'link' }],
  ['PATCH of the to-one relationship', 'one', ({ link, linked, second }) => relink('patch', link, linked, second)],
  [
    'POST of the to-one relationship',
    'one',
    ({ link, free, second }) => relink('post', link, free, second),
    { isSingle: true },
  ],
  [
    'PATCH of the to-one relationship with null',
    'one',
    ({ link, linked }) => relink('patch', link, linked, null),
    { ends: 'link' },
  ],
  [
    'DELETE of the to-one relationship',
    'one',
    ({ link, linked, first }) => ({
      requests: [
        { method: 'delete', path: linkagePath(link.type, linked, link.relationship), data: identifier(link.to, first) },
      ],
      source: linked,
      target: null,
      place: '#/data',
    }),
    { isSingle: true, ends: 'link' },
  ],
  [
    'creating where it leads',
    'many',
    async ({ client, link, linked }) => ({
      requests: [
        {
          method: 'post',
          path: resources[link.to].path,
          data: await newResource(client, link.to, toMany(link, linked)),
        },
      ],
      source: linked,
      target: undefined,
    }),
  ],
  [
    'changing where it leads',
    'many',
    ({ link, linked, second }) => ({
      requests: [
        {
          method: 'patch',
          path: `${resources[link.to].path}/${second}`,
          data: { ...identifier(link.to, second), relationships: toMany(link, linked) },
        },
      ],
      source: linked,
      target: second,
    }),
  ],
  [
    'changing where it leads, by way of what leads there',
    'both',
    async ({ client, link, free, second }) => {
      const other = await addAny(client, link.type, toOne(link, second));
      // If a rule allows only one member, the new one replaces the other, unless that one requires its link.
      const source = hasRoom(link, 2) || mayEnd(link.type, link.relationship) ? free : other;
      return {
        requests: [
          {
            method: 'patch',
            path: relatedPath(link.type, other, link.relationship),
            data: {
              ...identifier(link.to, second),
              relationships: toMany(link, ...(hasRoom(link, 2) ? [other, source] : [source])),
            },
          },
        ],
        source,
        target: second,
      };
    },
  ],
  [
    'POST of the to-many relationship',
    'many',
    (world) => changeSet('post', world, world.second, world.linked, world.second),
  ],
  [
    'PATCH of the to-many relationship',
    'many',
    (world) => changeSet('patch', world, world.second, world.free, world.second),
  ],
  [
    'DELETE of the to-many relationship',
    'many',
    (world) => ({ ...changeSet('delete', world, world.first, world.linked, null), place: '#/data/0' }),
    { ends: 'link' },
  ],
  [
    'creating below where it leads',
    'many',
    async ({ client, link, second }) => ({
      requests: [
        {
          method: 'post',
          path: relatedPath(link.to, second, link.inverse),
          data: await newResource(client, link.type, {}, link.relationship),
        },
      ],
      source: undefined,
      target: second,
    }),
  ],
  [
    'deleting where it leads',
    'either',
    ({ link, linked, first }) => ({
      requests: [{ method: 'delete', path: `${resources[link.to].path}/${first}` }],
      source: linked,
      target: null,
      place: '?id',
    }),
    { ends: 'target' },
  ],
  [
    'deleting where it leads, by way of what leads there',
    'one',
    ({ link, linked }) => ({
      requests: [{ method: 'delete', path: relatedPath(link.type, linked, link.relationship) }],
      source: linked,
      target: null,
      place: `?${link.type}_id`,
    }),
    { ends: 'target' },
  ],
];

function update(link: Link, source: string, target: string | null): Written {
  const data = { ...identifier(link.type, source), relationships: toOne(link, target) };
  const requests = [{ method: 'patch', path: `${resources[link.type].path}/${source}`, data }] as const;
  return { requests, source, target, place: `#/data/relationships/${wireName(link.type, link.relationship)}/data` };
}

function relink(method: 'post' | 'patch', link: Link, source: string, target: string | null): Written {
  const data = target === null ? null : identifier(link.to, target);
  const requests = [{ method, path: linkagePath(link.type, source, link.relationship), data }] as const;
  return { requests, source, target, place: '#/data' };
}

function changeSet(
  method: Request['method'],
  { link }: World,
  holder: string,
  source: string,
  target: string | null,
): Written {
  const data = [identifier(link.type, source)];
  return { requests: [{ method, path: linkagePath(link.to, holder, link.inverse), data }], source, target };
}

function identifier(type: string, id: string): Identifier {
  return { type, id };
}

function toOne(
  { type, relationship, to }: Link,
  target: string | null,
): Readonly<Record<string, { data: Identifier | null }>> {
  return { [wireName(type, relationship)]: { data: target === null ? null : identifier(to, target) } };
}

function toMany(
  { type, to, inverse }: Link,
  ...sources: readonly string[]
): Readonly<Record<string, { data: Identifier[] }>> {
  return { [wireName(to, inverse)]: { data: sources.map((source) => identifier(type, source)) } };
}

async function newestOf({ client }: World, type: Link['type']): Promise<string> {
  const { document } = await client.get(`${resources[type].path}?sort=-id&page[size]=1`);
  return (document.data as readonly Identifier[])[0]?.id ?? '';
}

async function expectLinked({ client, link }: World, source: string, target: string | null): Promise<void> {
  if (canName(link, 'one')) {
    const forwards = await client.get(linkagePath(link.type, source, link.relationship));
    expect(forwards.document.data, 'from one side').to.deep.equal(target === null ? null : identifier(link.to, target));
  }
  if (!canName(link, 'many')) return;
  const name = wireName(link.to, link.inverse);
  const filter = JSON.stringify([{ name, op: 'any', val: { name: 'id', op: 'eq', val: source } }]);
  const holders = await client.get(
    `${resources[link.to].path}?fields[${link.to}]=${name}&include=${name}&filter=${filter}`,
  );
  const ids = (holders.document.data as readonly Identifier[]).map(({ id }) => id);
  expect(ids, 'from the other side').to.deep.equal(target === null ? [] : [target]);
}

function sendSingly(client: ApiClient, { method, path, data }: Request): Promise<ApiResponse> {
  return method === 'delete'
    ? client.delete(path, data === undefined ? undefined : { data })
    : client[method](path, { data });
}

const CODES = { post: 'add', patch: 'update', delete: 'remove' } as const;

function sendAsOperation(client: ApiClient, { method, path, data }: Request): Promise<ApiResponse> {
  return client.operate([{ op: CODES[method], href: path, ...(data !== undefined && { data }) }]);
}
