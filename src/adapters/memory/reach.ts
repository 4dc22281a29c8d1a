import type { FilterByType } from '#application/model/query';
import type { Entity } from '#domain/entity';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { matcherOf } from './evaluate-filter.ts';
import { storedLinkageOf, type LinkedIdsOf } from './rows.ts';
import type { MemoryStore } from './store.ts';

/** The linkage that a query can see: only of resources that it can reach. Valid as long as the store does not change. */
export class Reach {
  readonly store: MemoryStore;
  readonly #reachable: FilterByType;
  readonly #matchers = new Map<ResourceType, (id: string) => boolean>();

  constructor(store: MemoryStore, reachable: FilterByType = {}) {
    this.store = store;
    this.#reachable = reachable;
  }

  /** Related identifiers, ascending. */
  linkageOf(type: ResourceType, name: string): LinkedIdsOf {
    const idsOf = storedLinkageOf(this.store, type, name);
    const isReachable = this.matcherFor(relationshipOf(type, name).to);
    return isReachable === undefined ? idsOf : (row) => idsOf(row).filter(isReachable);
  }

  /** The number of related resources; for a to-one relationship, the most there can be. */
  countOf(type: ResourceType, name: string): (row: Entity) => number {
    const { cardinality, to, inverse } = relationshipOf(type, name);
    if (cardinality === 'one') return () => 1;
    if (this.#reachable[to] !== undefined) {
      const idsOf = this.linkageOf(type, name);
      return (row) => idsOf(row).length;
    }
    const index = this.store.index(to, inverse);
    return ({ id }) => index.countOf(id);
  }

  /** Decides if a resource can be reached; undefined: every one can. */
  matcherFor(type: ResourceType): ((id: string) => boolean) | undefined {
    const filter = this.#reachable[type];
    if (filter === undefined) return undefined;
    const known = this.#matchers.get(type) ?? matcherOf(this.store, type, filter);
    this.#matchers.set(type, known);
    return known;
  }
}
