// The API client of the commands. A request that may have been carried out is sent again with the same key, so that
// the service carries it out only once.
import {
  createClient,
  followFeed,
  JsonApiError,
  MEDIA_TYPE,
  verdictOf,
  type Client,
  type FeedItem,
  type Repeatable,
  type UntypedRequest,
} from '#client';
import { atomicFormat } from '#adapters/http/api/media-types';
import { reasonOf } from '#application/model/describe-error';
import { denialOf } from './access.ts';
import { Connections } from './connections.ts';
import { isAboutContent, isTooLarge, operationsIn, reasonsOf } from './refusals.ts';
import { readFacts, readSubject, unknownFacts, type ServiceFacts } from './service-facts.ts';
import type { ServiceToken } from './service-token.ts';
import {
  resultIds,
  isCarriedOut,
  isCreated,
  UnavailableError,
  type NotDone,
  type ResourceWrite,
  type WriteKey,
  type WriteOutcome,
} from './writing.ts';

/** How long a request is retried. */
const PATIENCE_MILLIS = 30_000;

const TOO_LATE = 'no response came, and by now the service may have forgotten the request';

export interface ApiSettings {
  /** The URL of the service, without a trailing slash. */
  readonly url: string;
  readonly token: ServiceToken | undefined;
  /** Ends the wait between two attempts. */
  readonly stopped: AbortSignal;
  readonly patienceMillis?: number;
}

export class ApiClient {
  readonly url: string;
  readonly #token: ServiceToken | undefined;
  readonly #connections: Connections;
  readonly #client: Client;
  readonly #stopped: AbortSignal;
  #subject: string | null = null;
  #facts: ServiceFacts = unknownFacts;

