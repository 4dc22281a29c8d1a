// A request with an Idempotency-Key, which may be sent any number of times: it happens once or not at all, and all its answers are equal.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse } from '../support/api-client.ts';
import type { Outcome, Request } from './attempt.ts';
import { Violation } from './violation.ts';

export type Send = (request: Request) => Promise<Outcome>;

const BACKOFF_MILLIS = 50;

export class KeyedRequest {
  readonly #request: Request;
  /** The answer that repetitions must get; undefined until the first success. */
  #answer: string | undefined;
  /** The code of the error that said that nothing happened. */
  #refusal: string | undefined;
  #hasRun = false;

  constructor(request: Request) {
    this.#request = { ...request, headers: { ...request.headers, 'Idempotency-Key': randomUUID() } };
  }

  /** @throws Violation when the outcome contradicts an earlier one, or any error of `send` */
  async send(send: Send): Promise<Outcome> {
    const outcome = await send(this.#request);
    if (outcome.kind === 'acknowledged') this.#succeeded(outcome.response);
    else if (outcome.kind === 'refused' && isKnown(outcome)) this.#refused(outcome.code);
    return outcome;
  }

  /**
   * Sends it until an answer tells whether it has happened.
   * @param gaveUp asked after each vain attempt
   * @returns the last outcome
   * @throws Violation as above
   */
  async sendUntilKnown(send: Send, gaveUp: () => boolean): Promise<Outcome> {
    for (;;) {
      const outcome = await this.send(send);
      if (isKnown(outcome) || gaveUp()) return outcome;
      await pause(BACKOFF_MILLIS);
    }
  }

  #succeeded(response: ApiResponse): void {
    const isReplay = response.headers['idempotent-replayed'] === 'true';
    const answer = essenceOf(response);
    if (!isReplay && this.#hasRun) throw new Violation(`${this.#name} was done twice: ${answer}`);
    if (!isReplay) this.#hasRun = true;
    if (this.#answer !== undefined && answer !== this.#answer)
      throw new Violation(`${this.#name} was answered with ${answer} instead of ${this.#answer}`);
    this.#answer = answer;
    this.#requireOneOutcome();
  }

  #refused(code: string): void {
    this.#refusal = code;
    this.#requireOneOutcome();
  }

  #requireOneOutcome(): void {
    if (this.#answer !== undefined && this.#refusal !== undefined)
      throw new Violation(`${this.#name} was done, and was refused with ${this.#refusal}`);
  }

  get #name(): string {
    return `keyed ${this.#request.method} ${this.#request.path}`;
  }
}

/** True if the outcome tells if the request has happened. */
export function isKnown(outcome: Outcome): boolean {
  if (outcome.kind === 'refused') return outcome.status < 500 && outcome.code !== 'idempotency-key-in-use';
  return outcome.kind === 'acknowledged';
}

function essenceOf({ status, headers, text }: ApiResponse): string {
  return [status, headers.location, headers.etag, headers['content-type'], text].join(' ');
}
