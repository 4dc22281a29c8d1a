import { expect } from 'chai';
import type { Attribute } from '../../../explorer/src/model/api.ts';
import type { Row } from '../../../explorer/src/model/documents.ts';
import {
  shownIn,
  toSend,
  withChecked,
  withLinks,
  withPreset,
  withoutSaved,
  withTyped,
  withUnfinished,
  withUnset,
} from '../../../explorer/src/model/draft-changes.ts';
import { emptyDraft, isTouched, type Draft } from '../../../explorer/src/model/draft.ts';
import { attributesOf } from '../../../explorer/src/model/fields.ts';
import { book, poster, required, shelf, topic } from './described.ts';

const attribute = (name: string, of = shelf): Attribute =>
  required(attributesOf(of).find((field) => field.name === name));
const secret = attribute('secret');
const hint = attribute('hint');
const built = attribute('built');
const row: Row = { type: 'shelf', id: '1', attributes: { built: '1900-01-01', title: 'A' }, linkage: {}, rest: {} };

describe('explorer: drafts', () => {
  const typed = (field: Attribute, value: string, of: Row | undefined, draft = emptyDraft): Draft =>
    withTyped(draft, field, value, of);

  it('has only what was touched', () => {
    expect(isTouched(emptyDraft)).to.equal(false);
    expect(toSend(shelf, typed(built, '1950-02-03', row), '1')).to.deep.equal({
      type: 'shelf',
      id: '1',
      attributes: { built: '1950-02-03' },
    });
  });

  it('never sends links of a resource that exists, because the page may not have read all of them', () => {
    const linked = withLinks(emptyDraft, 'books', [{ type: 'book', id: '1', label: 'A' }]);
    expect(toSend(shelf, linked, '1')).to.deep.equal({ type: 'shelf', id: '1', attributes: {} });
    expect(toSend(shelf, linked, undefined)).to.have.property('relationships');
  });

  it('counts a link only once it differs from the one that the form was opened with', () => {
    const parent = { type: 'topic', id: '1', label: 'A' };
    const opened = withPreset(emptyDraft, 'parent', parent);
    expect(isTouched(opened)).to.equal(false);
    expect(toSend(topic, opened, undefined)['relationships']).to.deep.equal({
      parent: { data: { type: 'topic', id: '1' } },
    });
    expect(isTouched(withLinks(opened, 'parent', []))).to.equal(false);
    expect(isTouched(withLinks(opened, 'parent', [{ ...parent, id: '2' }]))).to.equal(true);
    expect(isTouched(withTyped(opened, attribute('name', topic), 'B', undefined))).to.equal(true);
  });

  it('is untouched again when the stored value is typed', () => {
    const changed = typed(built, '1950-02-03', row);
    expect(isTouched(typed(built, '1900-01-01', row, changed))).to.equal(false);
  });

  it('unsets what is emptied, if it may be unset', () => {
    expect(typed(built, '', row).values).to.deep.equal({ built: null });
    const isbn = required(attributesOf(book).find(({ name }) => name === 'isbn'));
    const of = { ...row, attributes: { isbn: '1' } };
    expect(withTyped(emptyDraft, isbn, '', of).values).to.deep.equal({ isbn: '' });
  });

  it('sends values of other kinds as JSON', () => {
    const optional = (format: string): Attribute => ({ ...built, format });
    const stored: Row = { ...row, attributes: { built: 0 } };
    expect(typed(optional('integer'), '40', undefined).values).to.deep.equal({ built: 40 });
    expect(typed(optional('integer'), '40', stored).values).to.deep.equal({ built: 40 });
    expect(typed(optional('integer'), '', stored).values).to.deep.equal({ built: null });
    expect(isTouched(typed(optional('integer'), '0', stored))).to.equal(false);
    expect(shownIn(emptyDraft, optional('integer'), stored)).to.equal('0');
    const no = typed(optional('boolean'), 'false', undefined);
    expect(no.values).to.deep.equal({ built: false });
    expect(shownIn(no, optional('boolean'), undefined)).to.equal('false');
  });

  it('holds the choice, and leaves a default to the service', () => {
    const condition = attribute('condition', poster);
    const stored: Row = { ...row, type: 'poster', attributes: { condition: 'worn', language: 'de', copies: 2 } };
    const worn = typed(condition, 'worn', undefined);
    expect(worn.values).to.deep.equal({ condition: 'worn' });
    expect(shownIn(worn, condition, undefined)).to.equal('worn');
    expect(isTouched(typed(condition, '', undefined, worn))).to.equal(false);
    expect(isTouched(typed(condition, 'worn', stored))).to.equal(false);
    expect(typed(condition, '', stored).values).to.deep.equal({ condition: null });
    for (const [field, text] of [
      [attribute('language', poster), 'en'],
      [attribute('copies', poster), '0'],
    ] as const) {
      expect(shownIn(emptyDraft, field, undefined)).to.equal('');
      const given = typed(field, text, undefined);
      expect(isTouched(given)).to.equal(true);
      expect(toSend(poster, typed(field, '', undefined, given), undefined)).to.deep.equal({
        type: 'poster',
        attributes: {},
      });
      expect(isTouched(typed(field, text, stored))).to.equal(true);
    }
  });

  it('keeps a value that is never shown until something is typed', () => {
    expect(shownIn(emptyDraft, secret, row)).to.equal('');
    const changed = typed(secret, 'x', row);
    expect(changed.values).to.deep.equal({ secret: 'x' });
    expect(isTouched(typed(secret, '', row, changed))).to.equal(false);
    expect(withUnset(emptyDraft, hint.name, true).values).to.deep.equal({ hint: null });
    expect(isTouched(withUnset(withUnset(emptyDraft, hint.name, true), hint.name, false))).to.equal(false);
  });

  it('sends nothing for inputs of a new resource that stayed empty', () => {
    const draft = typed(built, '', undefined, typed(secret, 'x', undefined));
    expect(toSend(shelf, draft, undefined)).to.deep.equal({ type: 'shelf', attributes: { secret: 'x' } });
  });

  it('links a new resource', () => {
    const link = { type: 'book', id: '2', label: '978' };
    const draft = withLinks(emptyDraft, 'books', [link]);
    expect(isTouched(draft)).to.equal(true);
    expect(isTouched(withLinks(draft, 'books', []))).to.equal(false);
    expect(toSend(shelf, draft, undefined)).to.deep.equal({
      type: 'shelf',
      attributes: {},
      relationships: { books: { data: [{ type: 'book', id: '2' }] } },
    });
    const toOne = withLinks(emptyDraft, 'shelf', [{ type: 'shelf', id: '1', label: 'A' }]);
    expect(toSend(book, toOne, undefined)).to.deep.equal({
      type: 'book',
      attributes: {},
      relationships: { shelf: { data: { type: 'shelf', id: '1' } } },
    });
  });

  it('is worth keeping while a creation may have been done', () => {
    const attempt = { key: 'k', unanswered: [] };
    expect(isTouched({ ...emptyDraft, attempt })).to.equal(false);
    expect(isTouched({ ...emptyDraft, attempt: { ...attempt, unanswered: [emptyDraft] } })).to.equal(true);
    expect(typed(secret, 'x', undefined, { ...emptyDraft, attempt }).attempt).to.equal(attempt);
  });

  it('keeps what was typed after it was sent', () => {
    const sent = typed(secret, 'x', row);
    const later = typed(built, '1950-02-03', row, typed(secret, 'xy', row, sent));
    expect(withoutSaved(later, sent).values).to.deep.equal({ secret: 'xy', built: '1950-02-03' });
    expect(isTouched(withoutSaved(sent, sent))).to.equal(false);
  });

  it('remembers inputs that hold half a value', () => {
    const half = withUnfinished(typed(built, '1950-02-03', row), 'built');
    expect(half).to.deep.include({ values: {}, unfinished: ['built'] });
    expect(isTouched(half)).to.equal(true);
    expect(shownIn(half, built, row)).to.equal('');
    expect(typed(built, '1951-01-01', row, half).unfinished).to.be.empty;
  });

  it('are corrected by their inputs when they are sent', () => {
    const attributes = attributesOf(shelf);
    const half = withChecked(emptyDraft, attributes, ['built'], row);
    expect(half).to.deep.equal(withUnfinished(emptyDraft, 'built'));
    expect(withChecked(half, attributes, ['built'], row)).to.deep.equal(half);
    // Browsers fire no event when a half-typed value is deleted.
    expect(withChecked(half, attributes, [], row)).to.deep.include({ values: { built: null }, unfinished: [] });
    expect(withChecked(half, attributes, [], undefined)).to.deep.equal(emptyDraft);
    const other = typed(secret, 'x', row, half);
    expect(withChecked(other, attributes, [], row).values).to.deep.equal({ secret: 'x', built: null });
  });
});
