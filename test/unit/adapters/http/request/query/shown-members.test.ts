import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { LinkageOutput, Resource } from '#adapters/http/api/resource-description';
import { requireRelationship } from '#adapters/http/api/resource-description';
import { isFault, readMemberPath, type MemberPath } from '#adapters/http/request/query/member-paths';
import { notShown, shows, type Shown } from '#adapters/http/request/query/shown-members';

/** A path whose last relationship shows its linkage as given: always or only when included. */
function pathTo(text: string, linkage: LinkageOutput, start: Resource = resources.person): MemberPath {
  const path = readMemberPath(text, start, 5);
  if (isFault(path)) throw new Error(path.detail);
  return { ...path, relationship: { ...requireRelationship(resources.person, 'computers'), linkage } };
}

const shownWith = (include: string, linkage?: string): Shown => ({
  resource: resources.person,
  include: include === '' ? [] : include.split(',').map((path) => path.split('.')),
  linkage,
});

describe('A document', () => {
  const cases: readonly (readonly [include: string, path: string, linkage: LinkageOutput, isShown: boolean])[] = [
    ['', 'computers', 'always', true],
    ['', 'computers', 'when included', false],
    ['computers', 'computers', 'when included', true],
    ['computers.owner', 'computers', 'when included', true],
    ['', 'computers.owner.computers', 'always', false],
    ['computers', 'computers.owner.computers', 'always', false],
    ['computers.owner', 'computers.owner.computers', 'always', true],
    ['computers.owner', 'computers.owner.computers', 'when included', true],
    ['computers', 'computers.owner.computers', 'when included', false],
    ['computers.owner.computers.owner', 'computers.owner.computers', 'when included', true],
  ];
  for (const [include, path, linkage, isShown] of cases)
    it(`with include=${include} ${isShown ? 'shows' : 'does not show'} ${path}, linked ${linkage}`, () => {
      expect(shows(shownWith(include), pathTo(path, linkage))).to.equal(isShown);
    });

  it('of a relationship shows only what lies behind it', () => {
    const shown = shownWith('computers.owner.computers', 'computers');
    expect(shows(shown, pathTo('computers', 'always'))).to.equal(false);
    expect(shows(shown, pathTo('computers.owner.computers', 'when included'))).to.equal(true);
  });

  it('says which include path is missing', () => {
    for (const [linkage, needed] of [
      ['always', 'computers.owner'],
      ['when included', 'computers.owner.computers'],
    ] as const)
      expect(notShown(shownWith(''), pathTo('computers.owner.computers', linkage))).to.match(
        new RegExp(`^"computers.owner.computers" is not shown: .*include=${needed}$`),
      );
  });

  it('of a relationship says what to use there instead', () => {
    const own = notShown(shownWith('', 'computers'), pathTo('computers', 'always'));
    expect(own).to.match(/"computers" is the relationship of this route: use page\[size\], filter and sort/);
    const other = notShown(shownWith('', 'owner'), pathTo('computers', 'always'));
    expect(other).to.match(/"computers" is not shown: this route shows only the relationship "owner"/);
  });
});
