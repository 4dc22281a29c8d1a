import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A request that is over. */
export interface AnsweredRequest {
  /** The route's name, or `unmatched`. */
  readonly route: string;
  readonly method: string;
  /** 499: the client disconnected before there was an answer. */
  readonly status: number;
  readonly durationMillis: number;
}

/** The connections of the pool, by state. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}

/** Other methods share one label. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE']);

/** The service's metrics. Labels come from closed sets, so that clients cannot add series. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status: time from the first byte of the head to the last of the answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #protocolErrors = new Counter({
    name: 'http_protocol_errors_total',
    help: 'Answers by status to what never became a request: broken HTTP, a head that is too long or does not arrive',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #shed = this.#counter('http_requests_shed_total', 'Requests refused because the service was overloaded');
  readonly #broken = this.#counter(
    'http_answers_broken_total',
    'Answers that the service broke off after their first byte: an error, or a client that took too long',
  );
  readonly #statements = new Histogram({
    name: 'db_statement_duration_seconds',
    help: 'SQL statements',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #collisions = this.#counter('db_collisions_total', 'Write transactions started again after a collision');
  readonly #errors = new Counter({
    name: 'db_errors_total',
    help: 'Errors of the database by SQLSTATE class; connection: no SQLSTATE',
    labelNames: ['class'],
    registers: [this.#registry],
  });
  readonly #inputErrors = this.#counter(
    'db_input_errors_total',
    'Errors of the database that input caused (classes 22, 42, 54); each is a check that is missing',
  );
  readonly #droppedLines = this.#counter('log_lines_dropped_total', 'Log lines given up because the log was blocked');

  /** @param pool the pool's present state; undefined: no pool */
  constructor(pool: () => PoolState | undefined) {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'db_pool_connections',
      help: 'Connections to the database server, units of work that wait for one, and lists that are streamed through one',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        for (const [state, value] of Object.entries(pool() ?? {})) this.set({ state }, Number(value));
      },
    });
  }

  requestAnswered({ route, method, status, durationMillis }: AnsweredRequest): void {
    this.#requests.observe({ route, method: METHODS.has(method) ? method : 'other', status }, durationMillis / 1000);
  }

  protocolError(status: string): void {
    this.#protocolErrors.inc({ status });
  }

  requestShed(): void {
    this.#shed.inc();
  }

  answerBroken(): void {
    this.#broken.inc();
  }

  statementDone(millis: number): void {
    this.#statements.observe(millis / 1000);
  }

  collision(): void {
    this.#collisions.inc();
  }

  /** @param code an SQLSTATE; anything else counts as an error of the connection */
  databaseError(code: string): void {
    const sqlClass = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code.slice(0, 2) : 'connection';
    this.#errors.inc({ class: sqlClass });
    if (['22', '42', '54'].includes(sqlClass)) this.#inputErrors.inc();
  }

  logLineDropped(): void {
    this.#droppedLines.inc();
  }

  /** The metrics in the text format of Prometheus. */
  render(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.#registry] });
  }
}
