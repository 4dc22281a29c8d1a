import { expect } from 'chai';
import { answerTo } from '#adapters/http/jsonapi/documents/error-answers';
import type { Json } from '#adapters/http/jsonapi/documents/read-json';
import { LinkedNotFoundError, NoOwnerError, OwnerConflictError } from '#application/errors';

const computer = (id: string): Json => ({ type: 'computer', id });

function pointersFor(document: Json, ...ids: readonly string[]): readonly unknown[] {
  const answer = answerTo(new LinkedNotFoundError(ids.map((id) => ({ type: 'computer', id }))), {
    parameter: 'id',
    document,
  });
  return answer?.errors.map(({ source }) => source) ?? [];
}

describe('the error for linked resources that do not exist', () => {
  it('points at resource identifiers in the primary data', () => {
    const document = { data: [computer('1'), computer('2'), computer('3')] };
    expect(pointersFor(document, '3', '1')).to.deep.equal([{ pointer: '/data/2' }, { pointer: '/data/0' }]);
  });

  it('points at the linkage of a resource that happens to have the same id', () => {
    const relationships = { computers: { data: [computer('2'), computer('1')] } };
    const document = { data: { type: 'person', id: '1', relationships } };
    expect(pointersFor(document, '1')).to.deep.equal([{ pointer: '/data/relationships/computers/data/1' }]);
  });

  it('points at the first of several occurrences', () => {
    expect(pointersFor({ data: [computer('2'), computer('1'), computer('1')] }, '1')).to.deep.equal([
      { pointer: '/data/1' },
    ]);
  });

  it('takes one pass over the document, however long it is', () => {
    let reads = 0;
    const ids = Array.from({ length: 1000 }, (_, index) => String(index + 1));
    const counted = ids.map((id) => ({
      type: 'computer',
      get id() {
        reads += 1;
        return id;
      },
    }));
    expect(pointersFor({ data: counted }, ...ids.toReversed())[0]).to.deep.equal({ pointer: '/data/999' });
    expect(reads).to.be.at.most(2000);
  });
});

describe('the error about an owner', () => {
  const request = { parameter: 'computer_id', document: undefined };

  it('names a resource without an owner', () => {
    expect(answerTo(new NoOwnerError('computer', '1'), request)?.errors).to.deep.equal([
      {
        status: '404',
        code: 'object-not-found',
        title: 'Object not found',
        detail: 'Computer: 1 has no owner',
        source: { parameter: 'computer_id' },
      },
    ]);
  });

  it('names the only person who can own the new resource', () => {
    const [error] = answerTo(new OwnerConflictError('computer', '7'), request)?.errors ?? [];
    expect(error?.detail).to.equal(
      'A computer that is created here belongs to person 7; leave "owner" out or name that person',
    );
    expect(error?.source).to.deep.equal({ pointer: '/data/relationships/owner' });
  });
});
