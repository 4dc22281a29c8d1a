import { AsyncLocalStorage } from 'node:async_hooks';
import { context, isSpanContextValid, propagation, SpanKind, trace, type Attributes } from '@opentelemetry/api';
import type { Actor } from '#application/model/actor';
import type { Observe, RequestFacts } from '#application/ports/observation';
import { requestIdOf } from './request-id.ts';
import type { Context, Middleware } from './request-state.ts';

export interface ObserveOptions {
  readonly observe: Observe;
  /** True if the storage executes statements to be counted. */
  readonly hasStatements: boolean;
  /** True if responses have a `Server-Timing` header. */
  readonly serverTiming: boolean;
}

/** Gives every request an id and a span (a no-op unless an OpenTelemetry SDK is installed), and reports it when it ends. */
export function observeRequest({ observe, hasStatements, serverTiming }: ObserveOptions): Middleware {
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
      const { actor } = ctx.state;
      const status = ctx.res.headersSent ? ctx.res.statusCode : CLIENT_CLOSED_REQUEST;
      if (span.isRecording()) {
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status, ...actorAttributes(actor) });
      }
      span.end();
      const { requestId, isBroken: broken = false, isLive } = ctx.state;
      const traceId = traceIdOf(ctx.req.headers['traceparent']?.toString());
      const durationMillis = performance.now() - start;
      const aborted = !ctx.res.writableFinished && !broken;
      const spent = { durationMillis, ...cost };
      const facts = {
        requestId,
        ...actorFacts(actor),
        traceId,
        route,
        method,
        status,
        ...spent,
        aborted,
        broken,
        ...(isLive && { live: true as const }),
      };
      observe({ kind: 'request answered', facts });
    });
    const answer = async (): Promise<void> => {
      await next();
      if (serverTiming) ctx.set('Server-Timing', timing(cost, performance.now() - start));
    };
    const work = (): Promise<void> => (hasStatements ? costs.run(cost, answer) : answer());
    // Without an SDK the span is a no-op and needs no context.
    return isSpanContextValid(span.spanContext()) ? context.with(trace.setSpan(parent, span), work) : work();
  };
}

function actorFacts(actor: Actor | undefined): Pick<RequestFacts, 'actor'> {
  return actor === undefined ? {} : { actor: { subject: actor.subject, role: actor.role } };
}

function actorAttributes(actor: Actor | undefined): Attributes {
  return actor === undefined ? {} : { 'enduser.id': actor.subject, 'enduser.role': actor.role };
}

/** nginx's status for a client that disconnected; HTTP has none. */
const CLIENT_CLOSED_REQUEST = 499;

function routeName(ctx: Context): string {
  const name: unknown = ctx['_matchedRouteName'];
  return typeof name === 'string' ? name : 'unmatched';
}

function timing({ statements, databaseMillis }: Cost, millis: number): string {
  return `db;dur=${databaseMillis.toFixed(1)};desc="${statements} statements", total;dur=${millis.toFixed(1)}`;
}

/** The load that a request puts on the database. */
interface Cost {
  statements: number;
  databaseMillis: number;
}

const costs = new AsyncLocalStorage<Cost>();

/** Adds a statement to the cost of the current request, if there is one. */
export function countStatement(millis: number): void {
  const cost = costs.getStore();
  if (cost === undefined) return;
  cost.statements += 1;
  cost.databaseMillis += millis;
}

/** The trace id of a `traceparent` header (W3C Trace Context, level 1); undefined if the header is missing or invalid. */
function traceIdOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { version, trace, parent } = FORM.exec(header)?.groups ?? {};
  const isValid = version !== 'ff' && trace !== NO_TRACE && parent !== NO_PARENT;
  return isValid ? trace : undefined;
}

/** Later versions may add fields after the flags. */
const FORM = /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-[0-9a-f]{2}(?:$|(?<!^00.*)-)/;
const NO_TRACE = '0'.repeat(32);
const NO_PARENT = '0'.repeat(16);
