import type { DatabaseEvents } from './database-events.ts';
import { PreparingClient } from './preparing-client.ts';

export interface ServerOptions extends DatabaseEvents {
  /** The most connections that are open at once, at least 2 (a migration needs as many); 10 when undefined. */
  readonly poolSize?: number | undefined;
  /** How long to wait for a free or a new connection, in milliseconds; 2000 when undefined. */
  readonly connectTimeoutMillis?: number | undefined;
  /** How many units of work may wait for a connection before more are refused at once; any number when undefined. */
  readonly maxWaiting?: number | undefined;
  /** How many streams there may be at once, each of which holds a connection; half of the pool when undefined, and never all of it. */
  readonly maxStreams?: number | undefined;
  /** How long the reader of a stream may pause, in milliseconds; as long as the server allows any transaction when undefined. */
  readonly longestPauseMillis?: number | undefined;
  /** How long a statement may take, in milliseconds; any time when undefined. */
  readonly statementTimeoutMillis?: number | undefined;
  /**
   * Whether the server watches the statement timeout and compiles no plans, as settings of the session; true when undefined. A pooler that
   * hands out sessions by transaction cannot carry them: there the role has to have them.
   */
  readonly sessionSettings?: boolean | undefined;
  /**
   * Whether statements that are met again are prepared; true when undefined. A pooler that hands out sessions by transaction may not know
   * them in the next session.
   */
  readonly preparedStatements?: boolean | undefined;
}

/** After so long without traffic TCP asks whether the other side is still there; a migration, which has no deadline, would wait for ever. */
const KEEP_ALIVE_MILLIS = 10_000;
/** A connection is replaced after this time, so that a database that has moved is found by its name again. */
const LIFETIME_SECONDS = 300;

/** What a statement may take beyond its timeout before its connection is taken for dead: TCP notices after minutes. */
const GRACE_MILLIS = 2000;
/**
 * Settings of each session. One plan serves a statement whatever its values, since making plans costs more than most take to run; and none is
 * compiled, which takes longer than any page does: the planner expects to read all that a limit or a condition cuts off.
 */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c jit=off';

/** The same for the driver. */
export function driverOptions({
  poolSize = 10,
  connectTimeoutMillis = 2000,
  statementTimeoutMillis,
  sessionSettings = true,
  preparedStatements = true,
}: ServerOptions) {
  return {
    ...(preparedStatements ? { Client: PreparingClient } : {}),
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMillis,
    // With this the driver closes a connection that does not answer in time, instead of using it again.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLIS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    ...(sessionSettings ? { options: SETTINGS } : {}),
    ...(statementTimeoutMillis === undefined ? {} : { query_timeout: statementTimeoutMillis + GRACE_MILLIS }),
    ...(sessionSettings && statementTimeoutMillis !== undefined ? serverTimeouts(statementTimeoutMillis) : {}),
  };
}

function serverTimeouts(millis: number) {
  // The second frees the locks of a service that has stopped in the middle of a transaction.
  return { statement_timeout: millis, idle_in_transaction_session_timeout: millis };
}
