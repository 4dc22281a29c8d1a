// Reports requests and statements to metrics, logs and traces.
import { trace } from '@opentelemetry/api';
import type { Metrics } from '#adapters/admin/metrics';
import type { Log } from '#adapters/http/koa/log';
import { countStatement, type RequestFacts } from '#adapters/http/koa/observe-request';
import { reasonOf } from '#application/model/describe-error';
import { QueryTimeoutError, StorageUnavailableError } from '#application/model/errors';
import type { PurgeReports } from './maintenance/purge-answers.ts';
import type { StorageEvents } from './storage.ts';

export function storageObserver(metrics: Metrics, log: Log): StorageEvents {
  const tracer = trace.getTracer('database');
  return {
    onRecovery: (folder) => log.info({}, `recovering the database in ${folder}, which was not closed`),
    onStatementDone: (millis) => {
      countStatement(millis);
      metrics.statementDone(millis);
      tracer.startSpan('statement', { startTime: Date.now() - millis }).end();
    },
    onFailure: metrics.databaseError,
    onAdvice: (advice) => log.warn({ advice }, 'the database could be quicker'),
    onHostChange: (host) => log.warn({ host }, 'another host takes the writes now'),
    onFormerPrimary: (reason) => log.warn({ reason }, 'writes are refused'),
    onRead: metrics.readRouted,
    onReplicaFailure: (replica, error) => log.warn({ replica, reason: reasonOf(error) }, 'a replica is left out'),
    onReplicaRecovery: (replica) => log.info({ replica }, 'a replica answers reads'),
    onDelay: (reason) => log.warn({ reason }, 'storage is not ready, trying again'),
  };
}

export function purgeObserver(metrics: Metrics, log: Log): PurgeReports {
  const failed = 'stored answers could not be purged, trying again in an hour';
  return {
    onPurged: (number) => {
      metrics.answersPurged(number);
      log.debug({ number }, 'stored answers purged');
    },
    onFailure: (error) => {
      if (error instanceof StorageUnavailableError || error instanceof QueryTimeoutError)
        log.warn({ reason: reasonOf(error) }, failed);
      else log.error({ error }, failed);
    },
  };
}

/** Reports requests. Their log lines have durations to a tenth of a millisecond. */
export function requestObserver(metrics: Metrics, log: Log): (facts: RequestFacts) => void {
  return (facts) => {
    metrics.requestAnswered(facts);
    if (facts.broken) metrics.answerBroken();
    const durationMillis = toTenths(facts.durationMillis);
    const databaseMillis = toTenths(facts.databaseMillis);
    log.info({ ...facts, durationMillis, databaseMillis }, 'request');
  };
}

function toTenths(number: number): number {
  return Math.round(number * 10) / 10;
}
