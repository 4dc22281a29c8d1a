import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsJson } from './metrics-of-processes.ts';

/** A request that is over. */
export interface AnsweredRequest {
  /** The route's name, or `unmatched`. */
  readonly route: string;
  readonly method: string;
  /** 499: the client disconnected before there was an answer. */
  readonly status: number;
  readonly durationMillis: number;
}

/** Other methods share one label. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE']);

/** Never caused by input, unlike the other codes of its class. */
const INSUFFICIENT_PRIVILEGE = '42501';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The service's metrics. Labels come from closed sets, so that clients cannot add series.
 * @param pool the pool's present state; undefined: no pool
 */
export function createMetrics(pool: () => PoolState | undefined, replicas: () => readonly ReplicaMetrics[] = () => []) {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status: time from the first byte of the head to the last of the answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const protocolErrors = new Counter({
    name: 'http_protocol_errors_total',
    help: 'Answers by status to what never became a request: broken HTTP, a head that is too long or does not arrive',
    labelNames: ['status'],
    registers,
  });
  const shed = counter('http_requests_shed_total', 'Requests refused because the service was overloaded');
  const broken = counter(
    'http_answers_broken_total',
    'Answers that the service broke off after their first byte: an error, or a client that took too long',
  );
  const statements = new Histogram({
    name: 'db_statement_duration_seconds',
    help: 'SQL statements',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const collisions = counter('db_collisions_total', 'Write transactions started again after a collision');
  const errors = new Counter({
    name: 'db_errors_total',
    help: 'Errors of the database by SQLSTATE class; connection: no SQLSTATE',
    labelNames: ['class'],
    registers,
  });
  const inputErrors = counter(
    'db_input_errors_total',
    'Errors of the database that input caused (classes 22, 42, 54); each is a check that is missing',
  );
  const reads = new Counter({
    name: 'db_reads_total',
    help: 'Reads by the server that they were sent to first: primary or replica; only where there are replicas',
    labelNames: ['server'],
    registers,
  });
  const droppedLines = counter('log_lines_dropped_total', 'Log lines given up because the log was blocked');
  const keyed = {
    stored: counter('http_answers_stored_total', 'Answers stored under the Idempotency-Key of their request'),
    replayed: counter('http_answers_replayed_total', 'Requests answered from the store by their Idempotency-Key'),
  };
  const identified = new Counter({
    name: 'http_authentications_total',
    help: 'Requests by what came of their credentials: accepted, anonymous, missing, invalid, unavailable; only where there is a policy',
    labelNames: ['outcome'],
    registers,
  });
  const access = {
    keysReloaded: counter('auth_keys_reloads_total', 'Changes of the file of API keys that were taken over'),
    keysInvalid: counter('auth_keys_invalid_total', 'Times that the file of API keys was found invalid or missing'),
    issuerFailed: counter('auth_issuer_failures_total', 'Times that the issuer of tokens did not answer with its keys'),
  };
  const purged = counter('db_answers_purged_total', 'Stored answers removed because their time was over');
  const policies = new Gauge({
    name: 'policy_info',
    help: 'Processes that use the policy with this digest',
    labelNames: ['digest'],
    registers,
  });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database server, units of work that wait for one, and lists that are streamed through one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, value] of Object.entries(pool() ?? {})) this.set({ state }, Number(value));
    },
  });

  measureReplicas(replicas, registry);

  return {
    requestAnswered: ({ route, method, status, durationMillis }: AnsweredRequest) =>
      requests.observe({ route, method: METHODS.has(method) ? method : 'other', status }, durationMillis / 1000),
    protocolError: (status: string) => protocolErrors.inc({ status }),
    requestShed: () => shed.inc(),
    answerBroken: () => broken.inc(),
    statementDone: (millis: number) => statements.observe(millis / 1000),
    keyedAnswer: (outcome: keyof typeof keyed) => keyed[outcome].inc(),
    identified: (outcome: string) => identified.inc({ outcome }),
    keysReloaded: () => access.keysReloaded.inc(),
    keysInvalid: () => access.keysInvalid.inc(),
    issuerFailed: () => access.issuerFailed.inc(),
    policyServed: (digest: string) => policies.set({ digest }, 1),
    answersPurged: (number: number) => purged.inc(number),
    readRouted: (server: 'primary' | 'replica') => reads.inc({ server }),
    collision: () => collisions.inc(),
    /** @param code an SQLSTATE; anything else counts as an error of the connection */
    databaseError: (code: string) => {
      const sqlClass = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code.slice(0, 2) : 'connection';
      errors.inc({ class: sqlClass });
      if (['22', '42', '54'].includes(sqlClass) && code !== INSUFFICIENT_PRIVILEGE) inputErrors.inc();
    },
    logLineDropped: () => droppedLines.inc(),
    /** The metrics in the text format of Prometheus. */
    render: () => registry.metrics(),
    /** The metrics as data, to be rendered with those of other processes. */
    snapshot: (): Promise<MetricsJson> => registry.getMetricsAsJSON(),
  };
}

/** A replica as it is now. */
interface ReplicaMetrics {
  /** Host and port. */
  readonly name: string;
  /** Whether reads can go to it. */
  readonly isInUse: boolean;
  /** How many bytes of the log it has not replayed; undefined: unknown. */
  readonly behindBytes: number | undefined;
  readonly pool: PoolState | undefined;
}

/** Adds gauges of the replicas to a registry. Of several processes the worst one counts, and all connections. */
function measureReplicas(replicas: () => readonly ReplicaMetrics[], registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'db_replica_up',
    help: 'Replicas: 1 if reads go there, 0 if it is left out',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
    collect() {
      for (const { name, isInUse } of replicas()) this.set({ replica: name }, isInUse ? 1 : 0);
    },
  });
  new Gauge({
    name: 'db_replica_behind_bytes',
    help: 'The part of the write-ahead log that a replica has not replayed; missing while it is left out',
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset();
      for (const { name, behindBytes } of replicas())
        if (behindBytes !== undefined) this.set({ replica: name }, behindBytes);
    },
  });
  new Gauge({
    name: 'db_replica_connections',
    help: 'As db_pool_connections, which counts those to the primary',
    labelNames: ['replica', 'state'],
    registers,
    collect() {
      for (const { name, pool } of replicas())
        for (const [state, value] of Object.entries(pool ?? {})) this.set({ replica: name, state }, Number(value));
    },
  });
}

/** The connections of the pool, by state. */
interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
