// Which rows a volley may have changed: those that an accepted request or its answer names, and what is linked with them.
import { isDeepStrictEqual } from 'node:util';
import { bytesOf } from './shot.ts';
import type { Dump, Row } from './subject.ts';
import type { Outcome } from './wire.ts';

/**
 * The rows that differ between two dumps though no accepted request has to do with them, by type. Those that it names too many of are
 * missed by this; none is blamed in error.
 */
export function unexplainedRows(accepted: readonly Outcome[], before: Dump, after: Dump): readonly ChangedRow[] {
  if (accepted.some(isUnreadable)) return [];
  const named = new Set(accepted.flatMap(namedIds));
  const links = [...before.computers, ...after.computers];
  const persons = new Set(named);
  for (const { id, owner_id: owner } of links) if (named.has(id) && owner != null) persons.add(owner);
  const computers = new Set(named);
  for (const { id, owner_id: owner } of links) if (owner != null && persons.has(owner)) computers.add(id);
  return [
    ...changedIds(before.persons, after.persons).flatMap((id) =>
      persons.has(id) ? [] : [{ row: `person ${id}`, id }],
    ),
    ...changedIds(before.computers, after.computers).flatMap((id) =>
      computers.has(id) ? [] : [{ row: `computer ${id}`, id }],
    ),
  ];
}

export interface ChangedRow {
  readonly row: string;
  readonly id: string;
}

/** What noise says is not known when it is compressed or in chunks. */
function isUnreadable({ shot }: Outcome): boolean {
  return shot.kind === 'noise' && /content-encoding|transfer-encoding/i.test(bytesOf(shot).toString('latin1'));
}

/** All numbers in a request and its answers, identifiers among them. */
export function namedIds({ shot, answers }: Pick<Outcome, 'shot' | 'answers'>): readonly string[] {
  const texts = [
    bytesOf(shot)
      .toString('latin1')
      .replaceAll(/%3(\d)/g, '$1'),
    shot.kind === 'request' ? shot.document.toString('latin1') : '',
    ...answers.flatMap(({ headers, body }) => [headers.get('location') ?? '', body.toString('utf8')]),
  ];
  return texts.flatMap((text) => text.match(/\d+/g) ?? []);
}

function changedIds(before: readonly Row[], after: readonly Row[]): readonly string[] {
  const old = new Map(before.map((row) => [row.id, row]));
  const now = new Map(after.map((row) => [row.id, row]));
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => !isDeepStrictEqual(old.get(id), now.get(id)));
}
