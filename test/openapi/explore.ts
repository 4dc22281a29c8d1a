// The property: a service answers every request as its OpenAPI document says. The requests are made from the document alone.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { lastIdIn, readBeginning } from '../support/beginning-of-stream.ts';
import { violationsOf, type Answer } from './check-answer.ts';
import { describedOperations, textOf, type DescribedOperation, type JsonObject } from './described-api.ts';
import { furtherSetsOf, membersIn, requestTo } from './further-sets.ts';
import { withIncluded } from './include-paths.ts';
import { bodyOf, contentTypeOf, faulty, targetOf, validRequests, type DrawnRequest } from './requests.ts';
import { closedChecks } from './schema-checks.ts';
import { SeenTags } from './seen-tags.ts';
import type { Subject } from './subject.ts';
import { schemaValues } from './values.ts';

export interface ExploreOptions {
  /** The minimum number of requests. */
  readonly runs: number;
  readonly seed: number;
  /** Replays a counterexample of an earlier run with this seed. */
  readonly path?: string;
  /** True to look for a smaller counterexample, which takes a while. */
  readonly shrinks?: boolean;
  /** Changes the document before requests are made from it. */
  readonly revise?: (document: JsonObject) => JsonObject;
  /** Stands in front of the service. */
  readonly intercept?: (answer: Answer, request: DrawnRequest) => Answer;
}

export interface Exploration {
  readonly sent: number;
  /** Counts by operation and status: `listPersons 200`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly operations: readonly DescribedOperation[];
  /** The number of partially shown sets whose next members were read. */
  readonly sets: number;
  /** The smallest counterexample, and the seed and path to replay it. */
  readonly violation: string | undefined;
}

const KEY = 'Idempotency-Key';
const RESUME = 'Last-Event-ID';
/** The frames that a stream begins with. */
const OPENING_FRAMES = 2;
/** The number of times that each creation is sent when a batch begins. */
const COPIES = 3;
/** The most sets to follow per response. */
const MOST_SETS = 2;

