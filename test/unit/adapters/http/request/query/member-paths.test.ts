import { expect } from 'chai';
import { resources } from '#test/support/model';
import { beginsWith, isFault, readMemberPath } from '#adapters/http/request/query/member-paths';

describe('A path to members', () => {
  for (const [text, start, from] of [
    ['computers', 'person', 'person'],
    ['computers.owner.computers', 'person', 'person'],
    ['owner.computers', 'computer', 'person'],
  ] as const)
    it(`leads from a ${start} to the relationship of a ${from}: ${text}`, () => {
      const path = readMemberPath(text, resources[start], 5);
      if (isFault(path)) throw new Error(path.detail);
      expect(path.names).to.deep.equal(text.split('.'));
      expect([path.from.type, path.to.type, path.relationship.stored]).to.deep.equal([from, 'computer', 'computers']);
    });

  for (const [text, detail] of [
    ['', /unknown relationship ""/],
    ['computer', /unknown relationship "computer" of person; did you mean "computers"/],
    ['computers.computers', /unknown relationship "computers" of computer, name 2 of "computers\.computers"/],
    ['computers__owner', /Dots join the names of a path$/],
    ['computers.owner', /"computers\.owner" ends at a to-one relationship; it must end at a to-many relationship/],
    ['computers.', /unknown relationship "" of computer/],
    ['display_name', /unknown relationship "display_name"/],
    ['constructor', /unknown relationship "constructor"/],
    ['computers.owner.computers.owner', /has 4 names, more than 3/],
  ] as const)
    it(`is not ${JSON.stringify(text)}`, () => {
      const path = readMemberPath(text, resources.person, 3);
      expect(isFault(path) ? path.detail : '').to.match(detail);
    });

  it('has a limit, which the fault names', () => {
    expect(readMemberPath('computers.owner.computers', resources.person, 2)).to.deep.include({ meta: { max: 2 } });
  });

  it('begins with itself, and with each of its beginnings', () => {
    expect(beginsWith(['a', 'b'], ['a', 'b'])).to.equal(true);
    expect(beginsWith(['a', 'b'], ['a'])).to.equal(true);
    expect(beginsWith(['a', 'b'], [])).to.equal(true);
    expect(beginsWith(['a'], ['a', 'b'])).to.equal(false);
    expect(beginsWith(['a', 'b'], ['b'])).to.equal(false);
  });
});
