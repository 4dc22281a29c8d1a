// Lists of computers, read with the profile Cursor Pagination.
import { expect } from 'chai';
import { type ApiResponse } from '../support/api-client.ts';
import { CURSOR_TYPE } from '../support/media-types.ts';
import { expectStatus } from './check.ts';
import { endings, newComputers, serialsStartingWith } from './resources.ts';
import { type Session } from './session.ts';

/** Reads a page with the profile. */
export async function pageOf(session: Session, path: string): Promise<ApiResponse> {
  const response = await session.get(path, { Accept: CURSOR_TYPE });
  expectStatus(response, 200);
  return response;
}

export interface Page {
  /** The endings of the serials. */
  readonly items: readonly string[];
  readonly cursors: readonly string[];
  readonly prev: string | null;
  readonly next: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- checks reach into documents; a wrong path fails them
  readonly document: any;
}

/** Computers whose serials have the same beginning and these endings, read page by page. */
export class ComputerList {
  readonly prefix: string;
  readonly path: string;
  readonly #session: Session;

  constructor(session: Session, prefix: string) {
    this.#session = session;
    this.prefix = prefix;
    this.path = `/computers?${serialsStartingWith(prefix)}`;
  }

  /** @param parameters such as `page[size]=2` */
  async page(...parameters: readonly string[]): Promise<Page> {
    return this.#read((await pageOf(this.#session, [this.path, ...parameters].join('&'))).document);
  }

  async follow(link: string | null): Promise<Page> {
    expect(link).to.be.a('string');
    return this.#read((await pageOf(this.#session, await this.#session.pathOf(String(link)))).document);
  }

  /** The endings on all pages, in the order met. */
  async walk(page: Page, direction: 'next' | 'prev'): Promise<readonly (readonly string[])[]> {
    const met = [page.items];
    for (let at = page; at[direction] !== null;) {
      // Guards against links that form a cycle.
      expect(met.length, 'pages').to.be.below(20);
      at = await this.follow(at[direction]);
      met.push(at.items);
    }
    return met;
  }

  #read(document: Page['document']): Page {
    const { data, links } = document;
    const cursors = data.map(({ meta }: { meta: { page: { cursor: string } } }) => meta.page.cursor);
    return { items: endings(document, this.prefix), cursors, prev: links.prev, next: links.next, document };
  }
}

/** Five computers, `a` to `e`. */
export async function fiveComputers(session: Session): Promise<ComputerList> {
  return new ComputerList(session, await newComputers(session, ['a', 'b', 'c', 'd', 'e']));
}
