// Traces changed rows to accepted requests: a request may change the rows that it or its answer names, and those linked to them.
import { isDeepStrictEqual } from 'node:util';
import { perType, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
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
  const rows = perType((type) => [...before[type], ...after[type]]);
  const explained = perType(() => new Set(named));
  // The targets of a named resource may have gained or lost it, or may be deleted through it.
  explainTargets(rows, explained);
  // Resources linked to those may have been moved there, or have lost them.
  explainSources(rows, explained);
  const deleted = perType((type) => before[type].filter(({ id }) => after[type].every((row) => row.id !== id)));
  const deletedIds = perType((type) => new Set(deleted[type].map(({ id }) => id)));
  // A deletion cascades, step by step, to the resources that refer to the deleted ones, or unsets their links.
  resourceTypes.forEach(() => explainSources(rows, explained, deletedIds));
  // A target that is deleted leaves its own targets.
  explainTargets(deleted, explained);
  return resourceTypes.flatMap((type) =>
    changedIds(before[type], after[type])
      .filter((id) => !explained[type].has(id))
      .map((id) => ({ row: `${type} ${id}`, id })),
  );
}

type RowsOfTypes = Readonly<Record<ResourceType, readonly Row[]>>;
type IdsOfTypes = Readonly<Record<ResourceType, Set<string>>>;

function explainTargets(rows: RowsOfTypes, explained: IdsOfTypes): void {
  const found = [...targetsIn(rows)].filter(({ type, row }) => explained[type].has(row.id));
  for (const { to, target } of found) explained[to].add(target);
}

/** @param targets explains only the sources of these */
function explainSources(rows: RowsOfTypes, explained: IdsOfTypes, targets = explained): void {
  const found = [...targetsIn(rows)].filter(({ to, target }) => targets[to].has(target) && explained[to].has(target));
  for (const { type, row } of found) explained[type].add(row.id);
}

function* targetsIn(rows: RowsOfTypes) {
  for (const type of resourceTypes)
    for (const relationship of Object.keys(schema[type].relationships))
      for (const row of rows[type])
        for (const target of [row.targets[relationship] ?? []].flat())
          yield { type, row, to: relationshipOf(type, relationship).to, target };
}

export interface ChangedRow {
  readonly row: string;
  readonly id: string;
}

/** Compressed or chunked noise is not decoded, so the identifiers it names are unknown. */
function isUnreadable({ input }: Outcome): boolean {
  return input.kind === 'noise' && /content-encoding|transfer-encoding/i.test(bytesOf(input).toString('latin1'));
}

/** The numbers in a request and its answers, identifiers among them. */
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