  constructor({ url, token, stopped, patienceMillis = PATIENCE_MILLIS }: ApiSettings) {
    this.url = url;
    this.#token = token;
    this.#connections = new Connections(url);
    this.#stopped = stopped;
    this.#client = createClient({
      baseUrl: url,
      // Redirections are not followed, so that no other origin gets the token.
      fetch: (request) => this.#connections.send(request),
      retry: { attempts: Infinity, maxWaitMillis: patienceMillis, patienceMillis, stopped },
      ...(token !== undefined && { token: token.token }),
    });
  }

  /**
   * Sends a GET; resolves once the head of the response has arrived. It is repeated only if it was certainly not carried out.
   * @throws Error with the reasons if it fails
   */
  async get(path: string, accept: string): Promise<Response> {
    const retry = { onRepeatable: (verdict: Repeatable): boolean => verdict === 'not done' };
    try {
      return await this.#client.request('get', path, { headers: { Accept: accept }, signal: this.#stopped, retry });
    } catch (error) {
      if (this.#stopped.aborted) throw new Error('interrupted', { cause: error });
      throw this.#failureOf(error, path);
    }
  }

  /**
   * Yields the changes after a position, then new ones as they happen. Waits while the service is unavailable.
   * @param after a position, `now`, or empty for the oldest change
   * @param onInterrupted called with the reason before each new attempt
   * @throws Error with the reasons if the service refuses, or once the client is stopped
   */
  async *follow(after: string, onInterrupted: (reason: string) => void): AsyncGenerator<FeedItem, void, undefined> {
    const settings = {
      after,
      signal: this.#stopped,
      onInterrupted: (cause: unknown) => onInterrupted(reasonOf(cause)),
    };
    try {
      yield* followFeed((each, request) => this.#client.request('get', each, request), settings);
    } catch (error) {
      if (this.#stopped.aborted) throw new Error('interrupted', { cause: error });
      throw this.#failureOf(error, '/changes');
    }
  }

  /**
   * Checks that the service responds, and reads its description of itself.
   * @throws Error if it cannot be reached, or something else responds at the URL
   */
  async requireService(): Promise<void> {
    const text = await (await this.get('/', MEDIA_TYPE)).text();
    if (!text.includes('"jsonapi"')) throw new Error(`${this.url} is not the URL of a JSON:API service`);
    this.#subject = readSubject(text);
    this.#facts = await this.#readFacts();
  }

  /** The client's identity for the service; null if the service has no policy. Known once the service is. */
  get subject(): string | null {
    return this.#subject;
  }

  /** The maximum number of writes for `writeAll`; known after `requireService`. */
  get maxListed(): number {
    return this.#facts.maxOperations;
  }

  /**
   * Writes a resource once, no matter how often it is sent with the same key. The outcome is unknown if no response comes
   * although the service is up, or if it is too late to send the request again.
   * @throws UnavailableError
   */
  async write({ op, path, resource }: ResourceWrite, key: WriteKey): Promise<WriteOutcome> {
    const [method, isDone] = op === 'add' ? (['post', isCreated] as const) : (['patch', isCarriedOut] as const);
    const sent = await this.#send(method, path, { body: { data: resource } }, { key, isDone });
    if (sent.kind !== 'done') return sent;
    const id = sent.response.headers.get('Location')?.split('/').at(-1);
    return { kind: 'done', ids: id === undefined ? undefined : [id] };
  }

  /**
   * Writes resources in order, all or none, like `write`.
   * @throws UnavailableError
   */
  async writeAll(writes: readonly ResourceWrite[], key: WriteKey): Promise<WriteOutcome> {
    const { mediaType } = atomicFormat;
    const body = { 'atomic:operations': writes.map(({ op, resource }) => ({ op, data: resource })) };
    const request = { body, headers: { Accept: mediaType, 'Content-Type': mediaType } };
    const sent = await this.#send('post', '/operations', request, { key, isDone: isCarriedOut });
    return sent.kind === 'done' ? { kind: 'done', ids: await resultIds(sent.response) } : sent;
  }

  async #send(
    method: 'post' | 'patch',
    path: string,
    request: Pick<UntypedRequest, 'body' | 'headers'>,
    { key, isDone }: { readonly key: WriteKey; readonly isDone: (response: Response) => boolean },
  ): Promise<{ readonly kind: 'done'; readonly response: Response } | NotDone> {
    if (key.mayBeDone && !this.#isKeyKnown(key, 0)) return { kind: 'unknown', reasons: [TOO_LATE] };
    const tries = { mayBeDone: key.mayBeDone, isTooLate: false };
    const onRepeatable = (verdict: Repeatable, waitMillis: number): boolean => {
      tries.mayBeDone ||= verdict === 'unsure';
      tries.isTooLate = tries.mayBeDone && !this.#isKeyKnown(key, waitMillis);
      return !tries.isTooLate;
    };
    try {
      const settings = { ...request, idempotencyKey: key.text, retry: { onRepeatable } };
      const response = await this.#client.request(method, path, settings);
      if (isDone(response)) return { kind: 'done', response };
      // The service reports success differently, so a proxy has changed the response, or sent its own.
      return { kind: 'unknown', reasons: [`the response, with status ${response.status}, is not from the service`] };
    } catch (error) {
      const denial = denialOf(error, `${method.toUpperCase()} ${path}`, this.#token);
      if (denial !== undefined) throw new UnavailableError(denial, tries.mayBeDone);
      const reasons = reasonsOf(error);
      const verdict = verdictOf(error);
      if (verdict === 'final') {
        if (tries.mayBeDone && !isAboutContent(error)) return { kind: 'unknown', reasons };
        return { kind: 'refused', reasons, indexes: operationsIn(error), isTooLarge: isTooLarge(error) };
      }
      const reason = reasons.join('; ');
      // If the service is up, this request is the problem: sending it later would not help.
      const mayBeItsFault = verdict === 'unsure' && !this.#stopped.aborted;
      if (tries.isTooLate || (mayBeItsFault && (await this.#isServiceUp())))
        return { kind: 'unknown', reasons: [reason] };
      throw new UnavailableError(reason, tries.mayBeDone);
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#connections.close();
  }

  async #readFacts(): Promise<ServiceFacts> {
    const path = '/openapi.json';
    try {
      const answer = await this.#client.request('get', path, { headers: { Accept: 'application/json' } });
      return readFacts(await answer.text());
    } catch (error) {
      if (error instanceof JsonApiError && error.verdict === 'final' && error.status !== 401) return unknownFacts;
      throw this.#failureOf(error, path);
    }
  }

  /** The reason for a failed read, in one line. */
  #failureOf(error: unknown, path: string): Error {
    const denial = denialOf(error, `GET ${path.replace(/\?.*/s, '')}`, this.#token);
    return new Error(denial ?? reasonsOf(error).join('; '), { cause: error });
  }

  /** True if the service will still know the key after that time. */
  #isKeyKnown({ since }: WriteKey, laterMillis: number): boolean {
    return Date.now() + laterMillis - since < this.#facts.keyLifeMillis;
  }

  /** True if the service responds to another request at once. */
  async #isServiceUp(): Promise<boolean> {
    const answer = this.#client.request('get', '/', { retry: { attempts: 1 } });
    return answer.then(
      async (response) => (await response.text()) !== '',
      () => false,
    );
  }
}
