import { expect } from 'chai';
import { permissionsOfActor } from '#application/access/permissions-of-actor';
import { restrictQuery } from '#application/access/restrict-query';
import { ForbiddenError } from '#application/model/errors';
import { everything, hasIdentifier, nothing, type Filter } from '#application/model/filter';
import { everythingAllowed, nothingAllowed, type Permissions } from '#application/model/permissions';
import type { Bounds, Query } from '#application/model/query';

const isAda: Filter = { kind: 'text', attribute: 'name', comparison: 'startsWith', value: 'Ada' };
const isNew: Filter = { kind: 'text', attribute: 'serial', comparison: 'endsWith', value: 'new' };

describe('A query of an actor', () => {
  it('stays as it is if every row may be read', () => {
    const query = asked({ kind: 'related', relationship: 'computers', filter: isNew });
    expect(restrictQuery(query, everythingAllowed)).to.equal(query);
    expect(restrictQuery(query, permissionsOfActor(everythingAllowed, {}))).to.deep.equal(query);
  });

  it('is for readable rows', () => {
    expect(restrictQuery(asked(everything), permissions).filter).to.deep.equal(isAda);
    expect(restrictQuery(asked(hasIdentifier('1')), permissions).filter).to.deep.equal({
      kind: 'and',
      filters: [isAda, hasIdentifier('1')],
    });
  });

  it('finds hidden rows nowhere on the way of its filter', () => {
    const owns = (filter: Filter): Filter => ({ kind: 'related', relationship: 'computers', filter });
    const isOwnedBy = (filter: Filter): Filter => ({ kind: 'related', relationship: 'owner', filter });
    const filter: Filter = { kind: 'not', filter: { kind: 'or', filters: [owns(everything), owns(isOwnedBy(isAda))] } };
    const bothOf = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });
    expect(restrictQuery(asked(filter), permissions).filter).to.deep.equal(
      bothOf(isAda, {
        kind: 'not',
        filter: { kind: 'or', filters: [owns(isNew), owns(bothOf(isNew, isOwnedBy(bothOf(isAda, isAda))))] },
      }),
    );
  });

  it('follows relationships to readable rows only', () => {
    expect(restrictQuery(asked(everything), permissions).reachable).to.deep.equal({ person: isAda, computer: isNew });
  });

  it('finds hidden rows nowhere on the way of the filter of a bound, and reaches readable members only', () => {
    const owned = (filter: Filter): Filter => ({ kind: 'related', relationship: 'owner', filter });
    const owns = (filter: Filter): Filter => ({ kind: 'related', relationship: 'computers', filter });
    const boundedBy = (filter: Filter): Bounds => ({
      computers: { filter, sort: [], page: undefined, total: true },
    });
    const sent = boundedBy({ kind: 'not', filter: owned(owns(everything)) });
    const restricted = boundedBy({
      kind: 'not',
      filter: owned({ kind: 'and', filters: [isAda, owns(isNew)] }),
    });
    const related = [{ relationship: 'computers', attributes: [], linkage: [] }];
    const found = restrictQuery({ ...asked(everything), bounds: sent, related }, permissions);
    expect(found.bounds).to.deep.equal(restricted);
    expect(found.related).to.deep.equal(related);
    expect(found.reachable).to.deep.equal({ person: isAda, computer: isNew });
    const ofOwner = { relationship: 'owner', attributes: [], linkage: ['computers'] };
    const computers = { ...asked(everything), type: 'computer', related: [{ ...ofOwner, bounds: sent }] } as const;
    expect(restrictQuery(computers, permissions).related).to.deep.equal([{ ...ofOwner, bounds: restricted }]);
  });

  it('finds nothing of a type that may not be read', () => {
    const { filter, reachable } = restrictQuery(asked({ kind: 'related', relationship: 'computers', filter: isNew }), {
      ...everythingAllowed,
      computer: {},
    });
    expect(filter).to.deep.equal({
      kind: 'related',
      relationship: 'computers',
      filter: { kind: 'and', filters: [nothing, isNew] },
    });
    expect(reachable).to.deep.equal({ computer: nothing });
  });

  it('is refused for a type that may not be read, and for related resources of one', () => {
    const noComputers = { ...everythingAllowed, computer: {} };
    expect(() => restrictQuery(asked(everything), nothingAllowed)).to.throw(ForbiddenError);
    const related = [{ relationship: 'computers', attributes: [], linkage: [] }];
    expect(() => restrictQuery({ ...asked(everything), related }, noComputers)).to.throw(ForbiddenError);
  });
});

const permissions: Permissions = {
  ...everythingAllowed,
  person: { read: { fields: new Set(['name']), rows: isAda } },
  computer: { read: { fields: new Set(['serial']), rows: isNew } },
};

function asked(filter: Filter): Query {
  return { type: 'person', filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
}
