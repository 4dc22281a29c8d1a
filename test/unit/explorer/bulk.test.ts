import { expect } from 'chai';
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
