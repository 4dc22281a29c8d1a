import { resources } from '#test/support/model';
import { expect } from 'chai';
import { actions } from '#application/model/permissions';
import { operationKinds } from '#adapters/http/api/operation-kinds';
import type { OperationKind } from '#adapters/http/api/operation-traits';
import { operationKindOf, operationsOf } from '#adapters/http/api/operations';
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';

const operations = operationsOf({ allowUnpaged: true }, resources);

describe('The operations of the API', () => {
  it('are of every kind, except those on relationships that the model does not have', () => {
    const relationships = Object.values<Resource>(resources).flatMap((each) => Object.values(relationshipsOf(each)));
    const isInModel = ({ at, cardinality }: OperationKind): boolean =>
      (at !== 'related' && at !== 'linkage') ||
      relationships.some((each) => cardinality === undefined || cardinality === each.cardinality);
    const expected = Object.entries(operationKinds).flatMap(([name, kind]) => (isInModel(kind) ? [name] : []));
    expect(new Set(operations.map(({ kind }) => kind))).to.deep.equal(new Set(expected));
  });

  it('judge every action that a role can be granted, and no other', () => {
    const judged = operations.flatMap((each) => operationKindOf(each).action ?? []);
    expect(new Set(judged)).to.deep.equal(new Set(actions));
  });

  it('have each a method and a path of its own, whatever the identifier in it is called', () => {
    const places = operations.map(({ method, path }) => `${method} ${path.replace(/:\w+/, ':id')}`);
    expect(places).to.deep.equal([...new Set(places)]);
  });

  it('are not hidden by an identifier before them', () => {
    for (const [index, { method, path }] of operations.entries()) {
      const hiding = operations
        .slice(0, index)
        .find((each) => each.method === method && new RegExp(`^${each.path.replace(/:\w+/, '[^/]+')}$`).test(path));
      expect(hiding?.path, path).to.equal(undefined);
    }
  });
});
