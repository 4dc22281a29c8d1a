import { AsyncLocalStorage } from 'node:async_hooks';
import { context, isSpanContextValid, propagation, SpanKind, trace } from '@opentelemetry/api';
import { requestIdOf } from '../server/request-id.ts';
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
    ctx.set('X-Request-Id', ctx.state.requestId);
    const cost: Cost = { statements: 0, databaseMillis: 0 };
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
    const answer = async (): Promise<void> => {
      await next();
      if (serverTiming) ctx.set('Server-Timing', timing(cost, performance.now() - start));
    };
    const work = (): Promise<void> => (hasStatements ? costs.run(cost, answer) : answer());
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

function timing({ statements, databaseMillis }: Cost, millis: number): string {
  return `db;dur=${databaseMillis.toFixed(1)};desc="${statements} statements", total;dur=${millis.toFixed(1)}`;
}

/** What a request costs the database, gathered while it is worked on. */
interface Cost {
  statements: number;
  databaseMillis: number;
}

const costs = new AsyncLocalStorage<Cost>();

/** Counts a statement to the request that it was sent for, if it was for one. */
export function countStatement(millis: number): void {
  const cost = costs.getStore();
  if (cost === undefined) return;
  cost.statements += 1;
  cost.databaseMillis += millis;
}

/**
 * The trace that a request belongs to, by its `traceparent` header (W3C Trace Context, level 1).
 * @returns undefined when there is none, or none that is valid
 */
function traceIdOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { version, trace, parent } = FORM.exec(header)?.groups ?? {};
  const valid = version !== 'ff' && trace !== NO_TRACE && parent !== NO_PARENT;
  return valid ? trace : undefined;
}

/** Later versions may add fields behind the flags. */
const FORM = /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-[0-9a-f]{2}(?:$|(?<!^00.*)-)/;
const NO_TRACE = '0'.repeat(32);
const NO_PARENT = '0'.repeat(16);
