import { expect } from 'chai';
import { createMetrics } from '#adapters/admin/metrics';
import { QueryTimeoutError, StorageUnavailableError } from '#application/model/errors';
import type { Observation, RequestFacts } from '#application/ports/observation';
import { observer } from '#composition/observing/observe';

type Kind = Observation['kind'];

/** An observation, the values that it adds to metrics, and its log line: level, members, message. */
type Case = readonly [
  observation: Observation,
  counted: readonly string[],
  line?: readonly [level: string, members: object, message: string],
];

const facts: RequestFacts = {
  requestId: 'id',
  traceId: undefined,
  route: 'persons.list',
  method: 'GET',
  status: 200,
  durationMillis: 12.34,
  statements: 1,
  databaseMillis: 5.67,
  aborted: false,
  broken: false,
};
const away = new StorageUnavailableError('away');
const slow = new QueryTimeoutError('slow');
const bug = new Error('a bug');

const cases: Readonly<Record<Kind, readonly Case[]>> = {
  'request answered': [
    [
      { kind: 'request answered', facts },
      [
        'http_request_duration_seconds_sum{route="persons.list",method="GET",status="200"} 0.01234',
        'http_request_duration_seconds_count{route="persons.list",method="GET",status="200"} 1',
      ],
      ['info', { ...facts, durationMillis: 12.3, databaseMillis: 5.7 }, 'request'],
    ],
    [
      { kind: 'request answered', facts: { ...facts, method: 'PUT', broken: true } },
      [
        'http_request_duration_seconds_sum{route="persons.list",method="other",status="200"} 0.01234',
        'http_request_duration_seconds_count{route="persons.list",method="other",status="200"} 1',
        'http_answers_broken_total 1',
      ],
      ['info', { ...facts, method: 'PUT', broken: true, durationMillis: 12.3, databaseMillis: 5.7 }, 'request'],
    ],
  ],
  'protocol error': [[{ kind: 'protocol error', status: '400' }, ['http_protocol_errors_total{status="400"} 1']]],
  'request shed': [[{ kind: 'request shed' }, ['http_requests_shed_total 1']]],
  identified: [[{ kind: 'identified', outcome: 'invalid' }, ['http_authentications_total{outcome="invalid"} 1']]],
  'keyed answer': [
    [{ kind: 'keyed answer', outcome: 'stored' }, ['http_answers_stored_total 1']],
    [{ kind: 'keyed answer', outcome: 'replayed' }, ['http_answers_replayed_total 1']],
  ],
  collision: [[{ kind: 'collision' }, ['db_collisions_total 1']]],
  'statement done': [
    [
      { kind: 'statement done', millis: 2 },
      ['db_statement_duration_seconds_sum 0.002', 'db_statement_duration_seconds_count 1'],
    ],
  ],
  'database failed': [
    [{ kind: 'database failed', code: 'ECONNRESET' }, ['db_errors_total{class="connection"} 1']],
    [{ kind: 'database failed', code: 'EPIPE' }, ['db_errors_total{class="connection"} 1']],
    [{ kind: 'database failed', code: '42501' }, ['db_errors_total{class="42"} 1']],
    [{ kind: 'database failed', code: '22021' }, ['db_errors_total{class="22"} 1', 'db_input_errors_total 1']],
    [{ kind: 'database failed', code: '42601' }, ['db_errors_total{class="42"} 1', 'db_input_errors_total 1']],
    [{ kind: 'database failed', code: '54001' }, ['db_errors_total{class="54"} 1', 'db_input_errors_total 1']],
  ],
  'changes erasing': [
    [
      { kind: 'changes erasing', types: ['person'] },
      [],
      ['warn', { types: ['person'] }, 'the migrations erase the changes of these types and restart the changes feed'],
    ],
  ],
  'database recovering': [
    [
      { kind: 'database recovering', folder: '.data' },
      [],
      ['info', {}, 'recovering the database in .data, which was not closed'],
    ],
  ],
  'database advice': [
    [{ kind: 'database advice', advice: 'more' }, [], ['warn', { advice: 'more' }, 'the database could be faster']],
  ],
  'storage delayed': [
    [
      { kind: 'storage delayed', reason: 'away' },
      [],
      ['warn', { reason: 'away' }, 'storage is not ready, trying again'],
    ],
  ],
  'host changed': [
    [{ kind: 'host changed', host: 'b:1' }, [], ['warn', { host: 'b:1' }, 'writes now go to another host']],
  ],
  'former primary': [
    [{ kind: 'former primary', reason: 'old' }, [], ['warn', { reason: 'old' }, 'writes are refused']],
  ],
  'read routed': [[{ kind: 'read routed', server: 'replica' }, ['db_reads_total{server="replica"} 1']]],
  'replica left out': [
    [
      { kind: 'replica left out', replica: 'r:1', reason: away },
      [],
      ['warn', { replica: 'r:1', reason: 'away' }, 'a replica is left out'],
    ],
  ],
  'replica in use': [
    [{ kind: 'replica in use', replica: 'r:1' }, [], ['info', { replica: 'r:1' }, 'a replica serves reads']],
  ],
  'keys reloaded': [
    [
      { kind: 'keys reloaded', count: 2 },
      ['auth_keys_reloads_total 1'],
      ['info', { count: 2 }, 'the API keys have changed'],
    ],
  ],
  'keys invalid': [
    [
      { kind: 'keys invalid', reason: 'is not JSON' },
      ['auth_keys_invalid_total 1'],
      ['error', { reason: 'is not JSON' }, 'the API key file cannot be used; the last good keys stay in use'],
    ],
  ],
  'issuer failed': [
    [
      { kind: 'issuer failed', reason: 'away' },
      ['auth_issuer_failures_total 1'],
      ['warn', { reason: 'away' }, "the token issuer's keys could not be fetched"],
    ],
  ],
  'policy served': [
    [
      { kind: 'policy served', digest: 'abc' },
      ['policy_info{digest="abc"} 1'],
      ['info', { policy: 'abc' }, 'serving the policy'],
    ],
  ],
  'answers purged': [
    [
      { kind: 'answers purged', number: 7 },
      ['db_answers_purged_total 7'],
      ['debug', { number: 7 }, 'stored responses purged'],
    ],
  ],
  'changes made': [[{ kind: 'changes made', number: 3 }, ['changes_total 3']]],
  'feed measured': [
    [
      { kind: 'feed measured', pending: 7, oldestSeconds: 604_801.5 },
      ['changes_pending 7', 'changes_oldest_seconds 604801.5'],
    ],
  ],
  'changes purged': [
    [{ kind: 'changes purged', number: 7 }, ['changes_purged_total 7'], ['debug', { number: 7 }, 'changes purged']],
  ],
  'settling failed': [
    [{ kind: 'settling failed', error: away }, []],
    [{ kind: 'settling failed', error: slow }, []],
    [
      { kind: 'settling failed', error: bug },
      [],
      ['error', { error: bug }, 'the changes feed could not be settled, trying again'],
    ],
  ],
  'purge failed': [
    [
      { kind: 'purge failed', error: away },
      [],
      ['warn', { reason: 'away' }, 'expired responses or changes could not be purged, trying again in an hour'],
    ],
    [
      { kind: 'purge failed', error: slow },
      [],
      ['warn', { reason: 'slow' }, 'expired responses or changes could not be purged, trying again in an hour'],
    ],
    [
      { kind: 'purge failed', error: bug },
      [],
      ['error', { error: bug }, 'expired responses or changes could not be purged, trying again in an hour'],
    ],
  ],
  'log line dropped': [[{ kind: 'log line dropped' }, ['log_lines_dropped_total 1']]],
};

describe('An observation', () => {
  for (const [kind, examples] of Object.entries(cases))
    it(`is counted and logged as operators expect: ${kind}`, async () => {
      for (const [observation, counted, line] of examples) {
        const lines: unknown[] = [];
        const at = (level: string) => (members: object, message: string) => void lines.push([level, members, message]);
        const metrics = createMetrics(() => undefined);
        const before = valuesIn(await metrics.render());
        observer(metrics.count, { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') })(
          observation,
        );
        const added = valuesIn(await metrics.render()).filter((value) => !before.includes(value));
        expect(added).to.have.members([...counted]);
        expect(lines).to.deep.equal(line === undefined ? [] : [line]);
      }
    });
});

/** The values of the service's own metrics, except for the buckets of histograms. */
function valuesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^(http|db|auth|policy|log|changes)_/.test(line) && !/_bucket[{ ]/.test(line));
}
