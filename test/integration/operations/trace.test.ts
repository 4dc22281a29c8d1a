import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanOptions,
} from '@opentelemetry/api';
import { expect } from 'chai';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { testServer } from '../../support/postgres-server.ts';

const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 };

interface Recorded {
  name: string;
  readonly kind: SpanKind | undefined;
  readonly attributes: Attributes;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  ended: boolean;
}

/** Installs a minimal SDK that records spans. */
function installSdk(): readonly Recorded[] {
  const spans: Recorded[] = [];
  const startSpan = (name: string, { kind }: SpanOptions = {}, parentContext: Context = context.active()): Span => {
    const parent = trace.getSpanContext(parentContext);
    const spanId = String(spans.length + 1).padStart(16, '0');
    const own = { traceId: parent?.traceId ?? '1'.repeat(32), spanId, traceFlags: 1 };
    const recorded: Recorded = { name, kind, attributes: {}, context: own, parent, ended: false };
    spans.push(recorded);
    const span = {
      spanContext: () => own,
      updateName: (newName: string) => Object.assign(span, ((recorded.name = newName), {})),
      setAttributes: (more: Attributes) => (Object.assign(recorded.attributes, more), span),
      end: () => (recorded.ended = true),
      isRecording: () => true,
    };
    return span as unknown as Span;
  };
  const tracer = { startSpan, startActiveSpan: () => undefined as never };
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  const active = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (entered, work, self, ...parameters) => active.run(entered, () => work.apply(self as never, parameters)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  propagation.setGlobalPropagator({
    inject: () => undefined,
    extract: (into, carrier: Readonly<Record<string, unknown>>) =>
      typeof carrier['traceparent'] === 'string' ? trace.setSpanContext(into, { ...PARENT, isRemote: true }) : into,
    fields: () => ['traceparent'],
  });
  return spans;
}

describe('Spans of OpenTelemetry', () => {
  let service: ObservedService;
  let spans: readonly Recorded[] = [];

  before(async () => {
    service = await startObserved({ DATABASE_URL: await (await testServer()).createDatabase() });
  });
  after(async () => {
    await service.stop();
    for (const api of [trace, context, propagation]) api.disable();
  });

  it('record nothing without an SDK', async () => {
    expect((await service.client.get('/persons')).status).to.equal(200);
    expect(trace.getTracer('http').startSpan('probe').isRecording()).to.equal(false);
  });

  it('link a request to its caller and its statements, and contain no client data', async () => {
    spans = installSdk();
    const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;
    const data = { type: 'person', attributes: { name: 'Zaphod', email: 'zaphod@example.org' } };
    await service.client.post('/persons', { data }, { headers: { traceparent } });
    await service.client.get('/persons?filter[name]=Zaphod&include=computers', { headers: { traceparent } });
    await service.client.query('/persons?filter[name]=Zaphod&include=computers', { headers: { traceparent } });
    const requests = spans.filter(({ kind }) => kind === SpanKind.SERVER);
    expect(requests.map(({ name, attributes }) => [name, attributes])).to.deep.equal([
      ['POST persons.create', { 'http.route': 'persons.create', 'http.response.status_code': 201 }],
      ['GET persons.list', { 'http.route': 'persons.list', 'http.response.status_code': 200 }],
      ['QUERY persons.list', { 'http.route': 'persons.list', 'http.response.status_code': 200 }],
    ]);
    for (const [index, { context: own, parent }] of requests.entries()) {
      expect([own.traceId, parent?.spanId]).to.deep.equal([PARENT.traceId, PARENT.spanId]);
      const statements = spans.filter((span) => span.parent?.spanId === own.spanId);
      expect(new Set(statements.map(({ name }) => name))).to.deep.equal(new Set(['statement']));
      expect(service.logged.slice(-3)[index]).to.include({ traceId: PARENT.traceId, statements: statements.length });
    }
    expect(spans.every(({ ended }) => ended)).to.equal(true);
    expect(JSON.stringify(spans)).not.to.match(/zaphod/i);
  });
});
