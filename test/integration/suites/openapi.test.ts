import { expect } from 'chai';
import { runCli } from '../../support/cli-process.ts';
import type { Answer } from '../../openapi/check-answer.ts';
import {
  describedOperations,
  resolved,
  type DescribedOperation,
  type Json,
  type JsonObject,
} from '../../openapi/described-api.ts';
import { answerTo, exampleOf, explore, type ExploreOptions } from '../../openapi/explore.ts';
import { openSubject, type Environment, type StorageName, type Subject } from '../../openapi/subject.ts';
import { serialized, type DrawnRequest } from '../../openapi/requests.ts';

const RUNS = 300;
const newSeed = (): number => Date.now() % 2 ** 31;

/** Opens a subject for the tests of a suite. */
function opened(storage: StorageName, environment: Environment = {}): () => Subject {
  let subject: Subject | undefined;
  before(async () => {
    subject = await openSubject[storage](environment);
  });
  after(() => subject?.stop());
  return () => {
    if (subject === undefined) throw new Error('the service is not running');
    return subject;
  };
}

// `npm run test:openapi` sends more; the printed seed and path reproduce a run.
for (const storage of ['memory', 'server'] as const)
  describe(`A service on ${storage} and its OpenAPI document`, () => {
    const subject = opened(storage);

    it('agree on random requests to every operation', async () => {
      const { sent, outcomes, operations, violation } = await explore(subject(), { runs: RUNS, seed: newSeed() });
      expect(violation).to.equal(undefined);
      expect(sent).to.be.at.least(RUNS);
      const hit = new Set([...outcomes.keys()].map((outcome) => outcome.split(' ')[0]));
      expect([...hit]).to.have.members(operations.map(({ id }) => id));
    });
  });

describe('A service that is configured otherwise and its OpenAPI document', () => {
  const subject = opened('memory', {
    PUBLIC_URL: 'https://api.example.org/v1',
    DEFAULT_PAGE_SIZE: '2',
    MAX_PAGE_SIZE: '3',
    ALLOW_UNPAGED: 'false',
    MAX_INCLUDE_NAMES: '1',
    MAX_LIST_VALUES: '2',
    REQUIRE_IF_MATCH: 'true',
    REQUIRE_IDEMPOTENCY_KEY: 'true',
    PAGES: 'off',
  });

  it('agree on random requests', async () => {
    expect((await explore(subject(), { runs: RUNS, seed: newSeed() })).violation).to.equal(undefined);
  });
});

describe('The examples of the OpenAPI document', () => {
  const subject = opened('memory');

  async function seed(): Promise<void> {
    await subject().reset();
    const { code, stderr } = await runCli(['seed', '--url', subject().url(), '--seed', String(newSeed())]);
    expect(code, stderr).to.equal(0);
  }

  async function expectSuccess(request: DrawnRequest): Promise<void> {
    const { status, text } = await answerTo(subject().url(), request);
    expect(status, `${request.operation.id} ${JSON.stringify(request.query)} ${text}`).to.be.within(200, 299);
  }

  it('work on whatever `seed` creates, with and without each parameter', async () => {
    const document = (await (await fetch(`${subject().url()}/openapi.json`)).json()) as JsonObject;
    const operations = describedOperations(document);
    const deletes = operations.filter(({ method }) => method === 'DELETE');
    await seed();
    for (const operation of [...operations.filter((each) => !deletes.includes(each)), ...deletes]) {
      // The others leave what the next one needs.
      if (deletes.includes(operation)) await seed();
      for (const request of exampleRequests(operation, document)) await expectSuccess(request);
    }
  });
});

/** The example of an operation, alone and with the example of each query parameter. Those of paging are their defaults. */
function exampleRequests(operation: DescribedOperation, document: JsonObject): readonly DrawnRequest[] {
  const plain = exampleOf(operation);
  const parameters = operation.parameters.filter((each) => each.in === 'query');
  const withParameter = parameters.map((parameter): DrawnRequest => {
    const { examples, default: byDefault } = resolved(document, parameter.schema);
    const [example = null] = (examples ?? [byDefault]) as readonly Json[];
    expect(example, `the example of ${parameter.name}`).not.to.equal(null);
    const needed = parameter.onlyWith.slice(0, 1).map((name) => [name, ''] as const);
    return { ...plain, query: [[parameter.name, serialized(parameter, example)], ...needed] };
  });
  return [plain, ...withParameter];
}

