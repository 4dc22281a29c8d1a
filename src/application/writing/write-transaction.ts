// A write that collides with another transaction is retried from the start.
import { TransactionChanges } from '#domain/changes';
import type { Draft, Entity } from '#domain/entity';
import type { ResourceType } from '#domain/schema';
import { allRowsOf, type AllRows } from '../access/judge-rows.ts';
import type { Permitted } from '../access/permitted-changes.ts';
import { permittedReader } from '../access/permitted-reads.ts';
import { CollisionError, StorageOverloadedError } from '../model/errors.ts';
import { noRequest, type Origin } from '../model/origin.ts';
import { everythingAllowed, type Permissions } from '../model/permissions.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import { unobserved, type Observe } from '../ports/observation.ts';
import type { LinkChange, Repository } from '../ports/repository.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { inOrder } from './order-of-changes.ts';

/** The transaction of one attempt of a write. Its reader shows what the actor may read. */
export interface WriteTransaction extends Omit<Transaction, 'repositories' | 'changes'> {
  readonly repositories: Readonly<Record<ResourceType, GuardedRepository>>;
  /** The changes of the transaction so far. */
  readonly changes: TransactionChanges;
  /** The actor's permissions. */
  readonly permissions: Permissions;
  readonly allRows: AllRows;
  /** The most resources that a deletion may cascade to. */
  readonly maxCascade: number;
  /** Resources that earlier attempts needed but had not locked. This attempt locks them as well. */
  readonly metUnlocked?: readonly ResourceIdentifier[];
}

/** A repository that stores only changes that the actor may make. */
export interface GuardedRepository extends Omit<Repository, 'add' | 'save' | 'remove' | 'relink'> {
  add(draft: Draft, permitted: Permitted): Promise<Entity>;
  save(entities: readonly Entity[], permitted: Permitted): Promise<readonly Entity[]>;
  remove(ids: readonly string[], permitted: Permitted): Promise<void>;
  relink(relationship: string, change: LinkChange, permitted: Permitted): Promise<void>;
}

/**
 * Runs work in a write transaction and retries it from the start after a collision, so it must have no other effects.
 * @throws the error of `work`, after rolling back
 * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
 */
export type RunWrite = <Result>(work: (transaction: WriteTransaction) => Promise<Result>) => Promise<Result>;

/** A write is given up after this many collisions that revealed nothing new to lock. */
const FUTILE_TRIES = 10;
const LONGEST_PAUSE_MILLIS = 500;

export interface WriteOptions {
  /** The time during which a write is retried, counted from its start. */
  readonly retryMillis?: number;
  readonly observe?: Observe;
  /** As in `WriteTransaction`. */
  readonly maxCascade?: number;
  /** Called after each commit that made changes. */
  readonly afterChanges?: () => void;
}

/**
 * @param permissions the actor's permissions; by default everything is allowed
 * @param origin stored with the changes
 */
export function writeRunner(
  unitOfWork: Pick<UnitOfWork, 'write'>,
  { retryMillis = 30_000, observe = unobserved, maxCascade = Infinity, afterChanges }: WriteOptions = {},
  permissions: Permissions = everythingAllowed,
  origin: Origin = noRequest,
): RunWrite {
  return async (work) => {
    const end = performance.now() + retryMillis;
    let met: readonly ResourceIdentifier[] = [];
    let futile = 0;
    for (let tries = 1; ; tries += 1) {
      const known = met;
      try {
        let made = 0;
        const answer = await unitOfWork.write(async (transaction) => {
          const changes = new TransactionChanges();
          const reader = permittedReader(transaction.reader, permissions);
          const allRows = allRowsOf(transaction.reader);
          const shared = { ...transaction, changes, reader, allRows, permissions, maxCascade };
          const result = await work({ ...shared, metUnlocked: known });
          const changed = inOrder(changes.list());
          if (changed.length > 0) await transaction.changes.write(changed, origin);
          made = changed.length;
          return result;
        });
        if (made > 0) {
          observe({ kind: 'changes made', number: made });
          afterChanges?.();
        }
        return answer;
      } catch (error) {
        if (!(error instanceof CollisionError)) throw error;
        const others = error.unlocked.filter(
          (each) => !known.some(({ type, id }) => type === each.type && id === each.id),
        );
        if (others.length === 0) futile += 1;
        if (futile === FUTILE_TRIES || performance.now() > end)
          throw new StorageOverloadedError('collisions', `the transaction collided with others ${tries} times`, {
            cause: error,
          });
        met = [...known, ...others];
      }
      observe({ kind: 'collision' });
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MILLIS, 10 * 2 ** tries));
    }
  };
}

function pause(millis: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, millis);
  });
}
