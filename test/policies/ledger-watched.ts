import type { UseCases } from '#application/use-cases';
import type { Actor } from '#application/model/actor';
import type { WriteTransaction, GuardedRepository } from '#application/writing/write-transaction';
import type { Entity } from '#domain/entity';
import { perType } from '#domain/schema';

/** Receives what a write stores, before it is committed. */
export interface Watcher {
  readonly stored?: (entities: readonly Entity[]) => void;
  readonly removed?: (entity: Pick<Entity, 'type' | 'id'>) => void;
}

/** A transaction that reports to a watcher what it stores. */
export function watchedTransaction(transaction: WriteTransaction, { stored, removed }: Watcher): WriteTransaction {
  const repositories = perType((type): GuardedRepository => {
    const repository = transaction.repositories[type];
    return {
      add: async (draft, permitted) => {
        const added = await repository.add(draft, permitted);
        stored?.([added]);
        return added;
      },
      save: (entities, permitted) => {
        if (entities.length > 0) stored?.(entities);
        return repository.save(entities, permitted);
      },
      remove: (ids, permitted) => {
        for (const id of ids) removed?.({ type, id });
        return repository.remove(ids, permitted);
      },
      relink: (relationship, change, permitted) => repository.relink(relationship, change, permitted),
      lock: (ids, members) => repository.lock(ids, members),
      referringTo: (relationship, targetIds) => repository.referringTo(relationship, targetIds),
      targetsOf: (relationship, ids) => repository.targetsOf(relationship, ids),
      linksOf: (relationship, ids, others) => repository.linksOf(relationship, ids, others),
    };
  });
  return { ...transaction, repositories };
}

/** Hooks around a commit. */
interface Commits<Watched extends WriteTransaction> {
  /** Runs before the commit. */
  readonly committing?: () => Promise<void>;
  /** Runs after it, with the transaction that `attempted` returned. */
  readonly committed?: (transaction: Watched, actor: Actor) => void;
}

/**
 * Use cases that replace every transaction.
 * @param attempted returns the replacement of a transaction
 */
export function withAttempts<Watched extends WriteTransaction>(
  use: UseCases,
  attempted: (transaction: WriteTransaction) => Watched | Promise<Watched>,
  { committing, committed }: Commits<Watched> = {},
): UseCases {
  return {
    ...use,
    by: (actor) => {
      const own = use.by(actor);
      return {
        ...own,
        runWrite: async (work) => {
          const { result, watched } = await own.runWrite(async (transaction) => {
            const each = await attempted(transaction);
            const answer = await work(each);
            await committing?.();
            return { result: answer, watched: each };
          });
          committed?.(watched, actor);
          return result;
        },
      };
    },
  };
}
