import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { parseRows, type Row, type Rows } from '../model/documents.ts';
import { soughtBy, type Sought } from '../model/palette.ts';
import { api } from '../state/api.ts';
import { resource } from '../state/question.ts';
import { get } from '../state/send.ts';

const typingPause = 200;

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

const nothing: FoundResources = { found: [], count: 0, isSearching: false, failed: [] };

/** The resources that a query in the palette finds, by id or by their texts. Searched anew whenever it changes. */
export function useFoundResources(query: string): FoundResources {
  const shown = useSignal(nothing);
  useEffect(() => {
    const sought = soughtBy(api.value, query, resource.value);
    if (sought.length === 0) {
      shown.value = nothing;
      return undefined;
    }
    shown.value = { ...shown.value, isSearching: true };
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void Promise.all(sought.map((each) => search(each, abort.signal))).then((results) => {
        if (abort.signal.aborted) return;
        const found = results.flatMap((result, place) => foundIn(sought[place]?.resource, result?.rows));
        const count = results.reduce((sum, result) => sum + (result?.count ?? 0), 0);
        const failed = sought.flatMap(({ resource: of }, place) => (results[place] === undefined ? [of] : []));
        shown.value = { found, count, isSearching: false, failed };
      });
    }, typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return shown.value;
}

/** Undefined: the search failed. */
async function search({ path }: Sought, signal: AbortSignal): Promise<Rows | undefined> {
  const answer = await get(path, { signal, quiet: true });
  return answer.kind === 'done' ? parseRows(answer.document) : undefined;
}

function foundIn(of: Resource | undefined, rows: readonly Row[] | undefined): readonly FoundResource[] {
  return of === undefined ? [] : (rows ?? []).map((row) => ({ of, row }));
}
