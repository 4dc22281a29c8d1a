// Traces changed rows to accepted requests: a request may change the rows that it or its answer names, and those linked to them.
import { isDeepStrictEqual } from 'node:util';
import { perType } from '../../src/application/model/schema.ts';
import { bytesOf } from './input.ts';
import type { Dump, Row } from './subject.ts';
import type { Outcome } from './raw-client.ts';

/**
 * The rows that differ between two dumps although no accepted request concerns them. Every number in a request counts as an identifier, so
 * this may miss a row, but never reports one by mistake.
 */
export function unexplainedRows(accepted: readonly Outcome[], before: Dump, after: Dump): readonly ChangedRow[] {
  if (accepted.some(isUnreadable)) return [];
  const named = new Set(accepted.flatMap(namedIds));
  const links = Object.values(perType((type) => [...before[type], ...after[type]])).flat();
  const persons = new Set(named);
  for (const { id, owner_id: owner } of links) if (named.has(id) && owner != null) persons.add(owner);
  const unexplained = perType((type) => {
    const explained = type === 'person' ? persons : new Set(named);
    for (const { id, owner_id: owner } of [...before[type], ...after[type]])
      if (owner != null && persons.has(owner)) explained.add(id);
    return changedIds(before[type], after[type])
      .filter((id) => !explained.has(id))
      .map((id) => ({ row: `${type} ${id}`, id }));
  });
  return Object.values(unexplained).flat();
}

export interface ChangedRow {
  readonly row: string;
  readonly id: string;
}

/** Compressed or chunked noise is not decoded, so the identifiers it names are unknown. */
function isUnreadable({ input }: Outcome): boolean {
  return input.kind === 'noise' && /content-encoding|transfer-encoding/i.test(bytesOf(input).toString('latin1'));
}

/** All numbers in a request and its answers, identifiers among them. */
export function namedIds({ input, answers }: Pick<Outcome, 'input' | 'answers'>): readonly string[] {
  const texts = [
    bytesOf(input)
      .toString('latin1')
      .replaceAll(/%3(\d)/g, '$1'),
    input.kind === 'request' ? input.document.toString('latin1') : '',
    ...answers.flatMap(({ headers, body }) => [headers.get('location') ?? '', body.toString('utf8')]),
  ];
  return texts.flatMap((text) => text.match(/\d+/g) ?? []);
}

function changedIds(before: readonly Row[], after: readonly Row[]): readonly string[] {
  const old = new Map(before.map((row) => [row.id, row]));
  const now = new Map(after.map((row) => [row.id, row]));
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => !isDeepStrictEqual(old.get(id), now.get(id)));
}
