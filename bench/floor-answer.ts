// What the floor's answers are made of.
import type { Pool } from 'pg';

/** One request, taken apart as far as the floor needs it. */
export interface FloorRequest {
  readonly pool: Pool;
  /** A select of how many persons there are, exactly. */
  readonly countPersons: string;
  readonly url: string;
  readonly path: string;
  /** The path's second name; empty when there is none. */
  readonly id: string;
  readonly query: string;
  readonly body: string;
}

export interface FloorAnswer {
  readonly status: number;
  readonly document: object;
  readonly location?: string;
}

/** A row of any statement that reads persons; `computers` are identifiers, separated by commas. */
export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly birth_date: string | null;
}

/** A row of any statement that reads computers. */
export interface ComputerRow {
  readonly id: string;
  readonly serial: string;
}

/** The columns of a `PersonRow`. */
export const PERSON = `id::text, name, email, to_char(birth_date, 'YYYY-MM-DD') as birth_date`;

export const jsonapi = { version: '1.0' };

/** A person as a resource object. */
export function personObject({ id, name, email, birth_date }: PersonRow, computers: readonly string[]): object {
  const self = `/persons/${id}`;
  return {
    type: 'person',
    id,
    attributes: {
      birth_date,
      display_name: email === null ? name.toUpperCase() : `${name.toUpperCase()} <${email}>`,
    },
    relationships: {
      computers: {
        links: { self: `${self}/relationships/computers`, related: `${self}/computers` },
        data: computers.map((computer) => ({ type: 'computer', id: computer })),
      },
    },
    links: { self },
  };
}

/**
 * A computer as a resource object.
 * @param owner their identifier, when the answer shows them too
 */
export function computerObject({ id, serial }: ComputerRow, owner?: string): object {
  const self = `/computers/${id}`;
  const links = { self: `${self}/relationships/owner`, related: `${self}/owner` };
  return {
    type: 'computer',
    id,
    attributes: { serial },
    relationships: { owner: owner === undefined ? { links } : { links, data: { type: 'person', id: owner } } },
    links: { self },
  };
}

/** Identifiers that SQL has joined by commas. */
export function identifiersIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/** How many resources a page has. */
export const PAGE_SIZE = 30;

/** The links of a list of several pages or one. */
export function pageLinks({ url, query }: FloorRequest, number: number, total: number): object {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return { self: url };
  const to = (page: number): string =>
    query.includes('page%5Bnumber%5D=')
      ? url.replace(/page%5Bnumber%5D=\d+/, `page%5Bnumber%5D=${page}`)
      : `${url}${query === '' ? '?' : '&'}page%5Bnumber%5D=${page}`;
  return {
    self: url,
    first: to(1),
    last: to(last),
    ...(number > 1 ? { prev: to(number - 1) } : {}),
    ...(number < last ? { next: to(number + 1) } : {}),
  };
}
