// Relationship objects that show the first members of a set and link to the next ones.
import type { Answer } from './check-answer.ts';
import type { DescribedOperation } from './described-api.ts';
import type { DrawnRequest } from './requests.ts';

interface Identifier {
  readonly type: string;
  readonly id: string;
}

interface Resource extends Identifier {
  readonly relationships?: Readonly<
    Record<string, { readonly links?: { readonly next?: string | null }; readonly data?: unknown }>
  >;
}

interface FurtherSet {
  /** The link to the next members. */
  readonly next: string;
  readonly shown: readonly string[];
}

/** The sets of which a document shows only the first members. */
export function furtherSetsOf(answer: Answer): readonly FurtherSet[] {
  const { data, included } = documentIn(answer);
  const resources = [...listOf(data), ...listOf(included)] as readonly Resource[];
  return resources.flatMap(({ relationships = {} }) =>
    Object.values(relationships).flatMap(({ links, data: members }) =>
      typeof links?.next === 'string' ? [{ next: links.next, shown: namesOf(members) }] : [],
    ),
  );
}

/** The primary data of a document, each as type and id. */
export function membersIn(answer: Answer): readonly string[] {
  return namesOf(documentIn(answer).data);
}

function namesOf(data: unknown): readonly string[] {
  return (listOf(data) as readonly Identifier[]).map(({ type, id }) => `${type} ${id}`);
}

function listOf(data: unknown): readonly unknown[] {
  return [data ?? []].flat();
}

function documentIn({ status, headers, text }: Answer): { readonly data?: unknown; readonly included?: unknown } {
  const isDocument = headers.get('Content-Type')?.startsWith('application/vnd.api+json') === true;
  return status === 200 && isDocument && text !== '' ? (JSON.parse(text) as object) : {};
}

/**
 * The request that follows a link.
 * @throws Error if no operation has its path
 */
export function requestTo(link: string, operations: readonly DescribedOperation[]): DrawnRequest {
  const { pathname, searchParams } = new URL(link, 'http://localhost');
  const found = operations.flatMap((operation) => {
    const pattern = operation.path.replaceAll(/\{\w+\}/g, '([^/]+)');
    const [, ...segments] = new RegExp(`${pattern}$`).exec(pathname) ?? [];
    return operation.method === 'GET' && segments.length > 0 ? [{ operation, segments }] : [];
  });
  // A proxy's path may precede the path in the link, so templates match its end; the longest one wins.
  const [first] = found.toSorted((one, other) => other.operation.path.length - one.operation.path.length);
  if (first === undefined) throw new Error(`${link} leads to no operation`);
  return {
    ...first,
    fault: undefined,
    query: [...searchParams],
    headers: {},
    body: undefined,
    takesSeenTag: false,
  };
}
