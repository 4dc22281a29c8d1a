import { expect } from 'chai';
import { resources } from '#test/support/model';
import { parameterProblem } from '#adapters/http/request/syntax/query-string';
import type { SelectedRelationship } from '#adapters/http/request/query/presentation';
import { parse, problemsOf, type QueryOptions } from '../../../../../support/parse-query.ts';

/** The decoded query string of `next` for a person's computers, without the cursor. */
function nextIn(text: string, options: QueryOptions = { scope: 'resource' }): string | undefined {
  const { relationships } = parse(text, options).fields.person;
  const computers = relationships.find(({ name }: SelectedRelationship) => name === 'computers');
  const next = computers?.members?.next;
  return next === undefined ? undefined : decodeURIComponent(next);
}

const rest = 'page[total]=false&page[after]=';

describe('The link to the next members', () => {
  const cases: readonly (readonly [text: string, next: string | undefined])[] = [
    ['page[computers][size]=2', `page[size]=2&${rest}`],
    ['page[computers][size]=2&page[computers][total]=true', 'page[size]=2&page[after]='],
    ['page[computers][total]=true', undefined],
    ['includeSort=computers.id', undefined],
    ['include=computers&page[computers][size]=2', `include=computers&page[size]=2&${rest}`],
    [
      'page[computers][size]=2&includeSort=-computers.serial,computers.id&fields[computer]=serial&fields[person]=computers',
      `fields[computer]=serial&fields[person]=computers&sort=-serial,id&page[size]=2&${rest}`,
    ],
    [
      'include=computers.owner,computers&page[computers][size]=2',
      `include=computers.owner,computers&page[computers.owner.computers][size]=2&page[size]=2&${rest}`,
    ],
    [
      'include=computers.owner.computers&page[computers][size]=2',
      `include=computers.owner.computers,computers&page[computers.owner.computers][size]=2&page[size]=2&${rest}`,
    ],
    [
      'include=computers.owner&page[computers][size]=2&includeSort=-computers.serial',
      `include=computers.owner&sort=-serial&page[computers.owner.computers][size]=2&includeSort=-computers.owner.computers.serial&page[size]=2&${rest}`,
    ],
  ];
  for (const [text, next] of cases)
    it(`is ${next ?? 'none'} for ${text}`, () => {
      expect(nextIn(text)).to.equal(next);
    });

  it('has the filter without white space, and bounds behind it in the order of their kinds', () => {
    const filter = '{"computers": [ {"name":"id", "op":"gt", "val":3} ]}';
    expect(
      nextIn(`includeFilter=${filter}&page[computers][total]=true&page[computers][size]=1&include=computers.owner`),
    ).to.equal(
      'include=computers.owner&filter=[{"name":"id","op":"gt","val":3}]&page[computers.owner.computers][size]=1&page[computers.owner.computers][total]=true&includeFilter={"computers.owner.computers":[{"name":"id","op":"gt","val":3}]}&page[size]=1&page[after]=',
    );
  });

  it('starts from the resource that has the members, wherever the request starts', () => {
    const options: QueryOptions = { scope: 'resource', resource: resources.computer };
    expect(nextIn('include=owner.computers&page[owner.computers][size]=2', options)).to.equal(
      `include=computers&page[size]=2&${rest}`,
    );
    expect(nextIn('include=owner&page[owner.computers][size]=2', options)).to.equal(`page[size]=2&${rest}`);
  });

  it('has each field once, because every parent repeats the link', () => {
    const serials = Array(1000).fill('serial').join();
    expect(nextIn(`page[computers][size]=2&fields[computer]=${serials},owner,serial`)).to.equal(
      `fields[computer]=serial,owner&page[size]=2&${rest}`,
    );
  });

  it('has no parameters of the list', () => {
    expect(nextIn('sort=-name&filter[name]=x&page[number]=2&page[computers][size]=2', { scope: 'list' })).to.equal(
      `page[size]=2&${rest}`,
    );
  });

  describe('makes the server refuse the request', () => {
    const behind = 'include=computers.owner&page[computers][size]=1';
    const objects = (count: number): string =>
      `includeFilter=${JSON.stringify({ computers: Array.from({ length: count }, () => ({ and: [] })) })}`;
    const text = (length: number): string =>
      `includeFilter=${JSON.stringify({ computers: [{ name: 'serial', op: 'ne', val: 'x'.repeat(length) }] })}`;

    it('if it would have too many filter objects because a filter appears in it twice', () => {
      expect(nextIn(`${behind}&${objects(50)}`)).to.match(/^include=/);
      expect(problemsOf(`${behind}&${objects(51)}`, { scope: 'resource' })).to.deep.equal([
        parameterProblem(
          'page[computers][size]',
          'the link to the next page of "computers" would be refused: there can be at most 100 filter objects; this is one too many at includeFilter["computers.owner.computers"][49]',
        ),
      ]);
      expect(problemsOf(`include=computers.owner&${objects(51)}`, { scope: 'resource' })).to.deep.equal([]);
    });

    it('if its includeFilter would be too long because the path in it is longer', () => {
      expect(nextIn(`${behind}&${text(1975)}`)).to.match(/^include=/);
      expect(problemsOf(`${behind}&${text(1990)}`, { scope: 'resource' }).map(({ detail }) => detail)).to.deep.equal([
        'the link to the next page of "computers" would be refused: includeSort and includeFilter together have 2058 bytes, more than 2048',
      ]);
    });
  });

  it('can have a path that is one name longer than include allows', () => {
    const options: QueryOptions = { scope: 'resource', limits: { maxIncludeNames: 2 } };
    const next = nextIn('include=computers.owner&page[computers][size]=1', options);
    expect(next).to.include('&page[computers.owner.computers][size]=1&');
    const linkage: QueryOptions = { scope: 'linkage', limits: { maxIncludeNames: 2 } };
    expect(problemsOf(next ?? '', linkage)).to.deep.equal([]);
    const [problem] = problemsOf('page[computers.owner.computers.owner.computers][size]=1', linkage);
    expect(problem?.detail).to.match(/ has 5 names, more than 3$/);
  });
});
