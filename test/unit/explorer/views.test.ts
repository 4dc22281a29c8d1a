import { expect } from 'chai';
import { emptyQuestion } from '../../../explorer/src/model/question.ts';
import {
  isShown,
  parseViews,
  questionIn,
  viewOf,
  withName,
  withoutView,
  withView,
  writeViews,
} from '../../../explorer/src/model/views.ts';
import { api } from './described.ts';

const question = {
  ...emptyQuestion('shelf'),
  filter: [{ name: 'built', op: 'gt', val: '1900-01-01' }],
  sort: [{ path: 'built', descending: true }],
  columns: ['built'],
  size: 50,
  search: 'a',
};

describe('explorer: named views', () => {
  const old = viewOf(question, 'Old');
  const all = viewOf(emptyQuestion('shelf'), 'All');
  const others = viewOf(emptyQuestion('book'), 'Old');

  it('contain neither the page nor the open resource', () => {
    const now = { ...question, page: 3, open: { type: 'book', id: '1' } };
    expect(questionIn(api, viewOf(now, 'Old'))).to.deep.equal(question);
    expect(isShown(api, old, now)).to.equal(true);
    expect(isShown(api, all, now)).to.equal(false);
  });

  it('are not offered if the service no longer has what they show', () => {
    expect(questionIn(api, viewOf(emptyQuestion('printer'), 'Printers'))).to.equal(undefined);
  });

  it('have a unique name within their type', () => {
    const views = [old, all, others];
    const replaced = viewOf({ ...question, search: '' }, 'Old');
    expect(withView(views, replaced)).to.deep.equal([replaced, all, others]);
    expect(withName(views, all, 'Old')).to.deep.equal([{ ...all, name: 'Old' }, others]);
    expect(withName(views, old, 'Old')).to.deep.equal(views);
    expect(withName(views, old, 'Older')).to.deep.equal([{ ...old, name: 'Older' }, all, others]);
    expect(withoutView(views, old)).to.deep.equal([all, others]);
  });

  it('are read back as written, without invalid ones', () => {
    expect(parseViews(writeViews([old, all]))).to.deep.equal([old, all]);
    for (const written of ['', '{', '{}', '[1,{"name":"A"}]']) expect(parseViews(written)).to.deep.equal([]);
  });
});
