import { expect } from 'chai';
import { columnsOf, editableOf } from '../../../explorer/src/model/fields.ts';
import { nextCell, type CellPlace } from '../../../explorer/src/model/next-cell.ts';
import { permitted } from '../../../explorer/src/model/permitted.ts';
import { api, book, required, shelf, topic } from './described.ts';

const namesOf = (resource: typeof shelf): readonly string[] =>
  editableOf(resource, columnsOf(resource)).map(({ name }) => name);

describe('explorer: cells that can be edited', () => {
  it('are attributes and links that can be read and changed', () => {
    // `secret` and `hint` are write-only, `title` is computed, `books` is to-many.
    expect(namesOf(shelf)).to.deep.equal(['built']);
    expect(namesOf(book)).to.deep.equal(['isbn', 'shelf']);
  });

  it('are those that the role may change', () => {
    const may = new Map([
      ['book', new Map([['read', undefined] as const, ['update', ['shelf']] as const])],
      ['shelf', new Map([['read', undefined] as const])],
    ]);
    const [mine] = permitted(api, may).resources.filter(({ type }) => type === 'book');
    expect(namesOf(required(mine))).to.deep.equal(['shelf']);
  });

  it('follow each other row by row', () => {
    const editable = editableOf(topic, columnsOf(topic));
    const [name, parent] = editable;
    const at = (id: string, field = name): CellPlace => ({ id, field: required(field) });
    const ids = ['7', '9'];
    expect(nextCell(editable, ids, at('7'), 1)).to.deep.equal(at('7', parent));
    expect(nextCell(editable, ids, at('7', parent), 1)).to.deep.equal(at('9'));
    expect(nextCell(editable, ids, at('9'), -1)).to.deep.equal(at('7', parent));
    expect(nextCell(editable, ids, at('9', parent), 1)).to.equal(undefined);
    expect(nextCell(editable, ids, at('7'), -1)).to.equal(undefined);
  });
});
