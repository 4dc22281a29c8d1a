import { expect } from 'chai';
import type { Row } from '../../../explorer/src/model/documents.ts';
import type { Json } from '../../../explorer/src/model/json.ts';
import { emptyQuestion, type Question } from '../../../explorer/src/model/question.ts';
import { rowsPath } from '../../../explorer/src/model/rows-path.ts';
import {
  awaiting,
  concerns,
  condensed,
  merged,
  parseTold,
  type Heard,
  type Told,
} from '../../../explorer/src/model/told.ts';
import { api, book, required, shelf, topic } from './described.ts';

const at = '2026-11-25T09:30:00.123Z';

function changeOf(subject: string, action: string, attributes: Readonly<Record<string, Json>> = {}): Told {
  const [type = '', id = ''] = subject.split('/');
  const data = { type, id };
  return required(
    parseTold({ type: 'change', attributes: { action, at, ...attributes }, relationships: { subject: { data } } }),
  );
}

function refetchOf(type: string): Told {
  return required(parseTold({ attributes: { action: 'refetch', at, resource_type: type } }));
}

/** @param linkage the relationships whose members are known, by their ids */
function rowOf(subject: string, linkage: Readonly<Record<string, readonly string[]>> = {}, isPart = false): Row {
  const [type = '', id = ''] = subject.split('/');
  const to: Readonly<Record<string, string>> = { books: 'book', shelf: 'shelf', tags: 'tag' };
  const linked = Object.entries(linkage).map(([name, ids]) => {
    return [name, ids.map((member) => ({ type: to[name] ?? type, id: member }))] as const;
  });
  const rest = linked.map(([name]) => [name, isPart ? { count: 100, next: undefined } : undefined] as const);
  return { type, id, attributes: {}, linkage: Object.fromEntries(linked), rest: Object.fromEntries(rest) };
}

const onShelf = (id: string): { readonly after: Json } => ({ after: { isbn: '1', shelf: { type: 'shelf', id } } });

