// Documents with included sets, computed from other responses of the service: the same document without bounds, and the lists of related resources.
import { expect } from 'chai';
import type { ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import {
  addressOf,
  boundsOf,
  nextOf,
  parametersOf,
  queryOf,
  typeBehind,
  type AskedBound,
  type AskedDocument,
  type AskedPrimary,
  type PlacedBound,
} from './asked-documents.ts';

interface Shown extends Identifier {
  readonly type: ResourceType;
  readonly relationships: Readonly<Record<string, ShownRelationship>>;
}

interface ShownRelationship {
  readonly links?: { readonly self: string; readonly next?: string | null };
  readonly data?: Linkage;
}

type Linkage = Identifier | null | readonly Identifier[];

interface Member extends Identifier {
  readonly meta: { readonly page: { readonly cursor: string } };
}

/** Checks documents. It caches responses, so the data must not change. */
export class ExpectedSets {
  readonly #client: ApiClient;
  readonly #answers = new Map<string, Promise<ApiResponse>>();
  readonly #met = new Map<string, Promise<ApiResponse>>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** Expects the document of a request, byte for byte. */
  expect(asked: AskedDocument): Promise<ApiResponse> {
    const address = addressOf(asked);
    const met = this.#met.get(address) ?? this.#expectNew(asked);
    this.#met.set(address, met);
    return met;
  }

  async #expectNew(asked: AskedDocument): Promise<ApiResponse> {
    const response = await this.#client.get(addressOf(asked));
    expect(response.status, response.text).to.equal(200);
    const expected = await this.#documentOf(asked);
    expect(response.document, addressOf(asked)).to.deep.equal(expected);
    expect(response.text).to.equal(JSON.stringify(expected));
    return response;
  }

  /**
   * Expects the document of a request, and every further page of each bounded relationship in it.
   * @returns the number of links followed
   */
  async expectWalks(asked: AskedDocument): Promise<number> {
    const { document } = await this.expect(asked);
    const { data, included = [] } = document as {
      readonly data: Shown | null | readonly Shown[];
      readonly included?: readonly Shown[];
    };
    const primary = asked.primary === undefined ? resourcesIn(data) : [];
    let followed = 0;
    for (const resource of [...primary, ...included])
      for (const bound of boundsOf(asked))
        if (bound.from === resource.type && resource.relationships[bound.name]?.data !== undefined)
          followed += await this.#expectWalk(asked, bound, resource);
    return followed;
  }

  async #expectWalk(asked: AskedDocument, bound: PlacedBound, { id, type, relationships }: Shown): Promise<number> {
    const { data = [], links } = relationships[bound.name] ?? {};
    const walked = [data].flat().map((each) => each?.id);
    let followed = 0;
    for (let link = links?.next ?? null; link !== null; followed += 1) {
      const after = new URLSearchParams(link.slice(link.indexOf('?'))).get('page[after]') ?? '';
      const next = nextOf(asked, bound, id, after);
      expect(link).to.equal(addressOf(next));
      const { document } = await this.expect(next);
      walked.push(...(document.data as readonly Identifier[]).map((each) => each.id));
      link = document.links.next as string | null;
    }
    const { sort = [], filter = [] } = bound.asked;
    const whole = await this.#get(`${resources[type].path}/${id}/${bound.name}`, [
      ...criteria(sort, filter),
      ['page[size]', '0'],
    ]);
    expect(walked).to.deep.equal((whole.document.data as readonly Identifier[]).map((each) => each.id));
    return followed;
  }

  async #documentOf(asked: AskedDocument): Promise<object> {
    const { path, include = [], fields = {}, list = [], primary } = asked;
    const whole = await this.#get(path, parametersOf({ path, start: asked.start, include, fields, list }));
    const { data, included = [], links, meta, jsonapi } = whole.document;
    const known = new Map<string, Shown>();
    for (const resource of [...(primary === undefined ? resourcesIn(data as Shown) : []), ...(included as Shown[])])
      known.set(`${resource.type} ${resource.id}`, resource);
    const read = async (identifier: Identifier): Promise<Shown> => {
      const resource = known.get(`${identifier.type} ${identifier.id}`);
      if (resource === undefined)
        throw new Error(`${JSON.stringify(identifier)} is not in the document without bounds`);
      return this.#bounded(resource, asked);
    };
    const paths = include.map((each) => each.split('.')).filter((each) => isSelected(each, asked.start, fields));
    const follow = (from: readonly Shown[]): Promise<object> => follows(paths, from, read);
    if (primary !== undefined) return this.#relationshipOf(asked, primary, { links, jsonapi }, follow);
    const isList = Array.isArray(data);
    const first = await inTurn(resourcesIn(data as Shown), read);
    return {
      data: isList ? first : (first[0] ?? null),
      ...(await follow(first)),
      links: isList ? { self: addressOf(asked) } : links,
      ...(meta === undefined ? {} : { meta }),
      jsonapi,
    };
  }

  /** The document of a relationship route. */
  async #relationshipOf(
    asked: AskedDocument,
    primary: AskedPrimary,
    { links, jsonapi }: { readonly links: Readonly<Record<string, string>>; readonly jsonapi: object },
    follow: (from: readonly Shown[]) => Promise<object>,
  ): Promise<object> {
    const { id, relationship, size, total = false, after } = primary;
    const members = await this.#membersOf({ type: asked.start, id }, relationship, primary);
    const start = members.findIndex(({ meta }) => meta.page.cursor === after) + 1;
    const page = size === undefined ? members : members.slice(start, start + size);
    const type = typeBehind(asked.start, [relationship]);
    const cursorOf = (member: Member | undefined): string => member?.meta.page.cursor ?? '';
    const at = (name: 'after' | 'before', cursor: string): string => {
      const others = parametersOf(asked).filter(([each]) => each !== 'page[after]');
      return `${asked.path}${queryOf([...others, [`page[${name}]`, cursor]])}`;
    };
    const pages = {
      first: at('after', ''),
      last: at('before', ''),
      prev: (after ?? '') === '' ? null : at('before', cursorOf(page[0])),
      next: start + page.length < members.length ? at('after', cursorOf(page.at(-1))) : null,
    };
    const owner = {
      type: asked.start,
      id,
      relationships: { [relationship]: { data: page.map((each) => ({ type, id: each.id })) } },
    };
    const count = { count: members.length };
    return {
      data: page.map((each) => ({ type, id: each.id, ...(size !== undefined && { meta: each.meta }) })),
      ...(await follow([owner])),
      links: { self: addressOf(asked), related: links['related'], ...(size !== undefined && pages) },
      ...(size === undefined ? { meta: count } : total && { meta: { ...count, page: { total: members.length } } }),
      jsonapi,
    };
  }

  /** A resource object with the bounds applied to its relationships. */
  async #bounded(resource: Shown, asked: AskedDocument): Promise<Shown> {
    const relationships: Record<string, object> = { ...resource.relationships };
    for (const bound of boundsOf(asked)) {
      const shown = resource.relationships[bound.name];
      if (bound.from !== resource.type || shown?.data === undefined) continue;
      const { size = 0, total = false, filter = [] } = bound.asked;
      const members = await this.#membersOf(resource, bound.name, bound.asked);
      const page = size > 0 ? members.slice(0, size) : members;
      const last = page.length < members.length ? page.at(-1) : undefined;
      const next = last && addressOf(nextOf(asked, bound, resource.id, last.meta.page.cursor));
      const meta = {
        ...((filter.length > 0 || last !== undefined) && { complete: false }),
        ...(total && { count: members.length, page: { total: members.length } }),
      };
      relationships[bound.name] = {
        links: { ...shown.links, ...(size > 0 && { prev: null, next: next ?? null }) },
        data: page.map(({ type, id }) => ({ type, id })),
        ...(Object.keys(meta).length > 0 && { meta }),
      };
    }
    return { ...resource, relationships };
  }

  /** All members of a relationship that match the filter, in order, with their cursors. */
  async #membersOf(
    { type, id }: { type: ResourceType; id: string },
    name: string,
    { sort = [], filter = [] }: AskedBound,
  ) {
    const page = [
      ['page[size]', '100'],
      ['page[after]', ''],
    ] as const;
    const { document } = await this.#get(`${resources[type].path}/${id}/${name}`, [...criteria(sort, filter), ...page]);
    return document.data as readonly Member[];
  }

  async #get(path: string, pairs: Parameters<typeof queryOf>[0]): Promise<ApiResponse> {
    const address = `${path}${queryOf(pairs)}`;
    const answer = this.#answers.get(address) ?? this.#client.get(address);
    this.#answers.set(address, answer);
    const response = await answer;
    expect(response.status, `${address}: ${response.text}`).to.equal(200);
    return response;
  }
}

