// The use cases, bound to a storage. Their code is in `reading/` and `writing/`.
import { ActorFeed, openFeed } from './access/actor-feed.ts';
import { feedRulesOf } from './access/feed-rules.ts';
import { permittedReads } from './access/permitted-reads.ts';
import type { Actor } from './model/actor.ts';
import type { LogPosition } from './model/log-position.ts';
import type { Origin } from './model/origin.ts';
import { everythingAllowed, type Permissions, type RolePermissions } from './model/permissions.ts';
import type { Policy } from './ports/policy.ts';
import type { Positions } from './ports/positions.ts';
import type { Reads, UnitOfWork } from './ports/unit-of-work.ts';
import { FollowChanges } from './reading/follow-changes.ts';
import { FollowLive } from './reading/follow-live.ts';
import { FindResource } from './reading/find-resource.ts';
import { FindResources } from './reading/find-resources.ts';
import { LiveFeed } from './reading/live-feed.ts';
import { writeRunner, type WriteOptions, type RunWrite } from './writing/write-transaction.ts';
import type { Guarded } from './writing/commands.ts';
import { writes, type Writes } from './writing/writes.ts';

/** Everything that adapters call. All reads and writes belong to an actor. */
export interface UseCases {
  /** @param request the identifier of the request, stored with its changes */
  by(actor: Actor, request?: string): UseCasesOfActor;
  readonly writes: Guarded<Writes>;
  readonly epoch: UnitOfWork['epoch'];
  /** See `ChangeFeed.secret`. */
  feedSecret(): Promise<string>;
  readonly positions: Positions | undefined;
}

/** The use cases that an actor may call. */
export interface UseCasesOfActor {
  /**
   * Each throws ForbiddenError for data that the actor may not read.
   * @param since as for `Positions.readsSince`; ignored by a storage without positions
   */
  reading(since: LogPosition | undefined): ReadUseCases;
  /** Opens the transaction that a write and its response share. Writes throw ForbiddenError for actions that the actor may not take. */
  readonly runWrite: RunWrite;
  readonly followChanges: FollowChanges;
  readonly followLive: FollowLive;
}

export interface ReadUseCases {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
}

/** The collaborators of the use cases. */
export interface UseCaseParts {
  readonly unitOfWork: UnitOfWork;
  readonly positions?: Positions | undefined;
  readonly writing?: WriteOptions;
  /** Undefined: no permissions are checked. */
  readonly policy?: Pick<Policy, 'permissionsOf' | 'permissionsOfRole'> | undefined;
}

/** The use cases on a storage. */
export function useCasesOn({ unitOfWork, positions, writing, policy }: UseCaseParts): UseCases {
  const reading = readingFrom(unitOfWork);
  const { changes } = unitOfWork;
  const live = new LiveFeed(changes);
  const writeOptions = { ...writing, afterChanges: () => live.noticeChanges() };
  const followChanges = new FollowChanges(changes, openFeed);
  const followLive = new FollowLive(changes, live, openFeed);
  const everything = (origin: Origin): UseCasesOfActor => ({
    reading: (since) =>
      since === undefined || positions === undefined ? reading : readingFrom(positions.readsSince(since)),
    runWrite: writeRunner(unitOfWork, writeOptions, everythingAllowed, origin),
    followChanges,
    followLive,
  });
  const permitted = (permissions: Permissions, role: RolePermissions, origin: Origin): UseCasesOfActor => ({
    reading: (since) => readingFrom(permittedReads(positions?.readsSince(since) ?? unitOfWork, permissions)),
    runWrite: writeRunner(unitOfWork, writeOptions, permissions, origin),
    get followChanges() {
      return new FollowChanges(changes, new ActorFeed(feedRulesOf(role), permissions));
    },
    get followLive() {
      return new FollowLive(changes, live, new ActorFeed(feedRulesOf(role), permissions));
    },
  });
  return {
    by: (actor, request) => {
      const origin = { subject: actor.subject, role: actor.role, request };
      return policy === undefined
        ? everything(origin)
        : permitted(policy.permissionsOf(actor), policy.permissionsOfRole(actor.role), origin);
    },
    writes,
    epoch: () => unitOfWork.epoch(),
    feedSecret: () => changes.secret(),
    positions,
  };
}

function readingFrom(reads: Reads): ReadUseCases {
  return { findResource: new FindResource(reads), findResources: new FindResources(reads) };
}
