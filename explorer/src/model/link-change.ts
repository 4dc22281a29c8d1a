import type { Relationship, Resource } from './api.ts';
import { keyOf, type Identifier } from './documents.ts';
import type { Link } from './draft.ts';

/** A resource that is linked to another one, or no longer. */
export interface LinkChange {
  readonly kind: 'link' | 'unlink';
  readonly resource: Resource;
  readonly id: string;
  readonly relationship: Relationship;
  readonly to: Link;
  /** What it takes the place of in a to-one relationship. */
  readonly before: Link | undefined;
}

/** What a relationship leads to after the change. */
export function linkageAfter(
  { kind, relationship, to }: LinkChange,
  linked: readonly Identifier[],
): readonly Identifier[] {
  const others = relationship.cardinality === 'one' ? [] : linked.filter((other) => keyOf(other) !== keyOf(to));
  return kind === 'link' ? [...others, to] : others;
}

/** The change that takes it back; undefined where that is none. */
export function undone(change: LinkChange): LinkChange | undefined {
  const { kind, relationship, before } = change;
  if (kind === 'unlink') return { ...change, kind: 'link', before: undefined };
  if (relationship.cardinality === 'many' || before === undefined) return undefined;
  return { ...change, to: before, before: undefined };
}
