// Checks on included sets that need only the document, not the request.
import { isDeepStrictEqual } from 'node:util';

interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** A relationship object. */
interface Relationship {
  readonly links?: { readonly related?: string; readonly prev?: unknown; readonly next?: unknown };
  readonly data?: Identifier | readonly Identifier[] | null;
  readonly meta?: { readonly complete?: unknown; readonly count?: number; readonly page?: unknown };
}

interface Resource extends Identifier {
  readonly relationships?: Readonly<Record<string, Relationship>>;
}

/** The parts of a document that these checks read. */
export interface SetDocument {
  readonly data?: Resource | readonly Resource[] | null;
  readonly included?: readonly Resource[];
}

/** A relationship that shows its first members and links to the next ones. */
export interface FirstMembers {
  readonly ids: readonly string[];
  readonly next: string;
  readonly related: string;
}

/** @throws Error if the document is wrong; the message names the fault */
export function checkSets(document: SetDocument): void {
  const resources = [...listOf(document.data), ...listOf(document.included)];
  for (const { type, id, relationships = {} } of resources)
    for (const [name, relationship] of Object.entries(relationships)) {
      const fault = faultOf(relationship);
      if (fault !== undefined) throw new Error(`${name} of ${type} ${id}: ${fault}`);
    }
  checkLinkage(document);
}

function faultOf({ links = {}, data, meta }: Relationship): string | undefined {
  const hasPages = 'next' in links || 'prev' in links;
  if (!hasPages && meta === undefined) return undefined;
  if (!Array.isArray(data)) return 'no list of members';
  const members = data as readonly Identifier[];
  if (meta !== undefined && Object.keys(meta).length === 0) return 'an empty meta';
  const { complete, count, page } = meta ?? {};
  if (complete !== undefined && complete !== false) return 'complete is not false';
  if (!isDeepStrictEqual(page, count === undefined ? undefined : { total: count })) return 'a count is not the total';
  if (count !== undefined && count < members.length) return 'fewer matches than members';
  if (!hasPages) return count === undefined || count === members.length ? undefined : 'not all matches';
  const { prev, next } = links;
  if (prev !== null) return 'a page before the first one';
  if (next === null) return count === undefined || count === members.length ? undefined : 'no next page';
  if (typeof next !== 'string') return 'no link to the next page';
  if (complete !== false) return 'a part is called complete';
  if (count === members.length) return 'a page behind the last one';
  const [last, ...others] = [...parametersOf(next)].toReversed();
  const size = others.find(([name]) => name === 'page[size]')?.[1];
  if (last?.[0] !== 'page[after]' || last[1] === '') return 'a next page that begins at no cursor';
  return size === String(members.length) ? undefined : `a page of ${members.length}, and the next of ${size}`;
}

/** Full linkage: each resource is included once, and another links to it. A primary resource that is also included has the same relationships. */
function checkLinkage({ data, included = [] }: SetDocument): void {
  const primary = listOf(data);
  const shown = new Map(included.map((resource) => [keyOf(resource), resource]));
  if (shown.size < included.length) throw new Error('a resource is included twice');
  for (const each of primary) {
    const same = shown.get(keyOf(each));
    if ('links' in each && same !== undefined && !isDeepStrictEqual(same.relationships, each.relationships))
      throw new Error(`${keyOf(each)} has two linkages`);
  }
  const reached = new Set(primary.map(keyOf));
  const follow = ({ relationships = {} }: Resource): void => {
    for (const member of Object.values(relationships).flatMap((each) => listOf(each.data))) {
      const target = shown.get(keyOf(member));
      if (target === undefined || reached.has(keyOf(member))) continue;
      reached.add(keyOf(member));
      follow(target);
    }
  };
  for (const each of primary) follow(shown.get(keyOf(each)) ?? each);
  const lost = included.find((each) => !reached.has(keyOf(each)));
  if (lost !== undefined) throw new Error(`nothing links to the included ${keyOf(lost)}`);
}

function keyOf({ type, id }: Identifier): string {
  return `${type} ${id}`;
}

function listOf<Item>(data: Item | readonly Item[] | null | undefined): readonly Item[] {
  if (data === undefined || data === null) return [];
  return Array.isArray(data) ? (data as readonly Item[]) : [data as Item];
}

/** The relationships in a document that show only their first members. */
export function firstMembersIn({ data, included }: SetDocument): readonly FirstMembers[] {
  return [...listOf(data), ...listOf(included)].flatMap(({ relationships = {} }) =>
    Object.values(relationships).flatMap(({ links = {}, data: members }) =>
      typeof links.next === 'string' && links.related !== undefined
        ? [{ ids: listOf(members).map(({ id }) => id), next: links.next, related: links.related }]
        : [],
    ),
  );
}

/** The link to the list of all members, with the filter and sort of `next`. */
export function listOfMembers({ next, related }: FirstMembers): string {
  const kept = [...parametersOf(next)].filter(([name]) => ['filter', 'sort'].includes(name));
  return `${related}?${new URLSearchParams([...kept, ['page[size]', '0']]).toString()}`;
}

function parametersOf(link: string): URLSearchParams {
  return new URL(link, 'http://localhost').searchParams;
}
