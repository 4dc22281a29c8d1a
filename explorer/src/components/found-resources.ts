import type { Resource } from '../model/api.ts';
import { parseRows, type Row, type Rows } from '../model/documents.ts';
import { soughtBy, type Sought } from '../model/palette.ts';
import { api } from '../state/api.ts';
import { resource } from '../state/question.ts';
import { get } from '../state/send.ts';
import { useTypedSearch } from './typed-search.ts';

export interface FoundResources {
  readonly found: readonly FoundResource[];
  /** How many match; `found` holds the first of each type. */
  readonly count: number;
  readonly isSearching: boolean;
  /** The types that could not be searched. */
  readonly failed: readonly Resource[];
}

export interface FoundResource {
  readonly of: Resource;
  readonly row: Row;
}

/** The resources that a query in the palette finds, by id or by their texts. Searched anew whenever it changes. */
export function useFoundResources(query: string): FoundResources {
  const shown = useTypedSearch({ query: '', ...nothing }, query, search);
  return shown.query === query ? { ...shown, isSearching: false } : { ...nothing, isSearching: true };
}

const nothing = { found: [], count: 0, failed: [] } as const;

type Searched = Omit<FoundResources, 'isSearching'> & { readonly query: string };

async function search(query: string, signal: AbortSignal): Promise<Searched> {
  const sought = soughtBy(api.value, query, resource.value);
  const results = await Promise.all(sought.map((each) => rowsOf(each, signal)));
  return {
    query,
    found: results.flatMap((result) => result.rows.map((row) => ({ of: result.of, row }))),
    count: results.reduce((sum, { count }) => sum + count, 0),
    failed: results.flatMap(({ of, failed }) => (failed ? [of] : [])),
  };
}

interface RowsOf extends Pick<Rows, 'rows' | 'count'> {
  readonly of: Resource;
  readonly failed: boolean;
}

async function rowsOf({ resource: of, path }: Sought, signal: AbortSignal): Promise<RowsOf> {
  const answer = await get(path, { signal, quiet: true });
  if (answer.kind !== 'done') return { of, rows: [], count: 0, failed: true };
  return { of, ...parseRows(answer.document), failed: false };
}
