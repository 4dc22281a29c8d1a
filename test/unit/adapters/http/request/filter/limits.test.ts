import { expect } from 'chai';
import { resources } from '#test/support/model';
import { filterText, problemsOf, type QueryOptions } from '../../../../../support/parse-query.ts';
import { itRefuses, validFilter } from '../../../../../support/refused-filters.ts';

const onComputers: QueryOptions = { resource: resources.computer };

describe('filter problems: limits', () => {
  const nested = (levels: number): unknown => (levels === 1 ? validFilter : { not: nested(levels - 1) });
  const related = (steps: number): string =>
    [...Array.from({ length: steps }, (_, index) => (index % 2 === 0 ? 'computers' : 'owner')), 'id'].join('__');
  const inAny = (levels: number, name = 'computers'): unknown =>
    levels === 1
      ? { name: 'id', op: 'eq', val: 1 }
      : {
          name,
          op: name === 'computers' ? 'any' : 'has',
          val: inAny(levels - 1, name === 'computers' ? 'owner' : 'computers'),
        };

  const allowed: readonly unknown[] = [
    nested(10),
    { name: related(9), op: 'eq', val: 1 },
    inAny(10),
    { or: [{ name: related(8), op: 'eq', val: 1 }] },
  ];
  for (const sent of allowed) {
    it(`accepts ten levels: ${JSON.stringify(sent).slice(0, 60)}`, () =>
      expect(problemsOf(filterText([sent]))).to.deep.equal([]));
  }

  itRefuses([
    [[nested(11)], [[`/0${'/not'.repeat(10)}`, /at most 10 levels/]]],
    [[nested(3000)], [[`/0${'/not'.repeat(10)}`, /at most 10 levels/]]],
    [[inAny(11)], [[`/0${'/val'.repeat(10)}`, /at most 10 levels/]]],
    [
      [{ name: related(10), op: 'eq', val: 1 }],
      [['/0/name', /at most 10 levels; this one is deeper at filter\[0\]\.name/]],
    ],
    [[{ or: [{ name: related(9), op: 'eq', val: 1 }] }], [['/0/or/0/name', /at most 10 levels/]]],
  ]);

  it('survives a very deeply nested filter', () => {
    const text = `filter=[${'{"not":'.repeat(100_000)}1${'}'.repeat(100_000)}]`;
    expect(problemsOf(text)[0]?.meta).to.deep.equal({ path: `/0${'/not'.repeat(10)}`, max: 10 });
  });

  it('counts every filter object and every condition', () => {
    const limits = { limits: { maxFilterObjects: 4 } };
    const sent = filterText([{ or: [validFilter, { not: validFilter }] }]);
    expect(problemsOf(sent, limits)).to.deep.equal([]);
    expect(problemsOf(`${sent}&filter[id]=1&filter[id]=x`, limits)).to.have.length(1);
    expect(problemsOf(`${sent}&filter[id]=1`, limits)[0]).to.deep.include({
      source: { parameter: 'filter[id]' },
      meta: { max: 4 },
    });
    expect(problemsOf(`filter[id]=1&${sent}`, limits)[0]?.meta).to.deep.equal({ path: '/0/or/1/not', max: 4 });
  });

  it('reports too many filter objects once and reads no further', () => {
    const limits = { limits: { maxFilterObjects: 50 } };
    const problems = problemsOf(`filter=[${Array.from({ length: 5000 }, () => 1).join()}]`, limits);
    expect(problems).to.have.length(51);
    expect(problems.at(-1)?.meta).to.deep.equal({ path: '/50', max: 50 });
  });
});

describe('filter problems: filter[FIELD]', () => {
  const refusals: readonly [text: string, detail: RegExp, options?: QueryOptions][] = [
    ['filter[nme]=x', /^unknown field "nme" of person; did you mean "name"\? Filterable fields of person: /],
    ['filter[password]=x', /^unknown field "password" of person\. Filterable/],
    ['filter[display_name]=x', /^cannot filter by "display_name": it is computed; use name, email$/],
    ['filter[name][like]=x', /unknown field "name\]\[like"/],
    ['filter[__proto__]=x', /unknown field "__proto__"/],
    ['filter[constructor]=x', /unknown field "constructor"/],
    ['filter[birth_date]=', /^a value of birth_date must be a date of the form YYYY-MM-DD$/],
    ['filter[birth_date]=2023-02-29', /^a value of birth_date must be a day that exists/],
    ['filter[id]=', /^a value of id must be an integer in canonical form/],
    ['filter[id]=01', /canonical/],
    ['filter[id]=+1', /canonical/],
    ['filter[id]=null', /canonical/],
    ['filter[name]=%00', /^a value of name must not contain U\+0000$/],
    ['filter[owner]=x', /^a value of owner must be an integer/, onComputers],
    ['filter[owner__password]=x', /^unknown field "password" of person\. /, onComputers],
    [
      'filter[computers__owner__computers__owner__computers__owner__computers__owner__computers__owner__id]=1',
      /at most 10 levels; this one is deeper$/,
    ],
  ];
  for (const [text, detail, options] of refusals) {
    it(`refuses ${text}`, () => {
      const [problem, ...others] = problemsOf(text, options);
      expect(others).to.deep.equal([]);
      expect(problem?.source).to.deep.equal({ parameter: text.slice(0, text.indexOf('=')) });
      expect(problem?.meta?.['path']).to.equal(undefined);
      expect(problem?.detail).to.match(detail);
    });
  }
});

it('filter problems: all problems of a filter are reported together', () => {
  const sent = [
    { name: 'nme', op: 'eq', val: 1 },
    { or: [{ name: 'id', op: 'gt', val: null }, 5] },
    { name: 'name', op: 'in', val: ['a', 1, 2] },
  ];
  expect(problemsOf(filterText(sent)).map(({ meta }) => meta?.['path'])).to.deep.equal([
    '/0/name',
    '/1/or/0/val',
    '/1/or/1',
    '/2/val/1',
    '/2/val/2',
  ]);
});
