// Additions to every request of a run on a cluster, and the guarantees that every answer must keep.
import { createHash } from 'node:crypto';
import type { Request } from '../attempt.ts';
import type { Companion, Exchange } from '../run-context.ts';
import { Violation } from '../violation.ts';

const TOKEN = 'consistency-token';
/** Of a history that no server has, so only the primary answers. */
const FOREIGN_TOKEN = 'f'.repeat(24);

/** The consistency token of the newest write among those of its writers, which their reads send back. */
export class NewestToken implements Companion {
  #token = '';
  /** When the last write was answered that has no token. */
  #lostAt = -Infinity;

  accompany(request: Request): Request {
    if (request.method !== 'GET' || this.#token === '') return request;
    return { ...request, headers: { [TOKEN]: this.#token, ...request.headers } };
  }

  learn({ request, sent, outcome }: Exchange): void {
    if (request.method === 'GET' || outcome.kind !== 'acknowledged') return;
    const token = tokenIn(outcome);
    if (token === undefined) {
      // The primary died just after the commit. The next write has a token for both.
      this.#token = FOREIGN_TOKEN;
      this.#lostAt = performance.now();
    } else if (this.#token === FOREIGN_TOKEN ? sent > this.#lostAt : token > this.#token) this.#token = token;
  }
}

/** The token of an answer, if it has one. */
export function tokenIn({ response }: Exchange['outcome'] & { readonly kind: 'acknowledged' }): string | undefined {
  const token = response.headers[TOKEN];
  return token === undefined ? undefined : String(token);
}

export function withToken(token: string): Readonly<Record<string, string>> {
  return { [TOKEN]: token };
}

/** Remembers the bytes of each tag: equal tags of a URL mean equal bytes, whichever server and service they are from. */
export class SeenTags implements Companion {
  readonly #digests = new Map<string, string>();

  get size(): number {
    return this.#digests.size;
  }

  accompany(request: Request): Request {
    return request;
  }

  learn({ request, outcome }: Exchange): void {
    if (request.method !== 'GET' || outcome.kind !== 'acknowledged') return;
    const { status, headers } = outcome.response;
    if (status === 304 || headers.etag === undefined) return;
    const place = `${request.path} ${headers.etag}`;
    const digest = createHash('sha1').update(outcome.response.text).digest('base64');
    const known = this.#digests.get(place);
    if (known !== undefined && known !== digest)
      throw new Violation(`${place} stands for other bytes than before: ${outcome.response.text}`);
    this.#digests.set(place, digest);
  }
}

/** Only these answers may come while servers fail; which 4xx is right is for the writer to say. */
export const allowedAnswers: Companion = {
  accompany: (request) => request,
  learn: ({ request, outcome }) => {
    if (outcome.kind === 'refused' && outcome.status > 500 && outcome.status !== 503)
      throw new Violation(`${request.method} ${request.path}: ${outcome.status} ${outcome.code}`);
  },
};

/** Combines companions, in turn. */
export function together(...companions: readonly Companion[]): Companion {
  return {
    accompany: (request) => companions.reduce((before, companion) => companion.accompany(before), request),
    learn: (exchange) => {
      for (const companion of companions) companion.learn(exchange);
    },
  };
}
