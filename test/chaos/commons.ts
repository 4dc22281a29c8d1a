// A few persons and computers that all writers contend for. The final state depends on the order of the writes, so only invariants that
// hold in any order are checked: an answer shows the effect of its request, no person disappears without a DELETE, and a computer has at
// most one owner.
import type { ApiResponse } from '../support/api-client.ts';
import type { Outcome, Request } from './attempt.ts';
import type { Random } from './random.ts';
import { Violation } from './violation.ts';

export interface SharedPerson {
  readonly token: string;
  /** Undefined unless the creation was acknowledged. */
  readonly id: string | undefined;
  presence: 'present' | 'unknown' | 'absent';
  /** DELETE requests sent so far, answered or not. */
  deleteRequests: number;
}

export interface SharedStep {
  readonly request: Request;
  /** @throws Violation when the outcome breaks an invariant */
  readonly handleOutcome: (outcome: Outcome) => void;
}

export const COMMONS_PREFIX = 'S';
const COMPUTERS = 12;
const MAX_PERSONS = 5;

export class Commons {
  /** Identifiers by token. These computers are never deleted. */
  readonly computers = new Map<string, string>();
  readonly persons: SharedPerson[] = [];
  #tokens = 0;

  /** Steps that create the computers; run them one at a time, before any other. */
  *setupSteps(): Generator<SharedStep> {
    for (let number = 1; number <= COMPUTERS; number += 1) {
      const token = this.#newToken();
      yield {
        request: creation('computer', { serial: token }, undefined),
        handleOutcome: (outcome) => {
          if (outcome.kind !== 'acknowledged')
            throw new Violation(`could not create a shared computer: ${outcome.kind}`);
          this.computers.set(token, outcome.response.document.data.id);
        },
      };
    }
  }

  /** Returns a random step. */
  next(random: Random): SharedStep {
    const alive = this.persons.filter(({ id, presence }) => id !== undefined && presence !== 'absent');
    const person = random.pick(alive);
    if (person?.id === undefined || alive.length < MAX_PERSONS) return this.#create(random);
    const kind = random.below(12);
    if (kind === 0) return this.#remove(person, person.id);
    if (kind < 3) return this.#readAll();
    if (kind < 5) return this.#assign(person, person.id, random);
    return this.#changeLinks(person, person.id, random);
  }

  #create(random: Random): SharedStep {
    const token = this.#newToken();
    const ids = this.#someComputers(random);
    const add = (id: string | undefined, presence: SharedPerson['presence']): void => {
      this.persons.push({ token, id, presence, deleteRequests: 0 });
    };
    return {
      request: creation('person', { name: token }, ids),
      handleOutcome: (outcome) => {
        expectNotRefused(outcome, token);
        if (outcome.kind === 'refused') add(undefined, 'absent');
        if (outcome.kind === 'unknown') add(undefined, 'unknown');
        if (outcome.kind !== 'acknowledged') return;
        add(outcome.response.document.data.id, 'present');
        expectLinks(outcome.response, token, (linked) => isSameSet(linked, ids));
      },
    };
  }

  #remove(person: SharedPerson, id: string): SharedStep {
    person.deleteRequests += 1;
    return {
      request: { method: 'DELETE', path: `/persons/${id}` },
      handleOutcome: (outcome) => {
        if (person.deleteRequests === 1) expectNotRefused(outcome, person.token);
        const isMissing = outcome.kind === 'refused' && outcome.status === 404;
        if (outcome.kind === 'acknowledged' || isMissing) person.presence = 'absent';
        else if (outcome.kind === 'unknown' && person.presence === 'present') person.presence = 'unknown';
      },
    };
  }

  #changeLinks(person: SharedPerson, id: string, random: Random): SharedStep {
    const ids = this.#someComputers(random);
    const method = random.pick(['POST', 'PATCH', 'DELETE'] as const) ?? 'POST';
    const fits = {
      POST: (linked: readonly string[]) => ids.every((each) => linked.includes(each)),
      PATCH: (linked: readonly string[]) => isSameSet(linked, ids),
      DELETE: (linked: readonly string[]) => !ids.some((each) => linked.includes(each)),
    }[method];
    return {
      request: { method, path: `/persons/${id}/relationships/computers`, body: { data: linkage(ids) } },
      handleOutcome: (outcome) => {
        if (person.deleteRequests === 0) expectNotRefused(outcome, person.token);
        if (outcome.kind === 'acknowledged') expectLinks(outcome.response, person.token, fits);
      },
    };
  }

  #assign(person: SharedPerson, id: string, random: Random): SharedStep {
    const computer = random.pick([...this.computers.values()]) ?? '';
    const path = `/computers/${computer}/relationships/owner`;
    return {
      request: { method: 'PATCH', path, body: { data: { type: 'person', id } } },
      handleOutcome: (outcome) => {
        if (person.deleteRequests === 0) expectNotRefused(outcome, person.token);
        if (outcome.kind === 'acknowledged' && outcome.response.document.data.relationships.owner.data?.id !== id)
          throw new Violation(`computer ${computer} was not transferred to ${person.token}: ${outcome.response.text}`);
      },
    };
  }

  #readAll(): SharedStep {
    const filter = encodeURIComponent(JSON.stringify([{ name: 'name', op: 'startswith', val: `${COMMONS_PREFIX}N` }]));
    return {
      request: { method: 'GET', path: `/persons?filter=${filter}&include=computers&page[size]=0` },
      handleOutcome: (outcome) => {
        expectNotRefused(outcome, 'the list of persons');
        if (outcome.kind !== 'acknowledged') return;
        const { data, included } = outcome.response.document;
        const linked = data.flatMap((each: ApiResponse['document']) => linkedIds(each));
        const ids = included.map(({ id }: { readonly id: string }) => id);
        if (!isSameSet(linked, ids)) throw new Violation(`linkage and included differ: ${outcome.response.text}`);
      },
    };
  }

  #someComputers(random: Random): readonly string[] {
    return random.sample([...this.computers.values()], 4);
  }

  #newToken(): string {
    this.#tokens += 1;
    return `${COMMONS_PREFIX}N${this.#tokens}`;
  }
}

function creation(type: 'person' | 'computer', attributes: object, computers: readonly string[] | undefined): Request {
  const relationships = computers === undefined ? {} : { relationships: { computers: { data: linkage(computers) } } };
  return { method: 'POST', path: `/${type}s`, body: { data: { type, attributes, ...relationships } } };
}

function linkage(ids: readonly string[]) {
  return ids.map((id) => ({ type: 'computer', id }));
}

/** @throws Violation on a 4xx: nobody has deleted the resources that the request names */
function expectNotRefused(outcome: Outcome, what: string): void {
  if (outcome.kind === 'refused' && outcome.status < 500)
    throw new Violation(`${what}: refused with ${outcome.status} ${outcome.code}`);
}

function expectLinks(response: ApiResponse, token: string, fits: (linked: readonly string[]) => boolean): void {
  if (!fits(linkedIds(response.document.data)))
    throw new Violation(`${token} does not have the computers that were requested: ${response.text}`);
}

function linkedIds(person: ApiResponse['document']): readonly string[] {
  return person.relationships.computers.data.map(({ id }: { readonly id: string }) => id);
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
