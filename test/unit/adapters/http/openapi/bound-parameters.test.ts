import { expect } from 'chai';
import type { ParameterObject } from 'openapi3-ts/oas31';
import type { RelationshipField, Resource } from '#adapters/http/api/resource-description';
import { boundSizeParameters, type BoundsFrom } from '#adapters/http/openapi/bound-parameters';
import { MOST_BYTES_TOGETHER } from '#adapters/http/request/query/bounds';
import { readConfig } from '#composition/config/config';
import type { ResourceType } from '#domain/schema';
import { documentOf } from '#test/openapi/default-document';
import { resources } from '#test/support/model';

const document = documentOf();

/** The parameters that set bounds, by name. */
function boundsAt(path: string, described = document): ReadonlyMap<string, ParameterObject> {
  const parameters = namesAt(path, described).map(
    (name) => described.components?.parameters?.[name] as ParameterObject,
  );
  return new Map(parameters.filter(({ name }) => IS_BOUND.test(name)).map((each) => [each.name, each]));
}

/** The component names of GET's query parameters. */
function namesAt(path: string, described = document): readonly string[] {
  const parameters = described.paths?.[path]?.get?.parameters ?? [];
  return parameters.flatMap((each) => ('$ref' in each ? each.$ref.replace('#/components/parameters/', '') : []));
}

const IS_BOUND = /^page\[.*\]\[|^include[A-Z]/;
const SETS = ['includeSort', 'includeFilter'];

describe('the parameters that bound relationships', () => {
  const routes: readonly (readonly [path: string, names: readonly string[]])[] = [
    ['/persons', ['page[computers][size]', 'page[computers][total]', ...SETS]],
    ['/persons/{id}', ['page[computers][size]', 'page[computers][total]', ...SETS]],
    ['/computers/{computer_id}/owner', ['page[computers][size]', 'page[computers][total]', ...SETS]],
    ['/persons/{id}/computers', ['page[owner.computers][size]', 'page[owner.computers][total]', ...SETS]],
    ['/computers/{id}', ['page[owner.computers][size]', 'page[owner.computers][total]', ...SETS]],
    ['/computers/{id}/relationships/owner', ['page[owner.computers][size]', 'page[owner.computers][total]', ...SETS]],
    [
      '/persons/{id}/relationships/computers',
      ['page[computers.owner.computers][size]', 'page[computers.owner.computers][total]', ...SETS],
    ],
    ['/export/persons.csv', []],
    ['/', []],
  ];
  for (const [path, names] of routes)
    it(`of ${path}: ${names.join(', ') || 'none'}`, () => {
      expect([...boundsAt(path).keys()]).to.deep.equal(names);
    });

  it('are on no write', () => {
    const writes = Object.values(document.paths ?? {}).flatMap(({ post, patch, delete: removal }) =>
      [post, patch, removal].filter((each) => each !== undefined),
    );
    expect(writes).to.have.length.above(0);
    expect(JSON.stringify(writes)).not.to.match(/Page(?:Owner)?Computers|IncludeSort|IncludeFilter/);
  });

  it('say which include path they need', () => {
    const neededAt = (path: string, name: string): unknown => boundsAt(path).get(name)?.['x-only-included'];
    expect(neededAt('/persons', 'page[computers][size]')).to.equal(undefined);
    expect(neededAt('/persons', 'includeSort')).to.equal(undefined);
    expect(neededAt('/computers', 'page[owner.computers][total]')).to.equal('owner');
    expect(neededAt('/computers', 'includeFilter')).to.deep.equal({ 'owner.computers': 'owner' });
    expect(neededAt('/persons/{id}/relationships/computers', 'includeSort')).to.deep.equal({
      'computers.owner.computers': 'computers.owner',
    });
  });

  it('say how long they may be together', () => {
    for (const name of SETS) expect(boundsAt('/persons').get(name)).to.include({ 'x-max-bytes': MOST_BYTES_TOGETHER });
  });

  it('have the limits of the configuration', () => {
    const limited = documentOf({ MAX_PAGE_SIZE: '50', ALLOW_UNPAGED: 'false', MAX_INCLUDE_NAMES: '1' });
    expect(boundsAt('/persons', limited).get('page[computers][size]')?.schema).to.deep.include({
      minimum: 1,
      maximum: 50,
    });
    for (const path of ['/computers', '/persons/{id}/relationships/computers'])
      expect([...boundsAt(path, limited).keys()], path).to.deep.equal([]);
  });
});

describe('the route of a relationship to many', () => {
  it('takes the parameters of the related type', () => {
    expect(namesAt('/persons/{id}/relationships/computers')).to.include.members([
      'PersonInclude',
      'ComputerFilterParameter',
      'ComputerFilterSerial',
      'ComputerSort',
      'MemberPageSize',
      'PageAfter',
      'PageBefore',
      'MemberPageTotal',
    ]);
    expect(namesAt('/persons/{id}/relationships/computers')).not.to.include.any.members(['PersonSort', 'PageNumber']);
  });

  it('takes a size that has no default, and a total with pages only', () => {
    const { MemberPageSize, MemberPageTotal } = document.components?.parameters ?? {};
    expect(MemberPageSize).to.have.property('schema').that.includes({ minimum: 1 }).and.not.have.property('default');
    expect(MemberPageTotal).to.deep.include({ 'x-only-with': ['page[size]', 'page[after]', 'page[before]'] });
  });

  it('takes none of them if it leads to one', () => {
    const found = namesAt('/computers/{id}/relationships/owner');
    expect(found)
      .to.include('ComputerInclude')
      .and.not.include.any.members(['PersonSort', 'ComputerSort', 'PageAfter']);
    expect(found.join(' ')).not.to.match(/MemberPage|FilterParameter/);
  });
});

describe('the paths of bounds', () => {
  const relationship = (to: ResourceType, stored: string, cardinality: 'one' | 'many' = 'many'): RelationshipField => ({
    kind: 'relationship',
    stored,
    to,
    cardinality,
    linkage: cardinality === 'many' ? 'always' : 'when included',
  });
  const set: Partial<Record<ResourceType, Resource>> = {};
  const person: Resource = {
    ...resources.person,
    fields: { friends: relationship('person', 'friends'), computers: relationship('computer', 'computers') },
    set,
  };
  const computer: Resource = {
    ...resources.computer,
    fields: { owner: relationship('person', 'owner', 'one'), users: relationship('person', 'users') },
    set,
  };
  Object.assign(set, { person, computer });
  const limits = readConfig({});
  const pathsFrom = (from: BoundsFrom): readonly string[] =>
    boundSizeParameters(from, limits).map(([, { name }]) => name.slice('page['.length, -'][size]'.length));

  it('are the shortest, one for each relationship', () => {
    expect(pathsFrom({ resource: person, linkage: undefined })).to.deep.equal([
      'friends',
      'computers',
      'computers.users',
    ]);
    expect(pathsFrom({ resource: computer, linkage: undefined })).to.deep.equal([
      'users',
      'owner.friends',
      'owner.computers',
    ]);
  });

  it('go on from the relationship of a route', () => {
    const field = relationship('person', 'friends');
    expect(pathsFrom({ resource: person, linkage: { name: 'friends', field } })).to.deep.equal([
      'friends.friends',
      'friends.computers',
    ]);
  });
});