function resourcesIn(data: Shown | null | readonly Shown[]): readonly Shown[] {
  return [data].flat().filter((each) => each !== null);
}

function criteria(sort: readonly string[], filter: readonly object[]): Parameters<typeof queryOf>[0] {
  return [
    ...(filter.length > 0 ? [['filter', JSON.stringify(filter)] as const] : []),
    ...(sort.length > 0 ? [['sort', sort.join(',')] as const] : []),
  ];
}

/** False if a sparse fieldset leaves out a relationship on the path. */
function isSelected(path: readonly string[], start: ResourceType, fields: Readonly<Record<string, string>>): boolean {
  return path.every(
    (name, index) => fields[typeBehind(start, path.slice(0, index))]?.split(',').includes(name) ?? true,
  );
}

/** The resources that the paths include, each once, in the order they are first reached. */
async function follows(
  paths: readonly (readonly string[])[],
  from: readonly Shown[],
  read: (identifier: Identifier) => Promise<Shown>,
): Promise<{ readonly included?: readonly Shown[] }> {
  if (paths.length === 0) return {};
  const included = new Map<string, Shown>();
  for (const path of paths) {
    let level = from;
    for (const name of path) {
      const linked = level.flatMap(({ relationships }) => relationships[name]?.data ?? []);
      const distinct = new Map(linked.map((identifier) => [`${identifier.type} ${identifier.id}`, identifier]));
      level = await inTurn([...distinct.values()], read);
      for (const resource of level) {
        const key = `${resource.type} ${resource.id}`;
        if (!included.has(key)) included.set(key, resource);
      }
    }
  }
  return { included: [...included.values()] };
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await task(item));
  return results;
}