describe('A change that the explorer receives', () => {
  it('is read with the resources that it links to', () => {
    expect(changeOf('book/5', 'updated', { changed: ['shelf'], ...onShelf('2') })).to.deep.equal({
      action: 'updated',
      type: 'book',
      id: '5',
      at,
      links: ['shelf/2'],
    });
    expect(refetchOf('book')).to.deep.equal({ action: 'refetch', type: 'book', at });
    expect(parseTold({ attributes: { action: 'renamed' } })).to.equal(undefined);
  });

  it('has unknown links if it lacks its content or a changed field', () => {
    expect(changeOf('book/5', 'updated', { changed: ['isbn'] })).to.have.property('links', undefined);
    const many = changeOf('topic/5', 'updated', { changed: ['tags'], after: { name: 'A', parent: null } });
    expect(many).to.have.property('links', undefined);
    expect(changeOf('book/5', 'deleted')).to.have.deep.property('links', []);
  });

  describe('concerns a row', () => {
    const cases: readonly (readonly [string, Told, Row, boolean])[] = [
      ['that has changed itself', changeOf('shelf/1', 'updated', { after: {} }), rowOf('shelf/1'), true],
      ['not if another row has changed', changeOf('shelf/2', 'updated', { after: {} }), rowOf('shelf/1'), false],
      ['that shows the changed resource', changeOf('book/5', 'deleted'), rowOf('shelf/1', { books: ['4', '5'] }), true],
      ['that is linked now', changeOf('book/5', 'created', onShelf('1')), rowOf('shelf/1', { books: [] }), true],
      ['not if another is linked', changeOf('book/5', 'created', onShelf('2')), rowOf('shelf/1', { books: [] }), false],
      ['not if it does not show the link', changeOf('book/5', 'created', onShelf('1')), rowOf('shelf/1'), false],
      [
        'that has members beyond those read',
        changeOf('book/5', 'deleted'),
        rowOf('shelf/1', { books: ['1'] }, true),
        true,
      ],
      ['if it may be linked', changeOf('book/5', 'updated', { changed: [] }), rowOf('shelf/1', { books: [] }), true],
      ['of a type to read again', refetchOf('shelf'), rowOf('shelf/1'), true],
      ['that shows a type to read again', refetchOf('book'), rowOf('shelf/1', { books: [] }), true],
      ['not of a type that it does not show', refetchOf('tag'), rowOf('shelf/1', { books: [] }), false],
    ];
    for (const [what, told, row, expected] of cases)
      it(what, () => {
        expect(concerns(told, shelf, row)).to.equal(expected);
      });
  });

  describe('is counted for a list', () => {
    const lists: Readonly<Record<string, Partial<Question>>> = {
      plain: {},
      sorted: { sort: [{ path: 'isbn', descending: false }] },
      searched: { search: 'a' },
      'sorted by another type': { sort: [{ path: 'shelf__built', descending: false }] },
      'filtered by another type': {
        filter: [{ not: { name: 'shelf', op: 'has', val: { name: 'built', op: 'eq', val: null } } }],
      },
      'filtered by a link': { filter: [{ name: 'shelf', op: 'eq', val: '1' }] },
      'without that column': { columns: ['isbn'] },
    };
    const updated = changeOf('book/5', 'updated', { after: {} });
    const [created, deleted] = [changeOf('book/6', 'created', { after: {} }), changeOf('book/7', 'deleted')];
    const others = changeOf('shelf/1', 'updated', { after: {} });
    const cases: readonly (readonly [keyof typeof lists, readonly Told[], number | 'some'])[] = [
      ['plain', [updated, others], 0],
      ['plain', [updated, created, deleted], 2],
      ['sorted', [updated, created, deleted, others], 3],
      ['searched', [updated], 1],
      ['sorted by another type', [others], 1],
      ['filtered by another type', [others], 1],
      ['filtered by a link', [others], 1],
      ['filtered by a link', [changeOf('tag/1', 'deleted')], 0],
      ['plain', [created, refetchOf('book')], 'some'],
      ['plain', [refetchOf('shelf')], 'some'],
      ['plain', [refetchOf('tag')], 0],
      ['without that column', [refetchOf('shelf')], 0],
    ];
    for (const [name, told, expected] of cases)
      it(`${name}: ${told.map(({ type, action }) => `${type} ${action}`).join(', ')}`, () => {
        const question = { ...emptyQuestion('book'), ...lists[name] };
        expect(awaiting(api, book, question, told)).to.equal(expected);
      });

    it('also along a path through the same type', () => {
      const sort = [{ path: 'parent__parent__name', descending: false }];
      const question = { ...emptyQuestion('topic'), sort };
      expect(awaiting(api, topic, question, [changeOf('topic/1', 'updated', { after: {} })])).to.equal(1);
    });
  });

  describe('is kept by resource', () => {
    const heard = (heardAt: number, told: Told): Heard => ({ ...told, heardAt });
    const actions = (kept: ReadonlyMap<string, Heard>): readonly string[] =>
      [...kept].map(([key, { action }]) => `${key} ${action}`);

    it('as the last change, but a new resource stays new, and leaves no trace when deleted', () => {
      const first = merged(
        new Map(),
        [changeOf('book/1', 'created'), changeOf('book/2', 'created'), changeOf('book/3', 'updated')].map((told) =>
          heard(1, told),
        ),
        0,
      );
      const next = [changeOf('book/1', 'updated'), changeOf('book/2', 'deleted'), changeOf('book/3', 'deleted')];
      const second = merged(
        first,
        [...next, refetchOf('book')].map((told) => heard(2, told)),
        0,
      );
      expect(actions(second)).to.deep.equal(['book/1 created', 'book/3 deleted', 'book refetch']);
    });

    it('until the list is reloaded', () => {
      const kept = merged(new Map(), [heard(1, changeOf('book/1', 'updated'))], 0);
      expect(actions(merged(kept, [heard(5, changeOf('book/2', 'updated'))], 3))).to.deep.equal(['book/2 updated']);
    });

    it('as one refetch of each type once there are very many', () => {
      const many = Array.from({ length: 1001 }, (_, place) => heard(place, changeOf(`book/${place + 1}`, 'updated')));
      expect(actions(merged(new Map(), many, 0))).to.deep.equal(['book refetch']);
      expect(condensed([...many, heard(9, changeOf('shelf/1', 'deleted'))])).to.deep.equal([
        { action: 'refetch', type: 'book', at, heardAt: 1000 },
        { action: 'refetch', type: 'shelf', at, heardAt: 9 },
      ]);
    });
  });

  it('leads to a request for single rows, with the columns of the list', () => {
    const question = { ...emptyQuestion('book'), search: 'a', page: 3, columns: ['isbn'] };
    expect(rowsPath(api, book, question, ['4', '5'])).to.equal(
      '/books?filter=[{"name":"id","op":"in_","val":["4","5"]}]&page[size]=2&fields[book]=isbn',
    );
  });
});
