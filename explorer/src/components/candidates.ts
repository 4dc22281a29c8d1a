import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Relationship, Resource } from '../model/api.ts';
import { candidatesPath, type End } from '../model/candidates.ts';
import { parseRows, type Rows } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { exclusiveBack } from '../model/inverse.ts';
import { api } from '../state/api.ts';
import { get } from '../state/send.ts';
import { nameOf, nameOfRow } from './chip.tsx';

const typingPause = 200;

export interface Candidates {
  /** Undefined: not loaded yet. */
  readonly links: readonly Link[] | undefined;
  /** The total number of matches; `links` holds the first of them. */
  readonly count: number;
  readonly failed: boolean;
}

/**
 * The resources that can be linked, searched anew whenever the text changes.
 * @param text undefined: no search now, and the previous result stays
 */
export function useCandidates(related: Resource | undefined, end: End, text: string | undefined): Candidates {
  const found = useSignal<Candidates>({ links: undefined, count: 0, failed: false });
  useEffect(() => {
    if (text === undefined || related === undefined) return undefined;
    const abort = new AbortController();
    const search = async (): Promise<void> => {
      const path = candidatesPath(api.value, related, end, text);
      const answer = await get(path, { signal: abort.signal, quiet: true });
      if (answer.kind === 'done') {
        const rows = parseRows(answer.document);
        const back = exclusiveBack(api.value, end.relationship);
        found.value = { links: linksIn(rows, back), count: rows.count, failed: false };
      } else if (answer.kind !== 'overtaken') found.value = { links: undefined, count: 0, failed: true };
    };
    const timer = setTimeout(() => void search(), text === '' ? 0 : typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, related]);
  return found.value;
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
