import type { OwnedRepository } from '../../application/ports/repository.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { Owned } from '../../domain/ownership.ts';
import { MemoryRepository, type Work } from './repository.ts';
import { linkageOf } from './rows.ts';

export class MemoryOwnedRepository<Item extends Owned, Draft extends object> implements OwnedRepository<Item, Draft> {
  readonly #items: MemoryRepository<Item, Draft>;
  readonly #type: ResourceType;
  readonly #work: Work;

  constructor(type: ResourceType, work: Work) {
    this.#items = new MemoryRepository(type, work);
    this.#type = type;
    this.#work = work;
  }

  add(draft: Draft): Promise<Item> {
    return this.#items.add(draft);
  }

  lock(ids: readonly string[]): Promise<readonly Item[]> {
    return this.#items.lock(ids);
  }

  save(items: readonly Item[]): Promise<void> {
    return this.#items.save(items);
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#items.remove(ids);
  }

  async ownedBy(personIds: readonly string[]): Promise<readonly string[]> {
    const index = this.#work.store.index(this.#type, 'owner');
    return [...new Set(personIds)].flatMap((id) => index.of(id)).sort(compareIdentifiers);
  }

  async ownersOf(ids: readonly string[]): Promise<readonly string[]> {
    const { store } = this.#work;
    const ownerOf = linkageOf(store, this.#type, 'owner');
    const rows = ids.map((id) => store.get(this.#type, id)).filter((row) => row !== undefined);
    return [...new Set(rows.flatMap(ownerOf))];
  }
}
