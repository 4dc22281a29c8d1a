import { expect } from 'chai';
import { ApiError, MAX_ERRORS } from '#adapters/http/api/errors';
import { isWrite, operationsOf } from '#adapters/http/api/operations';
import { resources } from '#test/support/model';
import { readOperations } from '#adapters/http/request/atomic-operations';
import type { Json } from '#adapters/http/request/syntax/json';
import { everythingAllowed } from '#application/model/permissions';
import type { Write } from '#adapters/http/request/write';

const offered = {
  operations: operationsOf({ allowUnpaged: true }, resources).filter(isWrite),
  resources,
  set: resources,
  permissions: everythingAllowed,
  linkTo: String,
};

function read(...operations: readonly Json[]): readonly Write[] {
  return readOperations({ 'atomic:operations': operations }, offered, { requireIfMatch: false });
}

describe('A list of operations', () => {
  it('is read however much is wrong with one of them', () => {
    const attributes = Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`x${index}`, 0]));
    let refusal: unknown;
    try {
      read({ op: 'add', data: { type: 'person', attributes } });
    } catch (error) {
      refusal = error;
    }
    // The name is missing, too.
    expect(refusal)
      .to.be.instanceOf(ApiError)
      .with.property('omitted', 130_001 - MAX_ERRORS);
  });

  it('accepts percent-encoded unreserved characters in paths, like requests', () => {
    const [write] = read({ op: 'remove', href: '/p%65rsons/%31%2F%2531' });
    expect(write?.target.id).to.equal('1%2F%2531');
  });

  it('accepts links below the public URL in any encoding', () => {
    const below = (publicUrl: string, href: string): unknown =>
      readOperations(
        { 'atomic:operations': [{ op: 'remove', href }] },
        { ...offered, linkTo: (path) => publicUrl + path },
        { requireIfMatch: false },
      )[0]?.target.id;
    expect(below('https://example.org/%7Eapi', 'https://example.org/~api/persons/1')).to.equal('1');
    expect(below('https://example.org/~api', 'https://example.org/%7eapi/persons/1')).to.equal('1');
  });
});
