import { expect } from 'chai';
import { MEDIA_TYPE } from '#adapters/http/api/media-types';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { bearer } from '../../support/access.ts';
import { serveApp, type ServedApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';
import { twoOfEverything } from '../../support/two-of-everything.ts';

/** What each may do with authors, to which a book is linked twice: by the same number as its own. */
const mayDo = {
  'of books': { read: {}, update: { fields: ['books'] } },
  'of edited books': { read: {}, update: { fields: ['edited_books'] } },
  'of one author': { read: { where: [{ name: 'id', op: 'eq', val: '1' }] }, update: {} },
};
const roles = Object.fromEntries(
  Object.entries({ ...mayDo, all: { read: {}, update: {} } }).map(([role, author]) => [
    role,
    { author, book: { read: {}, update: {} } },
  ]),
);
const authors = (id: string): object => ({ data: [{ type: 'author', id }] });
const editor = (id: string): object => ({ data: { type: 'author', id } });

describe('Two relationships of one type to another', () => {
  let served: ServedApp;

  before(async () => {
    const access = accessFor(
      { roles },
      Object.keys(roles).map((name) => ({ name, role: name })),
    );
    served = await serveApp(await twoOfEverything(new MemoryUnitOfWork()), { access });
  });
  after(() => served.close());

  for (const [role, refused, pointer] of [
    ['of books', 'editor', '/data/relationships/editor/data'],
    ['of edited books', 'authors', '/data/relationships/authors/data'],
  ] as const)
    it(`are told apart where only one may be changed: ${refused}`, async () => {
      const sent = { authors: authors('2'), editor: editor('2') };
      for (const relationships of [sent, { editor: sent.editor, authors: sent.authors }])
        expect(await refusalOf(role, '1', relationships)).to.deep.equal([403, pointer]);
    });

  it('are told apart where one leads to a hidden resource', async () => {
    const sent = { authors: authors('1'), editor: editor('1') };
    expect(await refusalOf('of one author', '2', { authors: sent.authors })).to.deep.equal([200]);
    expect(await refusalOf('of one author', '2', sent)).to.deep.equal([403, '/data/relationships/editor/data']);
  });

  /** The status, and the place of each error. */
  async function refusalOf(role: string, id: string, relationships: object): Promise<readonly unknown[]> {
    const answer = await fetch(`${served.url}/books/${id}`, {
      method: 'PATCH',
      headers: { ...bearer(role), 'Content-Type': MEDIA_TYPE },
      body: JSON.stringify({ data: { type: 'book', id, relationships } }),
    });
    const { errors = [] } = (await answer.json()) as { readonly errors?: readonly { readonly source: Source }[] };
    return [answer.status, ...errors.map(({ source }) => source.pointer)];
  }
});

interface Source {
  readonly pointer?: string;
}
