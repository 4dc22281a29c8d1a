import { expect } from 'chai';
import type { Answer } from '../../openapi/check-answer.ts';
import {
  describedOperations,
  resolved,
  type DescribedOperation,
  type JsonObject,
} from '../../openapi/described-api.ts';
import { answerTo, creations, exampleOf, explore, type ExploreOptions } from '../../openapi/explore.ts';
import { openSubject, type StorageName, type Subject } from '../../openapi/subject.ts';
import type { DrawnRequest } from '../../openapi/requests.ts';

const RUNS = 300;
const newSeed = (): number => Date.now() % 2 ** 31;

/** Opens a subject for the tests of a suite. */
function opened(storage: StorageName): () => Subject {
  let subject: Subject | undefined;
  before(async () => {
    subject = await openSubject[storage]();
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

describe('The examples of the OpenAPI document', () => {
  const subject = opened('memory');

  async function expectSuccess(request: DrawnRequest): Promise<void> {
    const { status, text } = await answerTo(subject().url(), request);
    expect(status, `${request.operation.id} ${JSON.stringify(request.query)} ${text}`).to.be.within(200, 299);
  }

  it('work on any data in which person 1 owns computer 1, with and without each parameter', async () => {
    const document = (await (await fetch(`${subject().url()}/openapi.json`)).json()) as JsonObject;
    const operations = describedOperations(document);
    const link = operations.filter(({ id }) => id.startsWith('link')).map(exampleOf);
    const prepare = async (): Promise<void> => {
      await subject().reset();
      for (const each of [...creations(operations), ...link]) await expectSuccess(each);
    };
    await prepare();
    const isRead = ({ method }: DescribedOperation): boolean => method === 'GET' || method === 'HEAD';
    for (const operation of [...operations.filter(isRead), ...operations.filter((each) => !isRead(each))]) {
      const plain = exampleOf(operation);
      const withParameter = operation.parameters
        .filter((each) => each.in === 'query')
        .map(({ name, schema, isJson }): DrawnRequest => {
          // Paging has defaults, which say more than an example.
          const { examples = [schema['default'] ?? null] } = resolved(document, schema);
          const [example] = examples as readonly unknown[];
          const text = isJson ? JSON.stringify(example) : String(example);
          return { ...plain, query: [[name, text]] };
        });
      if (!isRead(operation)) await prepare();
      for (const request of [plain, ...withParameter]) await expectSuccess(request);
    }
  });
});

describe('Random requests find a mistake', () => {
  const subject = opened('memory');
  const RUNS_TO_FIND = 1000;

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
