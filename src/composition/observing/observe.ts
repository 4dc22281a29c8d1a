import { trace } from '@opentelemetry/api';
import type { Log } from '#adapters/http/koa/log';
import { countStatement } from '#adapters/http/koa/observe-request';
import type { Observe } from '#application/ports/observation';
import { logObservations } from './log-observations.ts';

/**
 * Reports observations to the metrics and the log, and statements to traces.
 * @param count adds an observation to the metrics
 */
export function observer(count: Observe, log: Log): Observe {
  const tracer = trace.getTracer('database');
  const write = logObservations(log);
  return (observation) => {
    if (observation.kind === 'statement done') {
      countStatement(observation.millis);
      tracer.startSpan('statement', { startTime: Date.now() - observation.millis }).end();
    }
    count(observation);
    write(observation);
  };
}
