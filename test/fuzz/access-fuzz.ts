// The property: for every sender and request, no answer shows a value that only others may see, and nobody writes without permission.
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { bearer, writeAccessFiles } from '../support/access.ts';
import { testServer } from '../support/postgres-server.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { authorizationOf, fuzzedPolicy, JWT, senders, type Sender } from './actors.ts';
import type { Answer } from './answer.ts';
import { positionOf } from './feed-requests.ts';
import { exchangesOf, withHeader, type Exchange } from './follow-ups.ts';
import { replayCommand, valuesOfHeader, type RequestInput } from './input.ts';
import { markedValue, TEXT_MARK } from './markers.ts';
import { RawClient } from './raw-client.ts';
import { MANY_STREAMS } from './subject.ts';
import { requestInputs } from './requests.ts';
import { createRows, holdingOf, plainValue } from './rows.ts';

export interface AccessReport {
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly violations: readonly string[];
}

const INPUTS_PER_BATCH = 64;
/** A service gets so many batches; then the next one has all rows again. */
const BATCHES_PER_SERVICE = 40;
const MAX_VIOLATIONS = 5;
/** Tags hide the epoch. As long as a mark, so that the lengths of bodies stay right. */
const NO_MARK = 'x'.repeat(22);

/** Sends random requests by random senders, a batch by each. */
export async function fuzzAccess({
  storage,
  runs,
  seed,
}: {
  readonly storage: 'memory' | 'server';
  readonly runs: number;
  readonly seed: number;
}): Promise<AccessReport> {
  const report = { sent: 0, statuses: new Map<number, number>(), violations: [] as string[] };
  const files = writeAccessFiles(fuzzedPolicy);
  const everybody = await senders();
  const sender = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...everybody.filter(({ isKnown }) => isKnown)) },
    { weight: 1, arbitrary: fc.constantFrom(...everybody.filter(({ isKnown }) => !isKnown)) },
  );
  try {
    for (let round = 0; report.sent < runs && report.violations.length < MAX_VIOLATIONS; round += 1) {
      const database = storage === 'memory' ? 'memory:' : await (await testServer()).createDatabase();
      const service = await startTestService({
        DATABASE_URL: database,
        ...MANY_STREAMS,
        ...files.environment,
        ...JWT,
      });
      await plant(service);
      const position = await positionOf(service.url, bearer('all'));
      const client = new RawClient(service.url, { mark: NO_MARK, position });
      const batches = fc.sample(fc.tuple(sender, sender, batch), {
        seed: seed + round,
        numRuns: Math.min(BATCHES_PER_SERVICE, Math.ceil((runs - report.sent) / INPUTS_PER_BATCH)),
      });
      for (const [sender, other, inputs] of batches)
        report.violations.push(...(await sendAs({ service, client, report }, sender, other, inputs)));
      for (const { facts, message } of service.logged)
        if ([/pc_[\w-]{20}|eyJ[\w-]{20}/i, TEXT_MARK].some((secret) => secret.test(JSON.stringify([facts, message]))))
          report.violations.push(`logged: ${message} ${JSON.stringify(facts)}`);
      client.close();
      await service.stop();
    }
  } finally {
    files.remove();
  }
  return report;
}

const batch = fc.array(requestInputs, { minLength: INPUTS_PER_BATCH, maxLength: INPUTS_PER_BATCH });

interface Under {
  readonly service: TestService;
  readonly client: RawClient;
  readonly report: { sent: number; readonly statuses: Map<number, number> };
}

async function sendAs(
  { service, client, report }: Under,
  sender: Sender,
  other: Sender,
  inputs: readonly RequestInput[],
): Promise<readonly string[]> {
  const before = sender.mayWrite ? undefined : await dump(service);
  const own = inputs.map((input) => as(sender, input));
  const outcomes = await client.send(own);
  const exchanges = exchangesOf(outcomes);
  report.sent += outcomes.length;
  for (const { answer } of exchanges) report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
  const violations = [
    ...outcomes.flatMap(({ fault, input }) => (fault === undefined ? [] : [`${fault}\n${replayCommand(input)}`])),
    ...exchanges.flatMap((exchange) => violationsIn(exchange, sender)),
  ];
  if (before !== undefined && !isDeepStrictEqual(before, await dump(service)))
    violations.push(`${sender.name} has changed something\n${own.map(replayCommand).join('\n')}`);
  return [...violations, ...(await reuse(client, exchanges, sender, other))];
}

function as(sender: Sender, input: RequestInput): RequestInput {
  return authorizationOf(sender).reduce(withHeader, without(input));
}

