import type { UseCases } from '#application/use-cases';
import type { Actor } from '#application/model/actor';
import type { Attempt, GuardedRepository } from '#application/writing/attempts';
import type { Entity } from '#domain/entity';
import { perType } from '#domain/schema';

/** Is told what a write stores, before it is certain. */
export interface Watcher {
  readonly stored?: (entities: readonly Entity[]) => void;
  readonly removed?: (entity: Pick<Entity, 'type' | 'id'>) => void;
}

/** An attempt whose watcher is told what it stores. */
export function watchedAttempt(attempt: Attempt, { stored, removed }: Watcher): Attempt {
  const repositories = perType((type): GuardedRepository => {
    const repository = attempt.repositories[type];
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
      lock: (ids, members) => repository.lock(ids, members),
      referringTo: (relationship, targetIds) => repository.referringTo(relationship, targetIds),
      targetsOf: (relationship, ids) => repository.targetsOf(relationship, ids),
    };
  });
  return { ...attempt, repositories };
}

/** Is called with what `attempted` has returned. */
interface Commits<Watched extends Attempt> {
  /** Before an attempt is stored. */
  readonly committing?: () => Promise<void>;
  /** Once it is stored. */
  readonly committed?: (attempt: Watched, actor: Actor) => void;
}

/**
 * Use cases whose every attempt passes through a function.
 * @param attempted what to make of an attempt
 */
export function withAttempts<Watched extends Attempt>(
  use: UseCases,
  attempted: (attempt: Attempt) => Watched | Promise<Watched>,
  { committing, committed }: Commits<Watched> = {},
): UseCases {
  return {
    ...use,
    by: (actor) => {
      const own = use.by(actor);
      return {
        ...own,
        runWrite: async (work) => {
          const { result, watched } = await own.runWrite(async (attempt) => {
            const each = await attempted(attempt);
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