export async function explore(subject: Subject, options: ExploreOptions): Promise<Exploration> {
  const { runs, seed, path = '', shrinks = true, revise = (same) => same, intercept = (same) => same } = options;
  const document = revise((await (await fetch(`${subject.url()}/openapi.json`)).json()) as JsonObject);
  const operations = describedOperations(document);
  const checkOf = closedChecks(document);
  const outcomes = new Map<string, number>();
  const usedKeys = new Set<string>();
  let sent = 0;
  let sets = 0;
  const send = async (drawn: DrawnRequest, tags: SeenTags): Promise<void> => {
    const request = withFreshKey(tags.apply(drawn), usedKeys);
    const answer = intercept(await answerTo(subject.url(), request), request);
    tags.note(request, answer);
    const outcome = `${request.operation.id} ${answer.status}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    sent += 1;
    const violations = violationsOf(request, answer, checkOf);
    if (violations.length > 0) throw new Violation(request, answer, violations);
    if (KEY in request.headers && answer.status < 300) await repeat(request, answer);
    for (const query of neighboursOf(answer)) await sendOn({ ...request, query, fault: undefined });
    const position = lastIdIn(answer, answer.text);
    if (position !== undefined)
      await sendOn({ ...request, headers: { ...request.headers, [RESUME]: position }, fault: undefined });
    for (const { next, shown } of furtherSetsOf(answer).slice(0, MOST_SETS)) {
      await sendOn(requestTo(next, operations), shown);
      sets += 1;
    }
  };
  /**
   * Checks that the response to a link is also as described.
   * @param shown members of a set that the next page must not repeat
   */
  const sendOn = async (request: DrawnRequest, shown: readonly string[] = []): Promise<void> => {
    const answer = intercept(await answerTo(subject.url(), request), request);
    sent += 1;
    const repeated = shown.length === 0 ? [] : membersIn(answer).filter((each) => shown.includes(each));
    const violations = [
      ...violationsOf(request, answer, checkOf),
      ...repeated.map((member) => `the next page repeats ${member}`),
    ];
    if (violations.length > 0) throw new Violation(request, answer, violations);
  };
  const repeat = async (request: DrawnRequest, first: Answer): Promise<void> => {
    const answer = intercept(await answerTo(subject.url(), request), request);
    sent += 1;
    const violations = [
      ...violationsOf(request, answer, checkOf),
      ...(answer.text === first.text && answer.status === first.status ? [] : ['the repetition has another answer']),
      ...(answer.headers.get('Idempotent-Replayed') === 'true' ? [] : ['the repetition is not said to be one']),
    ];
    if (violations.length > 0) throw new Violation(request, answer, violations);
  };
  const property = fc.asyncProperty(batches(operations, document), async (requests) => {
    await subject.reset();
    const tags = new SeenTags();
    for (const request of creations(operations)) await send(request, tags);
    for (const request of smallPages(operations)) await send(request, tags);
    for (const request of requests) if (request !== undefined) await send(request, tags);
  });
  const numRuns = Math.ceil(runs / operations.length);
  // oxlint-disable-next-line typescript/no-deprecated -- the plugin that replaces it does not fit a typed property
  const result = await fc.check(property, { seed, path, numRuns, unbiased: true, endOnFailure: !shrinks });
  return { sent, outcomes, operations, sets, violation: result.failed ? describeFailure(result) : undefined };
}

/** A request of each operation, in any order. Each is optional, so that shrinking can drop it on its own. */
function batches(
  operations: readonly DescribedOperation[],
  document: JsonObject,
): fc.Arbitrary<readonly (DrawnRequest | undefined)[]> {
  const valuesOf = schemaValues(document);
  const each = operations.map((operation) => {
    const valid = validRequests(operation, valuesOf);
    const either = fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: faulty(valid) });
    return fc.option(either, { nil: undefined, freq: 1000 });
  });
  const order = fc.shuffledSubarray([...operations.keys()], { minLength: operations.length });
  return fc.tuple(order, fc.tuple(...each)).map(([indexes, requests]) => indexes.map((index) => requests[index]));
}

/** The query strings of the pages by cursor before and behind a page. */
function neighboursOf({ status, headers, text }: Answer): readonly DrawnRequest['query'][] {
  const isDocument = headers.get('Content-Type')?.startsWith('application/vnd.api+json') === true;
  if (status !== 200 || !isDocument || text === '') return [];
  const { links = {} } = JSON.parse(text) as { readonly links?: Readonly<Record<string, unknown>> };
  return ['prev', 'next'].flatMap((name) => {
    const link = links[name];
    if (typeof link !== 'string' || !/page(?:%5B|\[)(?:after|before)/i.test(link)) return [];
    return [[...new URL(link, 'http://localhost').searchParams]];
  });
}

/** The same request with another key, if its key was used: another request with it is a mistake. */
function withFreshKey(request: DrawnRequest, used: Set<string>): DrawnRequest {
  const key = request.headers[KEY];
  if (key === undefined) return request;
  // A key that is not a string is refused anyway.
  const fresh = used.has(key) && key.startsWith('"') ? `"another-${used.size}"` : key;
  used.add(fresh);
  return { ...request, headers: { ...request.headers, [KEY]: fresh } };
}

/** The examples of all operations that create something; first of those that need nothing. */
function creations(operations: readonly DescribedOperation[]): readonly DrawnRequest[] {
  const creating = operations.filter(({ answers }) => answers.has(201));
  const needsOthers = ({ path }: DescribedOperation): boolean => path.includes('{');
  return [...creating.filter((each) => !needsOthers(each)), ...creating.filter(needsOthers)].flatMap((operation) =>
    Array.from({ length: COPIES }, (_, copy) => exampleOf(operation, `${operation.id}-${copy}`)),
  );
}

/** The examples of all reads with pages, with a page size of 1 so that there are links to follow. */
function smallPages(operations: readonly DescribedOperation[]): readonly DrawnRequest[] {
  return operations.flatMap((operation) => {
    const sizes = operation.parameters.filter(({ name }) => /^page\[.*size\]$/.test(name));
    const query = withIncluded(
      operation.parameters,
      sizes.map(({ name }) => [name, '1']),
    );
    return operation.method === 'GET' && sizes.length > 0 ? [{ ...exampleOf(operation), query }] : [];
  });
}

/**
 * The request that the examples of an operation make.
 * @param key where the operation requires one
 */
export function exampleOf(operation: DescribedOperation, key = 'key'): DrawnRequest {
  const { parameters, body } = operation;
  const isKeyed = parameters.some(({ name, required }) => name === KEY && required);
  return {
    operation,
    fault: undefined,
    segments: parameters.filter((each) => each.in === 'path').map(({ example }) => textOf(example)),
    query: [],
    headers: { ...contentTypeOf(operation), ...(isKeyed && { [KEY]: `"${key}"` }) },
    body: body && JSON.stringify(body.example),
    takesSeenTag: false,
  };
}

export async function answerTo(url: string, request: DrawnRequest): Promise<Answer> {
  const { operation, headers } = request;
  const body = bodyOf(request);
  const response = await fetch(`${url}${targetOf(request)}`, {
    method: operation.method,
    headers,
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, text: await readBeginning(response, OPENING_FRAMES) };
}

class Violation extends Error {
  constructor(request: DrawnRequest, { status, text }: Answer, violations: readonly string[]) {
    const { operation, headers, fault } = request;
    super(
      [
        `${operation.id}: ${violations.join('; ')}`,
        `${operation.method} ${targetOf(request)} ${inspect(headers)} ${bodyOf(request) ?? ''}`,
        ...(fault === undefined ? [] : [`with ${fault}`]),
        `was answered with ${status} ${text.slice(0, 2000)}`,
      ].join('\n'),
    );
    this.name = 'Violation';
  }
}

function describeFailure({
  errorInstance,
  seed,
  counterexamplePath,
}: Pick<fc.RunDetails<unknown>, 'errorInstance' | 'seed' | 'counterexamplePath'>): string {
  const error = errorInstance instanceof Violation ? errorInstance.message : inspect(errorInstance);
  return `${error}\nreplay with --seed ${seed} --path ${counterexamplePath ?? ''}`;
}
