import type { Owned } from '../../domain/ownership.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import type { ResourceType } from '../model/schema.ts';
import type { OwnedDraft, OwnedRepository } from '../ports/repository.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** A type of resource that persons own: all that the use cases of ownership need to know of it. */
export interface OwnedResource<ItemRules extends Rules> {
  readonly type: ResourceType;
  readonly rules: ItemRules;
  readonly repository: (
    transaction: Transaction,
  ) => OwnedRepository<Item<ItemRules>, OwnedDraft<AttributesOf<ItemRules>>>;
}

/** What is said of an item's relationships; `null` is nobody, undefined says nothing. */
export type OwnedLinkage = Readonly<Partial<Record<'owner', string | null | undefined>>>;

/** A resource of such a type. */
export type Item<ItemRules extends Rules> = Owned & AttributesOf<ItemRules>;
