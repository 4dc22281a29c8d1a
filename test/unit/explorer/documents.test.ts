import { expect } from 'chai';
import { fieldOfError, parseErrors, parseRows } from '../../../explorer/src/model/documents.ts';
import type { Json } from '../../../explorer/src/model/json.ts';

describe('explorer: documents', () => {
  it('reads rows, their linkage and what is included', () => {
    const rows = parseRows({
      data: [
        {
          type: 'shelf',
          id: '1',
          attributes: { built: null, title: 'A' },
          relationships: { books: { data: [{ type: 'book', id: '2' }] }, owner: { data: null }, room: { links: {} } },
        },
      ],
      included: [{ type: 'book', id: '2', attributes: { isbn: '978' } }],
      meta: { count: 40 },
    });
    expect(rows.count).to.equal(40);
    expect(rows.rows).to.deep.equal([
      {
        type: 'shelf',
        id: '1',
        attributes: { built: null, title: 'A' },
        linkage: { books: [{ type: 'book', id: '2' }], owner: [], room: undefined },
        rest: {},
      },
    ]);
    expect(rows.included.get('book/2')?.attributes).to.deep.equal({ isbn: '978' });
  });

  it('tells linkage that is only the first members of a set', () => {
    const restOf = (relationship: Json): unknown => {
      const { rows } = parseRows({ data: { type: 'shelf', id: '1', relationships: { books: relationship } } });
      return rows[0]?.rest['books'];
    };
    const data = [{ type: 'book', id: '2' }];
    const next = '/shelves/1/relationships/books?page[after]=x';
    expect(restOf({ data, meta: { count: 1 }, links: { next: null } })).to.equal(undefined);
    expect(restOf({ data, meta: { complete: false, count: 40 }, links: { next } })).to.deep.equal({ count: 40, next });
    expect(restOf({ data, meta: { complete: false }, links: { next: null } })).to.deep.equal({
      count: 1,
      next: undefined,
    });
  });

  it('reads single resources, and answers without data', () => {
    expect(parseRows({ data: { type: 'shelf', id: '1' } }).rows).to.have.length(1);
    expect(parseRows({ data: null }).rows).to.be.empty;
    expect(parseRows(undefined).rows).to.be.empty;
  });

  it('finds the field that an error is about', () => {
    const fieldOf = (pointer: string): string | undefined => {
      const [error] = parseErrors({ errors: [{ source: { pointer } }] }, 422);
      return error === undefined ? 'no error' : fieldOfError(error);
    };
    expect(fieldOf('/data/attributes/name')).to.equal('name');
    expect(fieldOf('/data/attributes/a~1b~0c')).to.equal('a/b~c');
    expect(fieldOf('/data/relationships/books/data/0')).to.equal('books');
    expect(fieldOf('/data/type')).to.equal(undefined);
    expect(fieldOf('/data')).to.equal(undefined);
  });

  it('has an error that counts those that the service left out', () => {
    const document = { errors: [{ detail: '"name" is required' }], meta: { omitted: 17 } };
    const errors = parseErrors(document, 422);
    expect(errors.map(({ detail, title }) => detail || title)).to.deep.equal(['"name" is required', '… and 17 more']);
    expect(errors.map(fieldOfError)).to.deep.equal([undefined, undefined]);
  });

  it('has an error for answers that are none of the service', () => {
    for (const document of [undefined, '', {}, { errors: [] }]) {
      expect(parseErrors(document, 502).map(({ status }) => status)).to.deep.equal(['502']);
    }
  });
});
