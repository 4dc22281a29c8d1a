import { expect } from 'chai';
import type { Answer } from '../../openapi/check-answer.ts';
import type { JsonObject } from '../../openapi/described-api.ts';
import { explore, type ExploreOptions } from '../../openapi/explore.ts';
import { openSubject, type Subject } from '../../openapi/subject.ts';
import { seedOf } from '../../support/depth.ts';

describe('Random requests find a mistake', () => {
  let subject: Subject;
  const seed = seedOf('planted mistakes', 1);
  before(async () => {
    subject = await openSubject.memory();
  });
  after(() => subject.stop());

  /** Far more than usually needed: some mistakes need a rare request, such as one with a matching tag. */
  const RUNS_TO_FIND = 20_000;

  /** Documents or responses with one mistake each, and the expected report. */
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
      { intercept: withText(({ text }) => text.replace('"attributes":{', '"attributes":{"password":"x",')) },
      /attributes must NOT have additional properties/,
    ],
    'in a missing header': [
      { intercept: withHeaders((headers) => headers.delete('Location')) },
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
      { intercept: withHeaders((headers) => headers.delete('ETag')) },
      /there is no ETag/,
    ],
    'in a status 304 that is not described': [
      { revise: (document) => without(document, ['paths', '/computers/{id}', 'get', 'responses', '304']) },
      /the status 304 is not described/,
    ],
    'in a repetition that has another answer': [
      {
        intercept: withText(({ text, headers }) =>
          headers.has('Idempotent-Replayed') ? text.replace(/"id":"\d+"/, '"id":"77"') : text,
        ),
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
    'in a bound of what nothing shows': [
      {
        revise: (document) =>
          without(document, ['components', 'parameters', 'ComputerPageOwnerComputersSize', 'x-only-included']),
      },
      /the status is 400, although the request is as described/,
    ],
    'in a sort of what nothing shows': [
      {
        revise: (document) => without(document, ['components', 'parameters', 'ComputerIncludeSort', 'x-only-included']),
      },
      /the status is 400, although the request is as described/,
    ],
    'in a part of a set that says so': [
      { revise: (document) => without(document, ['components', 'schemas', 'MemberMeta', 'properties', 'complete']) },
      /must NOT have additional properties/,
    ],
    'in the next page of a set': [
      {
        intercept: (answer, { query }) =>
          query.some(([name, value]) => name === 'page[after]' && value !== '')
            ? { ...answer, text: answer.text.replaceAll(/"id":"\d+"/g, '"id":"4"') }
            : answer,
      },
      /the next page repeats computer 4/,
    ],
    'in a stream that cannot continue': [
      { intercept: withText(({ text }) => text.replace(/^id: p.*$/m, `id: p${'A'.repeat(80)}`)) },
      /listChanges: the status is 410, although the request is as described/,
    ],
    'in a document that does not name its profile': [
      { intercept: withText(({ text }) => text.replace(/"1\.1","profile":\[[^\]]*\]/, '"1.0"')) },
      /the document names the profiles "", its media type/,
    ],
    'in the media type of a profile that is not described': [
      {
        revise: (document) =>
          replaced(document, ['paths', '/persons', 'get', 'responses', '200', 'content'], () => {
            const schema = { $ref: '#/components/schemas/PersonList' };
            return { 'application/vnd.api+json': { schema } };
          }),
      },
      /listPersons(?:Query)?: /,
    ],
    'in a media type': [
      {
        intercept: withHeaders((headers, { status }) => {
          if (status === 404) headers.set('Content-Type', 'application/problem+json');
        }),
      },
      /the media type application\/problem\+json is not described/,
    ],
  };

  for (const [mistake, [plant, expected]] of Object.entries(mistakes))
    it(mistake, async () => {
      const { violation } = await explore(subject, { runs: RUNS_TO_FIND, seed, shrinks: false, ...plant });
      expect(violation).to.match(expected);
    });
});

function withText(change: (answer: Answer) => string): (answer: Answer) => Answer {
  return (answer) => ({ ...answer, text: change(answer) });
}

function withHeaders(change: (headers: Headers, answer: Answer) => void): (answer: Answer) => Answer {
  return (answer) => {
    const headers = new Headers(answer.headers);
    change(headers, answer);
    return { ...answer, headers };
  };
}

/** Returns a copy with another value at a place. */
function replaced(document: JsonObject, [name = '', ...rest]: readonly string[], make: () => unknown): JsonObject {
  expect(document, 'the place of the mistake').to.have.property(name);
  const value = rest.length === 0 ? make() : replaced(document[name] as JsonObject, rest, make);
  return { ...document, [name]: value } as JsonObject;
}

/** Returns a copy without the member at a place. */
function without(document: JsonObject, place: readonly string[]): JsonObject {
  return JSON.parse(JSON.stringify(replaced(document, place, () => undefined))) as JsonObject;
}
