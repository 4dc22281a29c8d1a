// The faults of a write's document, which do not depend on the stored rows.
import type { Refused } from './ledger-refusals.ts';
import { endsOf, inverseOf } from './ledger-schema.ts';
import { changedType, type Write } from './ledger-writes.ts';

export function documentFaults(write: Write): readonly Refused[] {
  return [
    ...missingLinks(write).map((at) => ({ reason: 'link required', status: 422, at: [at] }) as const),
    ...contradictions(write).map((at) => ({ reason: 'contradiction', status: 422, at: [at] }) as const),
  ];
}

/** Pointers to relationships that omit the row itself, although the document links the row to itself on the other side. */
function contradictions(write: Write): readonly string[] {
  if (write.kind !== 'update' && write.kind !== 'update related') return [];
  const { linkage } = write;
  const id = write.kind === 'update' ? write.of : write.holder;
  const namesItself = (name: string): boolean => [linkage[name] ?? []].flat().includes(id);
  return endsOf(changedType(write))
    .filter(({ from, to, name }) => from === to && linkage[name] !== undefined && !namesItself(name))
    .filter((end) => namesItself(inverseOf(end)))
    .map(({ name }) => `/data/relationships/${name}`);
}

/** Pointers to the required relationships that a creation does not name. */
function missingLinks(write: Write): readonly string[] {
  if (write.kind !== 'create' && write.kind !== 'create related') return [];
  const implied = write.kind === 'create related' ? inverseOf(write.end) : undefined;
  return endsOf(changedType(write))
    .filter(({ name, link, isMany }) => link.isRequired && !isMany && name !== implied)
    .filter(({ name }) => (write.linkage[name] ?? null) === null)
    .map(({ name }) => `/data/relationships/${name}`);
}
