// Follows up an answer as clients do: repeats the request with its key, revalidates, follows links. Each is sent on its own.
import { isDeepStrictEqual } from 'node:util';
import { FORM_TYPE } from '../support/api-client.ts';
import { MEDIA_TYPE } from '../support/media-types.ts';
import type { Answer } from './answer.ts';
import { isKeyedWrite } from './header-checks.ts';
import { valuesOfHeader, type Header, type RequestInput } from './input.ts';
import type { Outcome, RawClient } from './raw-client.ts';
import { writeRequest } from './requests.ts';
import { firstMembersIn, listOfMembers, type FirstMembers, type SetDocument } from './set-checks.ts';

type Client = Pick<RawClient, 'send'>;

/** A request of a batch with its answer. */
export interface Exchange {
  readonly input: RequestInput;
  readonly answer: Answer;
}

export interface FollowUp {
  /** The service's fault; undefined: none. */
  readonly violation: string | undefined;
  readonly input: RequestInput;
}

/** Limits the time that a batch takes. */
const REVALIDATED = 4;
const FOLLOWED = 4;

export function exchangesOf(outcomes: readonly Outcome[]): readonly Exchange[] {
  return outcomes.flatMap(({ input, answers: [answer] }) =>
    input.kind === 'request' && answer !== undefined ? [{ input, answer }] : [],
  );
}

/** Repeats all requests that were stored under a key. */
export async function* repeatKeyed(client: Client, exchanges: readonly Exchange[]): AsyncGenerator<FollowUp> {
  for (const { input, answer } of exchanges) {
    if (answer.status >= 300 || !isKeyedWrite(input)) continue;
    const again = await sendOne(client, input);
    const isReplay = again.headers.get('idempotent-replayed') === 'true';
    const isSame = isDeepStrictEqual(essenceOf(again), essenceOf(answer));
    yield { input, violation: isReplay && isSame ? undefined : `a repetition is answered with ${describe(again)}` };
  }
}

/** Asks for representations again with their tags. */
export async function* revalidate(client: Client, exchanges: readonly Exchange[]): AsyncGenerator<FollowUp> {
  const tagged = exchanges.filter(
    ({ input, answer }) => answer.headers.has('etag') && answer.status === 200 && isPlainRead(input),
  );
  for (const { input } of tagged.slice(0, REVALIDATED)) {
    // The resource may have changed since.
    const now = await sendOne(client, input);
    const tag = now.headers.get('etag');
    if (tag === undefined) continue;
    const unchanged = withHeader(input, ['If-None-Match', `"x", ${tag}`]);
    const empty = await sendOne(client, unchanged);
    // The tag can make headers too large that were just small enough.
    if (empty.status === 431) continue;
    const isCurrent = empty.status === 304 && empty.headers.get('etag') === tag && empty.body.length === 0;
    yield { input: unchanged, violation: isCurrent ? undefined : `${tag} is revalidated with ${describe(empty)}` };
    const matching = withHeader(input, ['If-Match', tag]);
    const same = await sendOne(client, matching);
    const isSame = isDeepStrictEqual(essenceOf(same), essenceOf(now));
    yield { input: matching, violation: isSame ? undefined : `${tag} is matched with ${describe(same)}` };
  }
}

/** Repeats reads by GET and by QUERY, which must return the same. */
export async function* askByQuery(client: Client, exchanges: readonly Exchange[]): AsyncGenerator<FollowUp> {
  const reads = exchanges.flatMap(({ input }) => bothWays(input) ?? []);
  for (const { get, query } of reads.slice(0, ASKED)) {
    const asked = await sendOne(client, query);
    // Not every path supports QUERY.
    if ([404, 405].includes(asked.status)) continue;
    const same = await sendOne(client, get);
    const isSame = isDeepStrictEqual(essenceOf(asked), essenceOf(same));
    const violation = `QUERY is answered with ${describe(asked)}\nGET is answered with ${describe(same)}`;
    yield { input: query, violation: isSame ? undefined : violation };
  }
}

const ASKED = 6;

/** A read as GET and as QUERY; undefined if its query string or a header means something else in one of them. */
function bothWays(input: RequestInput): { readonly get: RequestInput; readonly query: RequestInput } | undefined {
  const { method, target, headers, document } = input;
  const text = method === 'GET' ? target : `${target}?${document.toString('latin1')}`;
  const [, path, string = ''] = /^(\/[\x21\x24-\x3e\x40-\x7e]*)(?:\?([\x21\x22\x24-\x7e]*))?$/.exec(text) ?? [];
  const ownHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];
  const kept = headers.filter(([name]) => !ownHeaders.includes(name.toLowerCase()));
  const isOdd = kept.some(([name, value]) => value.length > 1000 || ODD_HEADERS.includes(name.toLowerCase()));
  const isFrom = method === 'GET' ? document.length === 0 : method === 'QUERY' && !target.includes('?');
  if (path === undefined || isOdd || !isFrom || string.length > 8000 || path.startsWith('/changes')) return undefined;
  return {
    get: readRequest('GET', string === '' ? path : `${path}?${string}`, kept),
    query: readRequest('QUERY', path, [...kept, ['Content-Type', FORM_TYPE]], Buffer.from(string, 'latin1')),
  };
}

/** Headers about the connection or the content. */
const ODD_HEADERS = ['connection', 'upgrade', 'expect', 'trailer', 'content-md5', 'keep-alive', 'x-request-id'];

