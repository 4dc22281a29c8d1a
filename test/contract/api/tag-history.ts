import { expect } from 'chai';
import { array, assert, asyncProperty, constantFrom, nat, record, type Arbitrary } from 'fast-check';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import { seedOf } from '../../support/depth.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import type { OwnedResource } from './owned-resource.ts';

const RUNS = 4;
const MOST_WRITES = 12;

/** Section 9 of the contract, on random histories: a tag stands for bytes. */
export function describeTagHistory({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Any history of writes with ${items.plural}`, () => {
    it('leaves no tag that stands for other bytes than those it came with', async () => {
      await assert(
        asyncProperty(array(step, { minLength: 5, maxLength: MOST_WRITES }), async (steps) => {
          const ids = await makeIds(client, items);
          const history = new History(client);
          await history.look(viewsOf(ids, items));
          for (const taken of steps) {
            const written = await write(client, items, ids, taken);
            await expectTagOfNextGet(client, written);
            await history.look(viewsOf(ids, items));
          }
        }),
        { numRuns: RUNS, seed: seedOf('the histories of tags', 1) },
      );
    });
  });
}

interface Ids {
  readonly persons: readonly string[];
  readonly items: readonly string[];
}

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly person: number;
  readonly item: number;
  readonly value: string;
  readonly include: boolean;
}

const kinds = [
  'rename',
  'set detail',
  'change item',
  'rename owner',
  'link',
  'replace',
  'unlink',
  'assign',
  'unassign',
  'replace with attributes',
  'replace of owner',
  'create below',
  'delete',
  'delete owner',
  'delete item',
] as const;

// Values come again, and one differs from another in case only.
const step: Arbitrary<Step> = record({
  kind: constantFrom(...kinds),
  person: nat(1),
  item: nat(1),
  value: constantFrom('Ada', 'ADA', 'Bob'),
  include: constantFrom(true, false),
});

interface Written {
  readonly answer: ApiResponse;
  /** The URL whose next GET has the same tag; undefined: that of Location, if any. */
  readonly shown: string | undefined;
  readonly query: string;
}

async function makeIds(client: ApiClient, items: OwnedResource): Promise<Ids> {
  const persons = [await items.addOwner(client), await items.addOwner(client)];
  return { persons, items: await items.addSeveral(client, 2, persons[0]) };
}

async function write(client: ApiClient, items: OwnedResource, ids: Ids, taken: Step): Promise<Written> {
  const { kind, value, include } = taken;
  const [person, item] = [ids.persons[taken.person] ?? '', ids.items[taken.item] ?? ''];
  const [personPath, itemPath] = [`${items.owner.path}/${person}`, `${items.path}/${item}`];
  const [linkage, owner] = [items.linkagePath(person), `${itemPath}/relationships/${items.inverse}`];
  const send = async (method: string, path: string, data: unknown, include_: string | undefined): Promise<Written> => {
    const query = include && include_ !== undefined ? `?include=${include_}` : '';
    const body = data === undefined ? {} : { body: { data } };
    const answer = await client.send(method, `${path}${query}`, body);
    const isCreation = method === 'POST' && include_ === items.inverse;
    return { answer, shown: isCreation ? undefined : path, query };
  };
  const named = { ...items.ownerId(person), attributes: items.ownerAttributes(value) };
  const { relationship } = items;
  switch (kind) {
    case 'rename':
      return send('PATCH', personPath, named, relationship);
    case 'set detail': {
      const attributes = { ...items.owner.detail, ...(value === 'Bob' && { [items.owner.shown]: null }) };
      return send('PATCH', personPath, { ...items.ownerId(person), attributes }, relationship);
    }
    case 'change item':
      return send('PATCH', itemPath, { ...items.id(item), attributes: items.attributes(value) }, items.inverse);
    case 'rename owner':
      return send('PATCH', `${itemPath}/${items.inverse}`, named, relationship);
    case 'link':
      return send('POST', linkage, items.ids(item), undefined);
    case 'replace':
      return send('PATCH', linkage, items.ids(item), undefined);
    case 'unlink':
      return send('DELETE', linkage, items.ids(item), undefined);
    case 'assign':
      return send('PATCH', owner, items.ownerId(person), undefined);
    case 'unassign':
      return send('DELETE', owner, null, undefined);
    case 'replace with attributes':
      return send('PATCH', personPath, { ...named, relationships: items.linked(item) }, relationship);
    case 'replace of owner': {
      const data = { ...named, relationships: items.linked(ids.items[value === 'Bob' ? 0 : 1] ?? '') };
      return send('PATCH', `${itemPath}/${items.inverse}`, data, relationship);
    }
    case 'create below':
      return send('POST', items.relatedPath(person), items.draft(value), items.inverse);
    case 'delete':
      return send('DELETE', personPath, undefined, undefined);
    case 'delete owner':
      return send('DELETE', `${itemPath}/${items.inverse}`, undefined, undefined);
    case 'delete item':
      return send('DELETE', itemPath, undefined, undefined);
  }
}

async function expectTagOfNextGet(client: ApiClient, { answer, shown, query }: Written): Promise<void> {
  const { status, headers, text } = answer;
  expect(status, text).to.be.oneOf([200, 201, 404, 409]);
  if (headers.etag === undefined) return;
  const url = `${shown ?? String(headers.location)}${query}`;
  expect((await client.get(url)).headers.etag, url).to.equal(headers.etag);
}

function viewsOf(ids: Ids, items: OwnedResource): readonly string[] {
  const { path, relationship } = items;
  return [
    ...ids.persons.flatMap((id) => {
      const linkage = `${items.owner.path}/${id}/relationships/${relationship}`;
      return [
        `${items.owner.path}/${id}`,
        `${items.owner.path}/${id}?include=${relationship}.${items.inverse}`,
        linkage,
        `${linkage}?include=${relationship}`,
      ];
    }),
    ...ids.items.flatMap((id) => {
      const owner = `${path}/${id}/${items.inverse}`;
      const linkage = `${path}/${id}/relationships/${items.inverse}`;
      return [
        `${path}/${id}`,
        `${path}/${id}?include=${items.inverse}`,
        owner,
        `${owner}?include=${relationship}`,
        linkage,
      ];
    }),
  ];
}

/** The bodies seen at each URL, by tag. */
class History {
  readonly #client: ApiClient;
  readonly #seen = new Map<string, Map<string, string>>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async look(urls: readonly string[]): Promise<void> {
    await Promise.all(urls.map((url) => this.#lookAt(url)));
  }

  async #lookAt(url: string): Promise<void> {
    const { status, headers, text } = await this.#client.get(url);
    const seen = this.#seen.get(url) ?? new Map<string, string>();
    this.#seen.set(url, seen);
    const tag = status === 200 ? String(headers.etag) : '';
    if (status === 200) {
      expect(seen.get(tag) ?? text, `${url} with ${tag}`).to.equal(text);
      seen.set(tag, text);
      expect((await this.#client.get(url, { headers: { 'If-None-Match': tag } })).status, url).to.equal(304);
    }
    const outdated = [...seen.keys()].filter((each) => each !== tag);
    if (outdated.length === 0) return;
    const again = await this.#client.get(url, { headers: { 'If-None-Match': outdated.join() } });
    expect(again.status, `${url} with ${outdated.join()}`).to.equal(status);
  }
}
