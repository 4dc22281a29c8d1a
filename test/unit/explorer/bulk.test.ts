import { expect } from 'chai';
import { doingOf, resultOf, type BulkReport } from '../../../explorer/src/model/bulk-result.ts';
import { nextPath, operationOf, refusedIn, stepOf } from '../../../explorer/src/model/bulk.ts';
import type { ApiError, Row } from '../../../explorer/src/model/documents.ts';
import type { Attribute, Relationship, Resource } from '../../../explorer/src/model/api.ts';
import { book, required, shelf } from './described.ts';

const attribute = (resource: Resource, name: string): Attribute =>
  required(resource.fields.filter((field) => field.kind !== 'relationship').find((field) => field.name === name));
const relationship = (resource: Resource, name: string): Relationship =>
  required(resource.fields.filter((field) => field.kind === 'relationship').find((field) => field.name === name));

const stored: Row = {
  type: 'book',
  id: '7',
  attributes: { isbn: '1' },
  linkage: { shelf: [{ type: 'shelf', id: '3' }] },
  rest: {},
};

describe('explorer: a change of many', () => {
  it('knows how to take each step back, where the API shows what was there', () => {
    const to = { type: 'shelf', id: '4', label: 'Four' };
    const link = { kind: 'link', relationship: relationship(book, 'shelf'), to } as const;
    const set = { kind: 'set', attribute: attribute(book, 'isbn'), value: '2' } as const;
    const fromThree = { id: '7', to: { type: 'shelf', id: '4' }, back: { type: 'shelf', id: '3' } };
    expect(stepOf(stored, link)).to.deep.equal(fromThree);
    expect(stepOf({ ...stored, linkage: { shelf: [] } }, link).back).to.equal(null);
    expect(stepOf(stored, set)).to.deep.equal({ id: '7', to: '2', back: '1' });
    expect(stepOf(stored, { ...set, attribute: attribute(shelf, 'secret') }).back).to.equal(undefined);
    expect(stepOf(stored, { kind: 'remove' }).back).to.equal(undefined);
    // An unread field is not taken for an unset one.
    const unread = { ...stored, attributes: {}, linkage: {} };
    for (const change of [set, link]) expect(stepOf(unread, change).back).to.equal(undefined);
  });

  it('is made of operations', () => {
    const meta = { if_match: '*' };
    const to = { type: 'shelf', id: '4' };
    const link = { kind: 'link', relationship: relationship(book, 'shelf'), to: { ...to, label: 'Four' } } as const;
    expect(operationOf(book, link, stepOf(stored, link))).to.deep.equal({
      op: 'update',
      data: { type: 'book', id: '7', relationships: { shelf: { data: to } } },
      meta,
    });
    const set = { kind: 'set', attribute: attribute(book, 'isbn'), value: '2' } as const;
    expect(operationOf(book, set, stepOf(stored, set))).to.deep.equal({
      op: 'update',
      data: { type: 'book', id: '7', attributes: { isbn: '2' } },
      meta,
    });
    const remove = { kind: 'remove' } as const;
    expect(operationOf(book, remove, stepOf(stored, remove))).to.deep.equal({
      op: 'remove',
      ref: { type: 'book', id: '7' },
      meta,
    });
  });

  it('reads on behind the last id, only what it needs', () => {
    const filter = [{ name: 'isbn', op: 'eq', val: '1' }];
    expect(nextPath(book, filter, { kind: 'remove' }, '9', 50)).to.equal(
      '/books?filter=[{"name":"isbn","op":"eq","val":"1"},{"name":"id","op":"gt","val":"9"}]&sort=id&page[size]=50&fields[book]=',
    );
    const change = { kind: 'link', relationship: relationship(book, 'shelf'), to: undefined } as const;
    expect(nextPath(book, [], change, undefined, 50)).to.equal(
      '/books?sort=id&page[size]=50&include=shelf&fields[shelf]=&fields[book]=shelf',
    );
  });

  it('reports what was changed in how many resources', () => {
    const to = { type: 'shelf', id: '4', label: 'Four' };
    const link = { kind: 'link', relationship: relationship(book, 'shelf'), to } as const;
    const set = { kind: 'set', attribute: attribute(shelf, 'built'), value: '1999-12-31' } as const;
    const run = { resource: shelf, change: set, undoes: false, total: 4, refused: [], left: [] };
    const done = [null, '1900-01-01', '1999-12-31', undefined].map((back, id) => ({
      id: String(id),
      to: set.value,
      back,
    }));
    const results: readonly (readonly [Partial<BulkReport>, string])[] = [
      [{}, '3 shelves changed: built set to 1999-12-31; 1 already had this value'],
      [
        { total: 6, refused: [1], left: [1] },
        '3 shelves changed: built set to 1999-12-31; 1 already had this value, 1 refused, 1 left unchanged',
      ],
      [{ done: done.slice(0, 1), total: 9 }, '1 of 9 shelves changed: built set to 1999-12-31'],
      [{ done: done.slice(0, 2), change: { ...set, value: null } }, '2 of 4 shelves changed: built unset'],
      [
        { done: done.slice(0, 1), total: 1, change: { ...set, value: 'x'.repeat(99) } },
        `1 shelf changed: built set to ${'x'.repeat(60)}…`,
      ],
      [{ undoes: true }, '4 shelves restored: built as before'],
      [{ resource: book, change: link }, '3 books changed: shelf set to Four; 1 already had this value'],
      [{ change: { kind: 'remove' }, done: [], left: [1, 2], total: 2 }, '0 shelves deleted; 2 left unchanged'],
    ];
    for (const [part, expected] of results) expect(resultOf({ ...run, done, ...part }, false)).to.equal(expected);
    expect(resultOf({ ...run, done, left: [1] }, true)).to.match(/, 1 not confirmed$/);
    expect(doingOf(run)).to.equal('Setting built of 4 shelves');
    expect(doingOf({ ...run, undoes: true })).to.equal('Restoring 4 shelves');
  });

  it('finds the steps that were refused by the pointers of the errors', () => {
    const error = (pointer: string | undefined, detail: string): ApiError => {
      return { status: '404', code: '', title: 'Not found', detail, pointer, parameter: undefined };
    };
    expect(
      refusedIn([error('/atomic:operations/1/ref', 'gone'), error('/atomic:operations/12/data/id', '')]),
    ).to.deep.equal(
      new Map([
        [1, 'gone'],
        [12, 'Not found'],
      ]),
    );
    expect(
      refusedIn([error('/atomic:operations/1/data/a', 'a'), error('/atomic:operations/1/data/b', 'b')])?.get(1),
    ).to.equal('a; b');
    expect(refusedIn([error(undefined, 'too long'), error('/atomic:operations', 'too many')])).to.equal(undefined);
  });
});
