// A few persons and computers that all writers fight over. What the rows end up as depends on who came last, so only promises that hold in
// any order are checked: an answer shows what it has done, nobody disappears undeleted, a computer is in one set at most.
import type { ApiResponse } from '../support/api-client.ts';
import type { Outcome, Request } from './attempt.ts';
import type { Random } from './random.ts';
import { Violation } from './violation.ts';

export interface SharedPerson {
  readonly token: string;
  /** Undefined when the answer to the creation was lost. */
  readonly id: string | undefined;
  fate: 'there' | 'perhaps' | 'gone';
  /** How often its deletion has been asked for. */
  deletions: number;
}

export interface SharedStep {
  readonly request: Request;
  /** @throws Violation when the outcome breaks a promise */
  readonly conclude: (outcome: Outcome) => void;
}

export const COMMONS = 'S';
const COMPUTERS = 12;
const MOST_PERSONS = 5;

export class Commons {
  /** Identifiers by token; these computers are never deleted. */
  readonly computers = new Map<string, string>();
  readonly persons: SharedPerson[] = [];
  #tokens = 0;

  /** What creates the computers, one after another. */
  *beginnings(): Generator<SharedStep> {
    for (let number = 1; number <= COMPUTERS; number += 1) {
      const token = this.#newToken();
      yield {
        request: creation('computer', { serial: token }, undefined),
        conclude: (outcome) => {
          if (outcome.kind !== 'acknowledged') throw new Violation(`could not begin: ${outcome.kind}`);
          this.computers.set(token, outcome.response.document.data.id);
        },
      };
    }
  }

  /** A random step. */
  next(random: Random): SharedStep {
    const alive = this.persons.filter(({ id, fate }) => id !== undefined && fate !== 'gone');
    const person = random.pick(alive);
    if (person?.id === undefined || alive.length < MOST_PERSONS) return this.#create(random);
    const kind = random.below(12);
    if (kind === 0) return this.#remove(person, person.id);
    if (kind < 3) return this.#readAll();
    if (kind < 5) return this.#assign(person, person.id, random);
    return this.#changeLinks(person, person.id, random);
  }

  #create(random: Random): SharedStep {
    const token = this.#newToken();
    const ids = this.#someComputers(random);
    const settle = (id: string | undefined, fate: SharedPerson['fate']): void => {
      this.persons.push({ token, id, fate, deletions: 0 });
    };
    return {
      request: creation('person', { name: token }, ids),
      conclude: (outcome) => {
        refuseNotFound(outcome, token);
        if (outcome.kind === 'refused') settle(undefined, 'gone');
        if (outcome.kind === 'unknown') settle(undefined, 'perhaps');
        if (outcome.kind !== 'acknowledged') return;
        settle(outcome.response.document.data.id, 'there');
        expectLinks(outcome.response, token, (linked) => isSameSet(linked, ids));
      },
    };
  }

  #remove(person: SharedPerson, id: string): SharedStep {
    person.deletions += 1;
    return {
      request: { method: 'DELETE', path: `/persons/${id}` },
      conclude: (outcome) => {
        if (person.deletions === 1) refuseNotFound(outcome, person.token);
        const isMissing = outcome.kind === 'refused' && outcome.status === 404;
        if (outcome.kind === 'acknowledged' || isMissing) person.fate = 'gone';
        else if (outcome.kind === 'unknown' && person.fate === 'there') person.fate = 'perhaps';
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
      conclude: (outcome) => {
        if (person.deletions === 0) refuseNotFound(outcome, person.token);
        if (outcome.kind === 'acknowledged') expectLinks(outcome.response, person.token, fits);
      },
    };
  }

  #assign(person: SharedPerson, id: string, random: Random): SharedStep {
    const computer = random.pick([...this.computers.values()]) ?? '';
    const path = `/computers/${computer}/relationships/owner`;
    return {
      request: { method: 'PATCH', path, body: { data: { type: 'person', id } } },
      conclude: (outcome) => {
        if (person.deletions === 0) refuseNotFound(outcome, person.token);
        if (outcome.kind === 'acknowledged' && outcome.response.document.data.relationships.owner.data?.id !== id)
          throw new Violation(`computer ${computer} was not given to ${person.token}: ${outcome.response.text}`);
      },
    };
  }

  #readAll(): SharedStep {
    const filter = encodeURIComponent(JSON.stringify([{ name: 'name', op: 'startswith', val: `${COMMONS}N` }]));
    return {
      request: { method: 'GET', path: `/persons?filter=${filter}&include=computers&page[size]=0` },
      conclude: (outcome) => {
        refuseNotFound(outcome, 'the list of persons');
        if (outcome.kind !== 'acknowledged') return;
        const { data, included } = outcome.response.document;
        const linked = data.flatMap((each: ApiResponse['document']) => linkedIds(each));
        const ids = included.map(({ id }: { readonly id: string }) => id);
        if (!isSameSet(linked, ids)) throw new Violation(`linkage and included differ: ${outcome.response.text}`);
      },
    };
  }

  #someComputers(random: Random): readonly string[] {
    return random.some([...this.computers.values()], 4);
  }

  #newToken(): string {
    this.#tokens += 1;
    return `${COMMONS}N${this.#tokens}`;
  }
}

function creation(type: 'person' | 'computer', attributes: object, computers: readonly string[] | undefined): Request {
  const relationships = computers === undefined ? {} : { relationships: { computers: { data: linkage(computers) } } };
  return { method: 'POST', path: `/${type}s`, body: { data: { type, attributes, ...relationships } } };
}

function linkage(ids: readonly string[]) {
  return ids.map((id) => ({ type: 'computer', id }));
}

/** @throws Violation when something was not found that nobody has deleted */
function refuseNotFound(outcome: Outcome, what: string): void {
  if (outcome.kind === 'refused' && outcome.status < 500)
    throw new Violation(`${what}: refused with ${outcome.status} ${outcome.code}`);
}

function expectLinks(response: ApiResponse, token: string, fits: (linked: readonly string[]) => boolean): void {
  if (!fits(linkedIds(response.document.data)))
    throw new Violation(`the set of ${token} is not what was asked for: ${response.text}`);
}

function linkedIds(person: ApiResponse['document']): readonly string[] {
  return person.relationships.computers.data.map(({ id }: { readonly id: string }) => id);
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
