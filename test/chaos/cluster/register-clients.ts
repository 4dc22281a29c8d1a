import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse } from '../../support/api-client.ts';
import type { Outcome } from '../attempt.ts';
import { sendKeyed } from '../keyed-writer.ts';
import type { Random } from '../random.ts';
import { sendToAny, type RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';
import { withToken } from './companions.ts';
import { requireNumber, type Published, type Register, type Registers } from './registers.ts';

const WRITES_PER_REGISTER = 30;
const MAX_PAUSE_MILLIS = 10;
const BACKOFF_MILLIS = 50;
/** Reads go to one of the newest writes, or to any. */
const NEWEST = 8;

/** Creates registers and raises their numbers until aborted, each write with a key until its outcome is known. */
export async function keepRaising(
  context: RunContext,
  registers: Registers,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const register = registers.begin();
    for (let write = 0; write < WRITES_PER_REGISTER && !isOver(); write += 1) {
      try {
        const { request, handleOutcome } = register.next();
        const outcome = await sendKeyed(context, request, random, { isOver, handleOutcome });
        if (outcome.kind !== 'acknowledged') break;
        if (random.below(4) === 0) await sendStale(context, register, random);
      } catch (error) {
        context.figures.addViolation(`a write of ${register.label}`, error);
        break;
      }
      await pause(random.between(0, MAX_PAUSE_MILLIS));
    }
  }
}

async function sendStale(context: RunContext, register: Register, random: Random): Promise<void> {
  const request = register.stale();
  if (request === undefined) return;
  const outcome = await sendToAny(context, request, random);
  const isRefused = outcome.kind === 'refused' && (outcome.status === 412 || outcome.status >= 500);
  if (outcome.kind === 'acknowledged' || (outcome.kind === 'refused' && !isRefused))
    throw new Violation(`a change with an old tag: ${JSON.stringify(outcome)}`);
}

/** A client's cached answer. */
interface Cached {
  readonly tag: string;
  readonly name: string;
}

/** Reads what others have written, with the tokens of those writes, until aborted. */
export class RegisterReader {
  readonly #context: RunContext;
  readonly #random: Random;
  readonly #sendsTokens: boolean;
  readonly #cache = new Map<string, Cached>();

  /** @param sendsTokens false to see that a stale read is noticed */
  constructor(context: RunContext, random: Random, sendsTokens: boolean) {
    this.#context = context;
    this.#random = random;
    this.#sendsTokens = sendsTokens;
  }

  async run({ published }: Registers, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const known = this.#random.pick(this.#random.below(2) === 0 ? published.slice(-NEWEST) : published);
      const outcome = known === undefined ? undefined : await this.#readNoting(known);
      await pause(outcome?.kind === 'acknowledged' ? this.#random.between(0, MAX_PAUSE_MILLIS) : BACKOFF_MILLIS);
    }
  }

  async #readNoting(known: Published): Promise<Outcome | undefined> {
    try {
      return this.#random.below(3) === 0 ? await this.#readList(known) : await this.#readOne(known);
    } catch (error) {
      this.#context.figures.addViolation('a reader', error);
      return undefined;
    }
  }

  async #readOne(known: Published): Promise<Outcome> {
    const { path } = known;
    const cached = this.#cache.get(path);
    const asksAgain = cached !== undefined && this.#random.below(2) === 0;
    const headers = { ...this.#headersFor(known), ...(asksAgain ? { 'If-None-Match': cached.tag } : {}) };
    const outcome = await sendToAny(this.#context, { method: 'GET', path, headers }, this.#random);
    if (outcome.kind === 'acknowledged') requireNumber(known, this.#nameIn(path, outcome.response));
    else requireAllowed(outcome, path);
    return outcome;
  }

  async #readList(known: Published): Promise<Outcome> {
    const id = known.path.split('/')[2];
    const filter = encodeURIComponent(JSON.stringify([{ name: 'id', op: 'eq', val: id }]));
    const path = `/persons?filter=${filter}${this.#random.below(2) === 0 ? '&page[size]=0' : ''}`;
    const headers = this.#headersFor(known);
    const outcome = await sendToAny(this.#context, { method: 'GET', path, headers }, this.#random);
    if (outcome.kind === 'acknowledged') {
      const [person] = outcome.response.document.data;
      if (person === undefined)
        throw new Violation(`${known.path} is in no list for a token of number ${known.number}`);
      requireNumber(known, String(person.attributes.display_name));
    } else requireAllowed(outcome, path);
    return outcome;
  }

  /** The name that an answer shows, or by 304 confirms. */
  #nameIn(path: string, { status, headers, document }: ApiResponse): string {
    if (status === 304) return this.#cache.get(path)?.name ?? '';
    const name = String(document.data.attributes.display_name);
    this.#cache.set(path, { tag: headers.etag ?? '', name });
    return name;
  }

  #headersFor({ token }: Published): Readonly<Record<string, string>> {
    return this.#sendsTokens ? withToken(token) : {};
  }
}

function requireAllowed(outcome: Outcome, path: string): void {
  if (outcome.kind === 'refused' && outcome.status < 500)
    throw new Violation(`GET ${path}: ${outcome.status} ${outcome.code}`);
}