describe('Random requests find a mistake', () => {
  const subject = opened('memory');
  /** Far more than it takes: some mistakes need a rare request, such as one with a tag that matches. */
  const RUNS_TO_FIND = 20_000;

  /** Documents or answers with one mistake each, and what is said about it. */
  const mistakes: Readonly<Record<string, readonly [Partial<ExploreOptions>, expected: RegExp]>> = {
    'in an answer with a member that its schema lacks': [
      { revise: (document) => without(document, ['components', 'schemas', 'Person', 'properties', 'links']) },
      /must NOT have additional properties/,
    ],
    'in a parameter that the service refuses': [
      {
        revise: (document) =>
          replaced(document, ['components', 'parameters', 'PageSize', 'name'], () => 'page[length]'),
      },
      /the status is 400, although the request is as described/,
    ],
    'in a status that is not described': [
      { revise: (document) => without(document, ['paths', '/persons/{id}', 'get', 'responses', '404']) },
      /the status 404 is not described/,
    ],
    'in an attribute that the service refuses': [
      {
        revise: (document) => {
          const place = ['components', 'schemas', 'NewComputer', 'properties', 'data', 'properties', 'attributes'];
          return replaced(document, [...place, 'properties', 'serial', 'maxLength'], () => 256);
        },
      },
      /createComputer|createPersonComputer/,
    ],
    'in a code that the status does not have': [
      {
        revise: (document) =>
          replaced(document, ['components', 'schemas', 'ObjectNotFoundError', 'properties', 'code'], () => ({
            const: 'gone',
          })),
      },
      /code must be equal to constant/,
    ],
    'in an answer that shows what it must not': [
      {
        intercept: (answer) => ({
          ...answer,
          text: answer.text.replace('"attributes":{', '"attributes":{"password":"x",'),
        }),
      },
      /attributes must NOT have additional properties/,
    ],
    'in a missing header': [
      {
        intercept: (answer) => {
          const headers = new Headers(answer.headers);
          headers.delete('Location');
          return { ...answer, headers };
        },
      },
      /there is no Location/,
    ],
    'in a precondition that is always given': [
      {
        revise: (document) =>
          replaced(document, ['components', 'parameters', 'IfMatch', 'schema'], () => ({ const: 'no tag' })),
      },
      /the status is 400, although the request is as described/,
    ],
    'in an answer without its tag': [
      {
        intercept: (answer) => {
          const headers = new Headers(answer.headers);
          headers.delete('ETag');
          return { ...answer, headers };
        },
      },
      /there is no ETag/,
    ],
    'in a status 304 that is not described': [
      { revise: (document) => without(document, ['paths', '/computers/{id}', 'get', 'responses', '304']) },
      /the status 304 is not described/,
    ],
    'in a repetition that has another answer': [
      {
        intercept: (answer) => ({
          ...answer,
          text: answer.headers.has('Idempotent-Replayed')
            ? answer.text.replace(/"id":"\d+"/, '"id":"77"')
            : answer.text,
        }),
      },
      /the repetition has another answer/,
    ],
    'in a key that the service refuses': [
      {
        revise: (document) =>
          replaced(document, ['components', 'parameters', 'IdempotencyKey', 'schema'], () => ({ const: '?' })),
      },
      /the status is 400, although the request is as described/,
    ],
    'in a page by cursor whose links cannot be null': [
      { revise: (document) => without(document, ['components', 'schemas', 'CursorLinks', 'properties', 'prev']) },
      /must NOT have additional properties/,
    ],
    'in parameters that cannot be combined': [
      {
        revise: (document) =>
          ['PageAfter', 'PageBefore'].reduce(
            (changed, name) => without(changed, ['components', 'parameters', name, 'x-not-with']),
            document,
          ),
      },
      /the status is 400, although the request is as described/,
    ],
    'in the media type of a profile that is not described': [
      {
        revise: (document) =>
          replaced(document, ['paths', '/persons', 'get', 'responses', '200', 'content'], () => {
            const schema = { $ref: '#/components/schemas/PersonList' };
            return { 'application/vnd.api+json': { schema } };
          }),
        intercept: (answer) => answer,
      },
      /listPersons: /,
    ],
    'in a media type': [
      {
        intercept: (answer: Answer) => {
          const headers = new Headers(answer.headers);
          if (answer.status === 404) headers.set('Content-Type', 'application/problem+json');
          return { ...answer, headers };
        },
      },
      /the media type application\/problem\+json is not described/,
    ],
  };

  for (const [mistake, [plant, expected]] of Object.entries(mistakes))
    it(mistake, async () => {
      const { violation } = await explore(subject(), { runs: RUNS_TO_FIND, seed: newSeed(), shrinks: false, ...plant });
      expect(violation).to.match(expected);
    });
});

/** A copy with another value at a place. */
function replaced(document: JsonObject, [name = '', ...rest]: readonly string[], make: () => unknown): JsonObject {
  expect(document, 'the place of the mistake').to.have.property(name);
  const value = rest.length === 0 ? make() : replaced(document[name] as JsonObject, rest, make);
  return { ...document, [name]: value } as JsonObject;
}

/** A copy without the member at a place. */
function without(document: JsonObject, place: readonly string[]): JsonObject {
  return JSON.parse(JSON.stringify(replaced(document, place, () => undefined))) as JsonObject;
}