/** Follows the links of pages by cursor. */
export async function* followCursors(client: Client, exchanges: readonly Exchange[]): AsyncGenerator<FollowUp> {
  const links = exchanges.flatMap(({ input, answer }) => cursorLinksOf(answer).map((link) => ({ from: input, link })));
  for (const { from, link } of links.slice(0, FOLLOWED)) {
    const input = getRequest(link);
    const page = await sendOne(client, input);
    // A later request of the batch may have deleted the resource whose list it is.
    const isGone = page.status === 404 && (await sendOne(client, from)).status === 404;
    const isAnswered = page.status === 200 || isGone;
    yield { input, violation: isAnswered ? undefined : `a link to ${link} leads to ${describe(page)}` };
  }
}

/** Reads partially shown sets to their end. Together, the pages must equal the list of related resources. */
export async function* followSets(client: Client, exchanges: readonly Exchange[]): AsyncGenerator<FollowUp> {
  const parts = exchanges.filter(({ input, answer }) => isPlainRead(input) && setsOf(answer).length > 0);
  for (const { input } of parts.slice(0, FOLLOWED_SETS)) {
    // The set may have changed since.
    const [set] = setsOf(await sendOne(client, input));
    if (set === undefined) continue;
    const found = [...set.ids];
    let violation: string | undefined;
    for (let next: string | null = set.next, pages = 0; next !== null && violation === undefined; pages += 1) {
      const page = await sendOne(client, getRequest(next));
      const isAnswered = page.status === 200 && pages < MOST_PAGES;
      if (!isAnswered) violation = `page ${pages + 2} of a set, ${next}, is ${describe(page)}`;
      const { data, links } = isAnswered ? pageOf(page) : NO_PAGE;
      found.push(...data.map(({ id }) => id));
      next = links.next;
    }
    const list = getRequest(listOfMembers(set));
    const all = await sendOne(client, list);
    const expected = all.status === 200 ? pageOf(all).data.map(({ id }) => id) : [];
    if (!isDeepStrictEqual(found, expected))
      violation ??= `the pages of a set have ${found.join()}, not ${expected.join()}`;
    yield { input, violation };
  }
}

const FOLLOWED_SETS = 2;
/** More pages than any set under test has. */
const MOST_PAGES = 200;
const NO_PAGE: Page = { data: [], links: { next: null } };

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly links: { readonly next: string | null };
}

function pageOf({ body }: Answer): Page {
  return JSON.parse(body.toString('utf8')) as Page;
}

function setsOf({ status, headers, body }: Answer): readonly FirstMembers[] {
  const isDocument = headers.get('content-type')?.startsWith(MEDIA_TYPE) === true;
  if (status !== 200 || !isDocument || !body.includes('"complete":false')) return [];
  return firstMembersIn(JSON.parse(body.toString('utf8')) as SetDocument);
}

/** Checks that equal tags of one URL mean equal bytes. Keeps the tags that it has seen. */
export function tagReuse({ input, answer }: Exchange, seen: Map<string, Buffer>): string | undefined {
  const tag = answer.headers.get('etag');
  if (tag === undefined || input.method !== 'GET' || answer.status !== 200) return undefined;
  if (answer.headers.get('content-type')?.startsWith(MEDIA_TYPE) !== true) return undefined;
  const key = `${input.target} ${tag}`;
  const known = seen.get(key);
  if (known === undefined) seen.set(key, answer.body);
  return known === undefined || known.equals(answer.body)
    ? undefined
    : `${tag} had been the tag of ${known.toString()}`;
}

function isPlainRead(input: RequestInput): boolean {
  const isConditional = ['if-match', 'if-none-match'].some((name) => valuesOfHeader(input, name).length > 0);
  return ['GET', 'QUERY'].includes(input.method) && !isConditional;
}

function cursorLinksOf({ status, headers, body }: Answer): readonly string[] {
  const type = headers.get('content-type') ?? '';
  if (status !== 200 || !type.startsWith(MEDIA_TYPE) || !body.includes('"cursor"')) return [];
  const { links }: { readonly links?: Readonly<Record<string, unknown>> } = JSON.parse(body.toString('utf8'));
  const isCursorLink = (link: unknown): link is string =>
    typeof link === 'string' && /page(?:\[|%5B)(?:after|before)/i.test(link);
  return [links?.['next'], links?.['prev']].filter(isCursorLink);
}

async function sendOne(client: Client, input: RequestInput): Promise<Answer> {
  const [outcome] = await client.send([input]);
  const answer = outcome?.answers[0];
  if (answer === undefined) throw new Error(`no answer: ${outcome?.fault ?? ''}`);
  return answer;
}

/** A request with one more header. */
export function withHeader(input: RequestInput, [name, value]: Header): RequestInput {
  const end = input.bytes.indexOf('\r\n') + 2;
  const line = Buffer.from(`${name}: ${value}\r\n`, 'latin1');
  const bytes = Buffer.concat([input.bytes.subarray(0, end), line, input.bytes.subarray(end)]);
  return { ...input, bytes, headers: [...input.headers, [name, value]] };
}

function getRequest(target: string): RequestInput {
  return readRequest('GET', target, [['Host', 'fuzz.test']]);
}

function readRequest(method: string, target: string, headers: readonly Header[], content?: Buffer): RequestInput {
  const bytes = writeRequest(method, target, headers, content);
  const document = content ?? Buffer.alloc(0);
  return { kind: 'request', method, target, headers, bytes, document, requestId: undefined };
}

function essenceOf({ status, headers, body }: Answer) {
  const named = ['location', 'etag', 'vary', 'content-type', 'content-disposition', 'content-encoding'].map((name) =>
    headers.get(name),
  );
  return { status, named, body: body.toString('latin1') };
}

function describe({ status, headers, body }: Answer): string {
  return `${status} ${JSON.stringify([...headers])} ${body.toString('utf8').slice(0, 1000)}`;
}
