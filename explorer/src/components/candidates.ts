import type { Relationship, Resource } from '../model/api.ts';
import { candidatesPath, type End } from '../model/candidates.ts';
import { parseRows, type Rows } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { exclusiveBack } from '../model/inverse.ts';
import { api } from '../state/api.ts';
import { get } from '../state/send.ts';
import { nameOf, nameOfRow } from './chip.tsx';
import { useTypedSearch } from './typed-search.ts';

export interface Candidates {
  /** Undefined: not loaded yet. */
  readonly links: readonly Link[] | undefined;
  /** The total number of matches; `links` holds the first of them. */
  readonly count: number;
  readonly failed: boolean;
}

/**
 * The resources that can be linked, searched again whenever the text changes.
 * @param text undefined: do not search, and keep the previous result
 */
export function useCandidates(related: Resource | undefined, end: End, text: string | undefined): Candidates {
  const search = async (typed: string, signal: AbortSignal): Promise<Candidates | undefined> => {
    if (related === undefined) return undefined;
    const path = candidatesPath(api.value, related, end, typed);
    const answer = await get(path, { signal, quiet: true });
    if (answer.kind === 'overtaken') return undefined;
    if (answer.kind !== 'done') return { links: undefined, count: 0, failed: true };
    const rows = parseRows(answer.document);
    return { links: linksIn(rows, exclusiveBack(api.value, end.relationship)), count: rows.count, failed: false };
  };
  return useTypedSearch<Candidates>({ links: undefined, count: 0, failed: false }, text, search);
}

function linksIn({ rows, included }: Rows, back: Relationship | undefined): readonly Link[] {
  return rows.map((row) => {
    const [from] = back === undefined ? [] : (row.linkage[back.name] ?? []);
    return {
      type: row.type,
      id: row.id,
      label: nameOfRow(row),
      from: from === undefined ? undefined : { ...from, label: nameOf(from, included) },
    };
  });
}
