import { isDeepStrictEqual } from 'node:util';
import type { SentRequest } from './requests.ts';
import type { Answer } from './services.ts';

/** Judges the answers of one service with a policy. */
export class Judge {
  readonly #tagged = new Map<string, string>();

  /**
   * Returns the fault of an answer; undefined if it has none.
   * @param expected the answer of the service that has only what is visible. Its tags differ, because it hides nothing
   */
  fault(request: SentRequest, actual: Answer, expected: Answer): string | undefined {
    const isSame =
      actual.status === expected.status &&
      actual.text === expected.text &&
      (actual.tag === undefined) === (expected.tag === undefined) &&
      isDeepStrictEqual(actual.headers, expected.headers);
    return isSame ? this.#faultOfTag(request, actual) : 'the answers differ';
  }

  /** Equal tags of one URL mean equal bytes, for all actors (RFC 9110, 8.8.3). */
  #faultOfTag({ method, target, headers }: SentRequest, { status, tag, text }: Answer): string | undefined {
    if (tag === undefined || method === 'HEAD' || status !== 200) return undefined;
    const key = JSON.stringify([target, headers['Accept'], tag]);
    const known = this.#tagged.get(key);
    this.#tagged.set(key, text);
    return known === undefined || known === text ? undefined : `the tag ${tag} has meant another text before: ${known}`;
  }
}
