// Requests, rows and resource objects of the floor.
import type { Pool } from 'pg';

export interface FloorRequest {
  readonly pool: Pool;
  /** Selects the exact number of persons. */
  readonly countPersons: string;
  readonly method: string;
  readonly url: string;
  readonly path: string;
  /** The first segment of the path, or empty. */
  readonly collection: string;
  /** The second segment of the path, or empty. */
  readonly id: string;
  readonly query: string;
  readonly body: string;
}

export interface FloorAnswer {
  readonly status: number;
  readonly document: object;
  readonly location?: string;
}

/** An answer as it is sent. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export function renderAnswer({ status, document, location }: FloorAnswer): RenderedAnswer {
  const headers = {
    'Content-Type': 'application/vnd.api+json',
    ...(location === undefined ? {} : { Location: location }),
  };
  return { status, headers, text: JSON.stringify(document) };
}

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly birth_date: string | null;
}

export interface ComputerRow {
  readonly id: string;
  readonly serial: string;
}

/** The columns of a `PersonRow`. */
export const PERSON = `id::text, name, email, to_char(birth_date, 'YYYY-MM-DD') as birth_date`;

export const jsonapi = { version: '1.0' };

/**
 * @param pages the links to other pages of computers, if they come in pages
 * @param meta the `meta` of the relationship
 */
export function personObject(
  { id, name, email, birth_date }: PersonRow,
  computers: readonly string[],
  { pages = {}, meta }: { readonly pages?: object; readonly meta?: object } = {},
): object {
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
        links: { self: `${self}/relationships/computers`, related: `${self}/computers`, ...pages },
        data: computers.map((computer) => ({ type: 'computer', id: computer })),
        ...(meta && { meta }),
      },
    },
    links: { self },
  };
}

/** @param owner the identifier, if the owner is part of the answer */
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

/** @param text comma-separated */
export function identifiersIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

export const PAGE_SIZE = 30;

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
