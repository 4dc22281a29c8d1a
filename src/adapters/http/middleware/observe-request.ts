import { context, isSpanContextValid, propagation, SpanKind, trace } from '@opentelemetry/api';
import { atCostOf } from '../request-cost.ts';
import { requestIdOf } from '../request-id.ts';
import { traceIdOf } from '../trace-parent.ts';
import type { Context, Middleware } from './state.ts';

/** What is known of a request when it is over. Nothing in it comes from a client but the two ids, which have a fixed form. */
export interface RequestFacts {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** The name of its route; `unmatched` where there is none. */
  readonly route: string;
  readonly method: string;
  /** 499 when the client went away before there was an answer. */
  readonly status: number;
  readonly durationMillis: number;
  readonly statements: number;
  readonly databaseMillis: number;
  /** The client went away before it had the whole answer. */
  readonly aborted: boolean;
  /** The service broke the answer off after its first byte, because of an error, or because the client took too long. */
  readonly broken: boolean;
}

export interface Observation {
  readonly onRequest: (facts: RequestFacts) => void;
  /** Whether there are statements whose cost is gathered. */
  readonly hasStatements: boolean;
  /** Whether answers tell what they cost in a `Server-Timing` header. */
  readonly serverTiming: boolean;
}

/** Gives every request an id, reports it when it is over, and puts it into a span of OpenTelemetry, which is nothing unless somebody installs an SDK. */
export function observeRequest({ onRequest, hasStatements, serverTiming }: Observation): Middleware {
  const tracer = trace.getTracer('http');
  return (ctx, next) => {
    const { method = '' } = ctx.req;
    const start = performance.now();
    ctx.state.requestId = requestIdOf(ctx.req);
    const cost = { statements: 0, databaseMillis: 0 };
    const parent = propagation.extract(context.active(), ctx.req.headers);
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    ctx.res.on('close', () => {
      const route = routeName(ctx);
      const status = ctx.res.headersSent ? ctx.res.statusCode : CLIENT_GONE;
      if (span.isRecording()) {
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      }
      span.end();
      const { requestId, isBroken: broken = false } = ctx.state;
      const traceId = traceIdOf(ctx.req.headers['traceparent']?.toString());
      const durationMillis = performance.now() - start;
      const aborted = !ctx.res.writableFinished && !broken;
      const { statements, databaseMillis } = cost;
      onRequest({
        requestId,
        traceId,
        route,
        method,
        status,
        durationMillis,
        statements,
        databaseMillis,
        aborted,
        broken,
      });
    });
    if (serverTiming) ctx.state.serverTiming = () => timing(cost, performance.now() - start);
    const work = (): Promise<unknown> => (hasStatements ? atCostOf(cost, next) : next());
    // Without an SDK the span is none, and there is no context to be in.
    return isSpanContextValid(span.spanContext()) ? context.with(trace.setSpan(parent, span), work) : work();
  };
}

/** No status of HTTP; proxies log the same. */
const CLIENT_GONE = 499;

function routeName(ctx: Context): string {
  const name: unknown = ctx['_matchedRouteName'];
  return typeof name === 'string' ? name : 'unmatched';
}

function timing(
  { statements, databaseMillis }: { statements: number; databaseMillis: number },
  millis: number,
): string {
  return `db;dur=${databaseMillis.toFixed(1)};desc="${statements} statements", total;dur=${millis.toFixed(1)}`;
}
