// The log line of each kind of observation. No line names a key, and only that of a request names its `actor`.
import type { Log } from '#adapters/http/koa/log';
import { reasonOf } from '#application/model/describe-error';
import { QueryTimeoutError, StorageUnavailableError } from '#application/model/errors';
import { observeBy, type Observe, type ObservationTable } from '#application/ports/observation';

export function logObservations(log: Log): Observe {
  const table: ObservationTable = {
    'request answered': ({ facts }) => {
      const durationMillis = toTenths(facts.durationMillis);
      const databaseMillis = toTenths(facts.databaseMillis);
      log.info({ ...facts, durationMillis, databaseMillis }, 'request');
    },
    'protocol error': notLogged,
    'request shed': notLogged,
    identified: notLogged,
    'keyed answer': notLogged,
    collision: notLogged,
    'statement done': notLogged,
    'database failed': notLogged,
    'database recovering': ({ folder }) => log.info({}, `recovering the database in ${folder}, which was not closed`),
    'database advice': ({ advice }) => log.warn({ advice }, 'the database could be faster'),
    'changes erasing': ({ types }) =>
      log.warn({ types }, 'the migrations erase the changes of these types and restart the changes feed'),
    'storage delayed': ({ reason }) => log.warn({ reason }, 'storage is not ready, trying again'),
    'host changed': ({ host }) => log.warn({ host }, 'writes now go to another host'),
    'former primary': ({ reason }) => log.warn({ reason }, 'writes are refused'),
    'read routed': notLogged,
    'replica left out': ({ replica, reason }) =>
      log.warn({ replica, reason: reasonOf(reason) }, 'a replica is left out'),
    'replica in use': ({ replica }) => log.info({ replica }, 'a replica serves reads'),
    'keys reloaded': ({ count }) => log.info({ count }, 'the API keys have changed'),
    'keys invalid': ({ reason }) =>
      log.error({ reason }, 'the API key file cannot be used; the last good keys stay in use'),
    'issuer failed': ({ reason }) => log.warn({ reason }, "the token issuer's keys could not be fetched"),
    'policy served': ({ digest }) => log.info({ policy: digest }, 'serving the policy'),
    'answers purged': ({ number }) => log.debug({ number }, 'stored responses purged'),
    'changes made': notLogged,
    'feed measured': notLogged,
    'changes purged': ({ number }) => log.debug({ number }, 'changes purged'),
    'settling failed': ({ error }) => {
      if (!isAway(error)) log.error({ error }, 'the changes feed could not be settled, trying again');
    },
    'purge failed': ({ error }) => logFailedPurge(log, error),
    'log line dropped': notLogged,
  };
  return observeBy(table);
}

/** Too frequent to log, or only the count matters. */
const notLogged = (): void => undefined;

function logFailedPurge(log: Log, error: unknown): void {
  const message = 'expired responses or changes could not be purged, trying again in an hour';
  if (isAway(error)) log.warn({ reason: reasonOf(error) }, message);
  else log.error({ error }, message);
}

function isAway(error: unknown): boolean {
  return error instanceof StorageUnavailableError || error instanceof QueryTimeoutError;
}

function toTenths(number: number): number {
  return Math.round(number * 10) / 10;
}
