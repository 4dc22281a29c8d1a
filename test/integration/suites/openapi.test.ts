import { expect } from 'chai';
import { ApiClient } from '../../../src/cli/http/api.ts';
import { households } from '#product/households';
import { Seeder } from '../../../src/cli/seed/seeder.ts';
import {
  describedOperations,
  resolved,
  type DescribedOperation,
  type Json,
  type JsonObject,
} from '../../openapi/described-api.ts';
import { answerTo, exampleOf, explore } from '../../openapi/explore.ts';
import { withIncluded } from '../../openapi/include-paths.ts';
import { serialized, type DrawnRequest } from '../../openapi/requests.ts';
import { openSubject, type Environment, type Subject } from '../../openapi/subject.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

const configuredOtherwise: Environment = {
  PUBLIC_URL: 'https://api.example.org/v1',
  DEFAULT_PAGE_SIZE: '2',
  MAX_PAGE_SIZE: '3',
  ALLOW_UNPAGED: 'false',
  MAX_INCLUDE_NAMES: '1',
  MAX_LIST_VALUES: '2',
  REQUIRE_IF_MATCH: 'true',
  REQUIRE_IDEMPOTENCY_KEY: 'true',
  PAGES: 'off',
};

const RUNS = atDepth({ gate: 100, campaign: 300 });

// `npm run test:openapi` sends more; the printed seed and path reproduce a run.
describe('A service and its OpenAPI document agree on random requests to every operation', () => {
  for (const [where, storage, environment] of [
    ['in memory', 'memory', {}],
    ['configured otherwise', 'memory', configuredOtherwise],
    ...atDepth({ gate: [], campaign: [['on PostgreSQL', 'server', {}] as const] }),
  ] as const)
    it(where, async () => {
      const subject = await openSubject[storage](environment);
      try {
        const seed = seedOf(`requests from the document, ${where}`, 1);
        const { sent, outcomes, operations, sets, violation } = await explore(subject, { runs: RUNS, seed });
        expect(violation).to.equal(undefined);
        expect(sent).to.be.at.least(RUNS);
        expect(sets, 'sets shown in part').to.be.above(0);
        const hit = new Set([...outcomes.keys()].map((outcome) => outcome.split(' ')[0]));
        expect([...hit]).to.have.members(operations.map(({ id }) => id));
      } finally {
        await subject.stop();
      }
    });
});

describe('The examples of the OpenAPI document', () => {
  let subject: Subject;
  const seed = seedOf('examples on what `seed` creates', 1);
  before(async () => {
    subject = await openSubject.memory();
  });
  after(() => subject.stop());

  async function sow(): Promise<void> {
    await subject.reset();
    const stopped = new AbortController().signal;
    const api = new ApiClient({ url: subject.url(), token: undefined, stopped });
    const seeder = new Seeder(api, stopped, () => undefined);
    await seeder.createAll(households(atDepth({ gate: 5, campaign: 20 }), seed));
    expect(seeder.problems).to.deep.equal([]);
    api.close();
  }

  async function expectSuccess(request: DrawnRequest): Promise<void> {
    const { status, text } = await answerTo(subject.url(), request);
    expect(status, `${request.operation.id} ${JSON.stringify(request.query)} ${text}`).to.be.within(200, 299);
  }

  it('work on whatever `seed` creates, with and without each parameter', async () => {
    const document = (await (await fetch(`${subject.url()}/openapi.json`)).json()) as JsonObject;
    const operations = describedOperations(document);
    const deletes = operations.filter(({ method }) => method === 'DELETE');
    await sow();
    for (const operation of [...operations.filter((each) => !deletes.includes(each)), ...deletes]) {
      // The others leave what the next one needs.
      if (deletes.includes(operation)) await sow();
      for (const request of exampleRequests(operation, document)) await expectSuccess(request);
    }
  });
});

/** The example of an operation, alone and with the example of each query parameter. Paging parameters have their defaults. */
function exampleRequests(operation: DescribedOperation, document: JsonObject): readonly DrawnRequest[] {
  const plain = exampleOf(operation);
  const parameters = operation.parameters.filter((each) => each.in === 'query');
  const exampleIn = ({ schema }: (typeof parameters)[number]): Json => {
    const { examples, default: byDefault = null } = resolved(document, schema);
    const [example = null] = (examples ?? [byDefault]) as readonly Json[];
    return example;
  };
  /** Empty for cursors, of which only a service knows any. */
  const companion = (name: string): string => {
    const found = parameters.find((each) => each.name === name);
    return found === undefined || /^page\[(?:after|before)\]$/.test(name) ? '' : serialized(found, exampleIn(found));
  };
  const withParameter = parameters.map((parameter): DrawnRequest => {
    const example = exampleIn(parameter);
    expect(example, `the example of ${parameter.name}`).not.to.equal(null);
    const needed = parameter.onlyWith.slice(-1).map((name) => [name, companion(name)] as const);
    const query = withIncluded(operation.parameters, [[parameter.name, serialized(parameter, example)], ...needed]);
    return { ...plain, query };
  });
  return [plain, ...withParameter];
}
