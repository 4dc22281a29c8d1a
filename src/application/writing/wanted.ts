// The resources that a write wants to lock, and the changes that each may cause.
import { isIdentifier } from '#domain/identifier';
import { relationshipNames, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '../model/query.ts';

/** A resource to lock, and the relationships that may change with it. Skipped if it does not exist. */
export interface NamedResource extends ResourceIdentifier, Touched {}

export interface Touched {
  /** To-one relationships that may change. Their targets are locked as well. */
  readonly moves?: readonly string[];
  /** The `moves` whose target may be removed. It is locked with everything that its removal changes. */
  readonly removes?: readonly string[];
  /** To-many relationships that may change as a whole. All their members are locked. */
  readonly sets?: readonly string[];
  /**
   * Set if the resource is removed. The resources that its removal cascades to are locked. Among several writes, the removal is `possible` if an
   * earlier one can link the resource to one that a later one removes.
   */
  readonly removal?: Certainty;
}

type Certainty = 'certain' | 'possible';

/** Everything that changes when a resource's relationships change. */
export function touchedByLinks(type: ResourceType): Touched {
  return { moves: relationshipNames(type, 'one'), sets: relationshipNames(type, 'many') };
}

/** Everything that changes when a resource is removed. */
export function touchedByRemoval(type: ResourceType, removal: Certainty = 'certain'): Touched {
  return { ...touchedByLinks(type), removal };
}

export type WantedById = Map<string, Touched>;
export type WantedByType = Readonly<Record<ResourceType, WantedById>>;

export function want(wanted: WantedById, id: string, touched: Touched): void {
  if (!isIdentifier(id)) return;
  const known = wanted.get(id);
  wanted.set(id, known === undefined ? touched : union(known, touched));
}

function union(one: Touched, other: Touched): Touched {
  const removal = [one.removal, other.removal].includes('certain') ? 'certain' : (one.removal ?? other.removal);
  return {
    moves: [...(one.moves ?? []), ...(other.moves ?? [])],
    removes: [...(one.removes ?? []), ...(other.removes ?? [])],
    sets: [...(one.sets ?? []), ...(other.sets ?? [])],
    ...(removal !== undefined && { removal }),
  };
}

export function idsOf(wanted: WantedById, isMeant: (touched: Touched) => boolean): readonly string[] {
  return [...wanted].flatMap(([id, touched]) => (isMeant(touched) ? [id] : []));
}

export function mayBeRemoved({ removal }: Touched): boolean {
  return removal !== undefined;
}
