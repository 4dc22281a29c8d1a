// Persons whose names count how often they have been written. Each has one writer, and anyone may read it: with the token of a write, anywhere,
// its number is no lower than the one that the write set.
import type { Outcome, Request } from '../attempt.ts';
import type { StoredPerson } from '../stored.ts';
import { Violation } from '../violation.ts';
import { tokenIn } from './companions.ts';

/** A write that was acknowledged. */
export interface Published {
  readonly path: string;
  readonly number: number;
  readonly token: string;
}

const REMEMBERED = 1000;

export class Registers {
  readonly all: Register[] = [];
  /** The latest writes, the newest last. */
  readonly published: Published[] = [];
  /** Writes that were acknowledged without a token. */
  withoutToken = 0;

  begin(): Register {
    const register = new Register(`R${this.all.length + 1}`, this);
    this.all.push(register);
    return register;
  }

  publish(path: string, number: number, token: string | undefined): void {
    if (token === undefined) this.withoutToken += 1;
    else this.published.push({ path, number, token });
    if (this.published.length > REMEMBERED) this.published.shift();
  }
}

export class Register {
  readonly label: string;
  readonly #registers: Registers;
  #id = '';
  /** The number that was acknowledged last. */
  #number: number | undefined;
  #tag = '';
  #tagBefore = '';

  constructor(label: string, registers: Registers) {
    this.label = label;
    this.#registers = registers;
  }

  get path(): string {
    return `/persons/${this.#id}`;
  }

  /** The number that was acknowledged last; undefined unless its creation was. */
  get number(): number | undefined {
    return this.#number;
  }

  /** Creates it, later raises its number. */
  next(): { readonly request: Request; readonly handleOutcome: (outcome: Outcome) => void } {
    const number = this.#number === undefined ? 0 : this.#number + 1;
    const attributes = { name: `${this.label}N${number}` };
    const request: Request =
      number === 0
        ? { method: 'POST', path: '/persons', body: { data: { type: 'person', attributes } } }
        : { method: 'PATCH', path: this.path, body: { data: { type: 'person', id: this.#id, attributes } } };
    return { request, handleOutcome: (outcome) => this.#learn(number, outcome) };
  }

  /** A change with the tag of the state before the last write, which must be refused; undefined if it has had one state only. */
  stale(): Request | undefined {
    if (this.#tagBefore === '') return undefined;
    const data = { type: 'person', id: this.#id, attributes: { name: `${this.label}X` } };
    return { method: 'PATCH', path: this.path, body: { data }, headers: { 'If-Match': this.#tagBefore } };
  }

  #learn(number: number, outcome: Outcome): void {
    if (outcome.kind === 'refused' && outcome.status < 500)
      throw new Violation(`${this.label}N${number}: refused with ${outcome.status} ${outcome.code}`);
    if (outcome.kind !== 'acknowledged') return;
    const { document, headers } = outcome.response;
    this.#id = document.data.id;
    this.#number = number;
    this.#tagBefore = this.#tag;
    this.#tag = headers.etag ?? '';
    this.#registers.publish(this.path, number, tokenIn(outcome));
  }
}

/** @throws Violation when the name that a read shows is older than the write, or one that was refused */
export function requireNumber({ path, number }: Published, name: string): void {
  const shown = /^R\d+N(\d+)$/.exec(name)?.[1];
  if (shown === undefined) throw new Violation(`${path} is ${name}, which was refused`);
  if (Number(shown) < number) throw new Violation(`${path} is ${name} for a token of number ${number}`);
}

export function isOfRegister({ name }: Pick<StoredPerson, 'name'>): boolean {
  return /^R\d+[NX]/.test(name);
}

/** @returns a sentence for each register that is not what its last write has made it, by just so many writes */
export function verifyRegisters(all: readonly Register[], persons: readonly StoredPerson[]): readonly string[] {
  const stored = Map.groupBy(persons.filter(isOfRegister), ({ name }) => name.replace(/[NX]\d*$/, ''));
  return all.flatMap(({ label, number }) => {
    const rows = stored.get(label) ?? [];
    const found = rows.map(({ name, version }) => `${name} at version ${version}`).join(', ');
    const expected = number === undefined ? '' : `${label}N${number} at version ${number + 1}`;
    return found === expected
      ? []
      : [`register ${label}: found ${found || 'nothing'} instead of ${expected || 'nothing'}`];
  });
}