/** Sends what others have sent, and what they were given: keys, tags and cursors. */
async function reuse(
  client: RawClient,
  exchanges: readonly Exchange[],
  sender: Sender,
  other: Sender,
): Promise<readonly string[]> {
  if (other.authorization === sender.authorization) return [];
  const keyed = exchanges.filter(
    ({ input, answer }) => answer.status < 300 && valuesOfHeader(input, 'idempotency-key').length > 0,
  );
  const tagged = exchanges.filter(({ input, answer }) => input.method === 'GET' && answer.headers.has('etag'));
  const isPlain = ({ input }: Exchange): boolean => valuesOfHeader(input, 'if-none-match').length === 0;
  const again = [
    ...keyed.slice(0, 4).map(({ input }) => ({ input, isKeyed: true })),
    ...tagged
      .filter(isPlain)
      .slice(0, 4)
      .map(({ input, answer }) => ({
        input: withHeader(input, ['If-None-Match', answer.headers.get('etag') ?? '']),
        isKeyed: false,
      })),
  ];
  const sent = again.map(({ input, isKeyed }) => ({ isKeyed, input: as(other, input) }));
  const answers = exchangesOf(await client.send(sent.map(({ input }) => input)));
  return answers.flatMap((exchange) => {
    const { isKeyed = false } = sent.find(({ input }) => input === exchange.input) ?? {};
    const isReplayed = isKeyed && exchange.answer.headers.get('idempotent-replayed') === 'true';
    const isOtherSubject = sender.name !== other.name;
    return [
      ...violationsIn(exchange, other),
      ...(isReplayed && isOtherSubject ? [`the answer to ${sender.name} is repeated to ${other.name}`] : []),
    ];
  });
}

/** A request without its credentials. */
function without(input: RequestInput): RequestInput {
  const head = input.bytes.indexOf('\r\n\r\n');
  const lines = input.bytes.subarray(0, head).toString('latin1').split('\r\n');
  const kept = lines.filter((line) => !/^authorization:/i.test(line)).join('\r\n');
  const headers = input.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...input, headers, bytes: Buffer.concat([Buffer.from(kept, 'latin1'), input.bytes.subarray(head)]) };
}

function violationsIn({ input, answer }: Exchange, sender: Sender): readonly string[] {
  const shown = textOf(answer);
  const leaked = sender.hidden.filter(({ mark }) => shown.includes(mark));
  const credentials = valuesOfHeader(input, 'authorization').filter((value) => value.length > 20);
  const isEchoed = credentials.some((value) => shown.includes(value.slice(-15).toLowerCase()));
  const violations = [
    answer.status >= 500 && answer.status !== 501 ? 'a server error' : undefined,
    leaked.length > 0 ? `shows ${leaked.map(({ type, attribute }) => `${type}.${attribute}`).join(', ')}` : undefined,
    isEchoed ? 'repeats the credentials' : undefined,
    isLetIn(input, answer, sender) ? `lets ${sender.name} in with ${answer.status}` : undefined,
  ];
  return violations
    .filter((each) => each !== undefined)
    .map((each) => `${sender.name}: ${each}\n${shown.slice(0, 1000)}\n${replayCommand(input)}`);
}

/** Requests that are answered without credentials: broken HTTP, and public paths. */
const FOR_EVERYONE =
  /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?\/?(?:openapi\.json|docs(?:\/[^?]*)?|explorer(?:\/[^?]*)?)?(?:[?#].*)?$/i;

function isLetIn({ method, target }: RequestInput, { status }: Answer, { isKnown }: Sender): boolean {
  if (isKnown) return status === 401;
  const comesFirst = [400, 408, 414, 431, 501].includes(status);
  return status !== 401 && !comesFirst && method !== 'OPTIONS' && !FOR_EVERYONE.test(target);
}

/** The full content of an answer, in lower case, its cursors decoded. */
function textOf({ headers, body }: Answer): string {
  const plain = headers.get('content-encoding') === 'gzip' && body.length > 0 ? gunzipSync(body) : body;
  const text = `${JSON.stringify([...headers])}\n${plain.toString('utf8')}`;
  const cursors = [...text.matchAll(/page(?:\[|%5b)(?:after|before)(?:\]|%5d)=([\w-]+)|"cursor":"([\w-]+)"/gi)];
  const decoded = cursors.map(([, one, other]) => Buffer.from(one ?? other ?? '', 'base64url').toString('latin1'));
  return [text, ...decoded].join('\n').toLowerCase();
}

async function plant({ url }: TestService): Promise<void> {
  const headers = { ...bearer('all'), 'Content-Type': 'application/vnd.api+json' };
  await createRows(
    async (method, path, data) => {
      const response = await fetch(url + path, { method, headers, body: JSON.stringify({ data }) });
      if (!response.ok) throw new Error(await response.text());
    },
    (type, attribute, id) => markedValue(type, attribute.stored, id) ?? plainValue(type, attribute, id),
  );
}

/** Every row, in the order of what is not shown. */
async function dump({ url }: TestService): Promise<readonly string[]> {
  return Promise.all(
    Object.values(resources).map(async (resource: Resource) => {
      const unseen = Object.entries(writableAttributesOf(resource)).filter(([, { output }]) => output === undefined);
      const sort = [...unseen.map(([name]) => name), 'id'].join(',');
      const include = holdingOf(resource)
        .map(([name]) => name)
        .join(',');
      const query = `page[size]=0&sort=${sort}${include === '' ? '' : `&include=${include}`}`;
      return (await fetch(`${url}${resource.path}?${query}`, { headers: bearer('all') })).text();
    }),
  );
}
