// Counts observations in metrics. Labels come from closed sets, so that clients cannot add series.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { observeBy, type KeyedOutcome, type Observe, type ObservationTable } from '#application/ports/observation';

/** Adds the metrics to a registry. */
export function countObservations(registry: Registry): Observe {
  const registers = [registry];
  const counter = (name: string, help: string): (() => void) => {
    const made = new Counter({ name, help, registers });
    return () => made.inc();
  };
  const labelled = <const Label extends string>(name: string, label: Label, help: string): Counter<Label> =>
    new Counter({ name, help, labelNames: [label], registers });
  const protocolErrors = labelled(
    'http_protocol_errors_total',
    'status',
    'Error responses to broken requests, by status: malformed HTTP, headers that are too long or arrive too late',
  );
  const reads = labelled(
    'db_reads_total',
    'server',
    'Reads by the server that they were first sent to, primary or replica; only with replicas',
  );
  const keyed: Readonly<Record<KeyedOutcome, () => void>> = {
    stored: counter('http_answers_stored_total', 'Responses stored under an Idempotency-Key'),
    replayed: counter('http_answers_replayed_total', 'Stored responses returned again for an Idempotency-Key'),
  };
  const identified = labelled(
    'http_authentications_total',
    'outcome',
    'Requests by the outcome of authentication: accepted, anonymous, missing, invalid, unavailable; only with a policy',
  );
  const help = 'Stored responses removed after they expired';
  const purged = new Counter({ name: 'db_answers_purged_total', help, registers });
  const changesPurged = new Counter({
    name: 'changes_purged_total',
    help: 'Changes removed because they were older than CHANGES_TTL_SECONDS',
    registers,
  });
  const changesMade = new Counter({
    name: 'changes_total',
    help: 'Changes made by writes of this process',
    registers,
  });
  const table: ObservationTable = {
    'request answered': requestCounter(registry),
    'protocol error': ({ status }) => protocolErrors.inc({ status }),
    'request shed': counter('http_requests_shed_total', 'Requests refused because the service was overloaded'),
    identified: ({ outcome }) => identified.inc({ outcome }),
    'keyed answer': ({ outcome }) => keyed[outcome](),
    collision: counter('db_collisions_total', 'Write transactions started again after a collision'),
    'statement done': statementCounter(registry),
    'database failed': failureCounter(registry),
    'database recovering': notCounted,
    'database advice': notCounted,
    'changes erasing': notCounted,
    'storage delayed': notCounted,
    'host changed': notCounted,
    'former primary': notCounted,
    'read routed': ({ server }) => reads.inc({ server }),
    'replica left out': notCounted,
    'replica in use': notCounted,
    'keys reloaded': counter('auth_keys_reloads_total', 'Reloads of the API key file after a change'),
    'keys invalid': counter('auth_keys_invalid_total', 'Times that the API key file was found invalid or missing'),
    'issuer failed': counter('auth_issuer_failures_total', "Failed requests for the identity provider's public keys"),
    'policy served': policyGauge(registry),
    'answers purged': ({ number }) => purged.inc(number),
    'changes made': ({ number }) => changesMade.inc(number),
    'feed measured': feedGauges(registry),
    'changes purged': ({ number }) => changesPurged.inc(number),
    'settling failed': notCounted,
    'purge failed': notCounted,
    'log line dropped': counter('log_lines_dropped_total', 'Log lines dropped because the log was blocked'),
  };
  return observeBy(table);
}

/** For rare events, and for states that a gauge shows better. */
const notCounted = (): void => undefined;

/** Other methods share one label. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'POST', 'PATCH', 'DELETE']);

function requestCounter(registry: Registry): ObservationTable['request answered'] {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status: time from the first byte of the headers to the last of the response; without change streams',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const broken = new Counter({
    name: 'http_answers_broken_total',
    help: 'Responses cut off after their first byte because of an error or a client that took too long',
    registers,
  });
  return ({ facts }) => {
    const { route, status } = facts;
    const method = METHODS.has(facts.method) ? facts.method : 'other';
    if (facts.live !== true) requests.observe({ route, method, status }, facts.durationMillis / 1000);
    if (facts.broken) broken.inc();
  };
}

function statementCounter(registry: Registry): ObservationTable['statement done'] {
  const statements = new Histogram({
    name: 'db_statement_duration_seconds',
    help: 'Duration of SQL statements',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return ({ millis }) => statements.observe(millis / 1000);
}

/** Never caused by input, unlike the other codes of its class. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Codes that are not SQLSTATEs count as connection errors. */
function failureCounter(registry: Registry): ObservationTable['database failed'] {
  const registers = [registry];
  const errors = new Counter({
    name: 'db_errors_total',
    help: 'Database errors by SQLSTATE class; connection: no SQLSTATE',
    labelNames: ['class'],
    registers,
  });
  const inputErrors = new Counter({
    name: 'db_input_errors_total',
    help: 'Database errors caused by input (classes 22, 42, 54); each one means that a check is missing',
    registers,
  });
  return ({ code }) => {
    const sqlClass = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code.slice(0, 2) : 'connection';
    errors.inc({ class: sqlClass });
    if (['22', '42', '54'].includes(sqlClass) && code !== INSUFFICIENT_PRIVILEGE) inputErrors.inc();
  };
}

/** All processes measure the same feed, so their gauges are not summed. */
function feedGauges(registry: Registry): ObservationTable['feed measured'] {
  const common = { aggregator: 'max' as const, registers: [registry] };
  const pending = new Gauge({
    name: 'changes_pending',
    help: 'Writes that have waited more than 10 s for their place in the changes feed; at most 1000 are counted',
    ...common,
  });
  const oldest = new Gauge({
    name: 'changes_oldest_seconds',
    help: 'Age of the oldest change in the feed',
    ...common,
  });
  return (figures) => {
    pending.set(figures.pending);
    oldest.set(figures.oldestSeconds);
  };
}

function policyGauge(registry: Registry): ObservationTable['policy served'] {
  const policies = new Gauge({
    name: 'policy_info',
    help: 'Processes that use the policy with this digest',
    labelNames: ['digest'],
    registers: [registry],
  });
  return ({ digest }) => policies.set({ digest }, 1);
}
