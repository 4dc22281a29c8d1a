// Computers whose serials end in a number, which all writers increment with If-Match: no increment may be lost. If it is keyed too, its
// outcome is always known, so the final number is as well.
import type { Outcome, Request } from './attempt.ts';
import type { SharedStep } from './commons.ts';
import { Violation } from './violation.ts';

export class Counter {
  /** Of its serials. */
  readonly prefix: string;
  /** True if every increment has an Idempotency-Key. */
  readonly isKeyed: boolean;
  #id = '';
  readonly acknowledged = new Set<number>();
  /** Numbers whose increment may have happened. */
  readonly inDoubt = new Set<number>();

  constructor(prefix: string, isKeyed: boolean) {
    this.prefix = prefix;
    this.isKeyed = isKeyed;
  }

  get path(): string {
    return `/computers/${this.#id}`;
  }

  serial(number: number): string {
    return `${this.prefix}N${number}`;
  }

  /** Creates the row; run it before any other. */
  setupStep(): SharedStep {
    const body = { data: { type: 'computer', attributes: { serial: this.serial(0) } } };
    return {
      request: { method: 'POST', path: '/computers', body },
      handleOutcome: (outcome) => {
        if (outcome.kind !== 'acknowledged') throw new Violation(`could not create a counter: ${outcome.kind}`);
        this.#id = outcome.response.document.data.id;
      },
    };
  }

  /** @param outcome of a GET of the counter */
  increment(outcome: Outcome & { readonly kind: 'acknowledged' }): Increment {
    const { headers, document } = outcome.response;
    const number = Number(String(document.data.attributes.serial).slice(this.prefix.length + 1)) + 1;
    const data = { type: 'computer', id: this.#id, attributes: { serial: this.serial(number) } };
    const request = {
      method: 'PATCH',
      path: this.path,
      body: { data },
      headers: { 'If-Match': headers.etag ?? '' },
    } as const;
    return { request, number };
  }

  /** @throws Violation when the same number was reached twice, or the answer is not one of 200 and 412 */
  learn(number: number, outcome: Outcome): void {
    if (outcome.kind === 'unknown') this.inDoubt.add(number);
    if (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 412)
      throw new Violation(`${this.serial(number)}: refused with ${outcome.status} ${outcome.code}`);
    if (outcome.kind !== 'acknowledged') return;
    if (this.acknowledged.has(number)) throw new Violation(`${this.serial(number)} was reached twice`);
    this.acknowledged.add(number);
  }
}

export interface Increment {
  readonly request: Request;
  /** The number that it leads to. */
  readonly number: number;
}

export function newCounters(): readonly Counter[] {
  return [new Counter('K1', false), new Counter('K2', true), new Counter('K3', true)];
}
