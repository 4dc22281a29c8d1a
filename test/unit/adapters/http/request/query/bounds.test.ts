import { expect } from 'chai';
import { resources } from '#test/support/model';
import { MOST_BYTES_TOGETHER } from '#adapters/http/request/query/bounds';
import { everything } from '#application/model/filter';
import type { Bounds } from '#application/model/query';
import { parse, problemsOf, type QueryOptions } from '../../../../../support/parse-query.ts';

const detail: QueryOptions = { scope: 'resource' };
const around = 'include=computers.owner.computers';
const firstPage = (size: number): object => ({ kind: 'cursor', size, direction: 'after', position: undefined });

/** The bounds that a query string sets on persons' relationships. */
function boundsOf(text: string, options: QueryOptions = detail): Bounds | undefined {
  return parse(text, options).view.selections.person.bounds;
}

/** The parameters that the problems name. */
function parametersOf(text: string): readonly (string | undefined)[] {
  return problemsOf(text, detail).map(({ source = { parameter: '' } }) =>
    'parameter' in source ? source.parameter : undefined,
  );
}

describe('Bounds', () => {
  const nothing = { filter: everything, sort: [], page: undefined, total: false };
  const bySerial = { path: [], attribute: 'serial', descending: true };
  const cases: readonly (readonly [text: string, bound: object | undefined])[] = [
    ['', undefined],
    ['page[computers][size]=3', { ...nothing, page: firstPage(3) }],
    ['page[computers][size]=0', undefined],
    ['page[computers][total]=true', { ...nothing, total: true }],
    ['page[computers][total]=false', undefined],
    ['includeSort=-computers.serial', { ...nothing, sort: [bySerial] }],
    [
      'includeSort=-computers.serial,computers.owner__name',
      { ...nothing, sort: [bySerial, { path: ['owner'], attribute: 'name', descending: false }] },
    ],
    ['includeSort=', undefined],
    ['includeFilter=', undefined],
    ['includeFilter={}', undefined],
    ['includeFilter={"computers":[]}', undefined],
    ['include=computers.owner.computers&includeFilter={"computers":[],"computers.owner.computers":[]}', undefined],
    [
      'includeFilter={"computers":[{"name":"id","op":"in_","val":[7]}]}',
      { ...nothing, filter: { kind: 'in', attribute: 'id', values: ['7'] } },
    ],
    [
      'page[computers][total]=true&includeSort=computers.id&page[computers][size]=1',
      { ...nothing, total: true, page: firstPage(1), sort: [{ path: [], attribute: 'id', descending: false }] },
    ],
  ];
  for (const [text, bound] of cases)
    it(`are ${bound === undefined ? 'none' : 'read'} in ${JSON.stringify(text)}`, () => {
      expect(boundsOf(text)).to.deep.equal(bound && { computers: bound });
      expect(parse(text, detail).isBounded).to.equal(bound !== undefined);
    });

  it('hold for the relationship at the end of a path', () => {
    for (const path of ['computers', 'computers.owner.computers'])
      expect(boundsOf(`${around}&page[${path}][size]=2`)).to.deep.equal({
        computers: { ...nothing, page: firstPage(2) },
      });
    const onComputers: QueryOptions = { scope: 'resource', resource: resources.computer };
    const read = parse('include=owner&page[owner.computers][size]=2', onComputers);
    expect(read.view.selections.person.bounds).to.have.all.keys('computers');
    expect(read.view.selections.computer).not.to.have.property('bounds');
  });

  it('are put together from several paths to one relationship', () => {
    const bound = boundsOf(`${around}&page[computers][size]=2&page[computers.owner.computers][total]=true`);
    expect(bound).to.deep.equal({ computers: { ...nothing, page: firstPage(2), total: true } });
  });

  it('have no effect where a fieldset leaves out the relationship, but the read is bounded', () => {
    const read = parse('page[computers][size]=2&fields[person]=birth_date', detail);
    expect(read.view.selections.person).not.to.have.property('bounds');
    expect(read.isBounded).to.equal(true);
  });

  describe('of a relationship on its own route', () => {
    const route: QueryOptions = { scope: 'linkage' };

    it('are those of its list', () => {
      const { members, view, isBounded } = parse('page[size]=3&sort=-serial&page[total]=false', route);
      expect(members).to.deep.equal({ ...nothing, page: firstPage(3), sort: [bySerial] });
      expect(view.primaryBounds).to.deep.equal({ computers: members });
      expect(isBounded).to.equal(true);
    });

    it('count all matches where they have no pages', () => {
      expect(parse('sort=-serial', route).members).to.deep.equal({ ...nothing, sort: [bySerial], total: true });
      expect(parse('filter[id]=7', route).members).to.include({ page: undefined, total: true });
    });

    for (const text of ['', 'filter=[]', 'sort=', 'include=computers'])
      it(`are none in ${JSON.stringify(text)}`, () => {
        const { members, view, isBounded } = parse(text, route);
        expect([members, view.primaryBounds, isBounded]).to.deep.equal([undefined, undefined, false]);
      });

    it('are others than those of the relationship elsewhere in the document', () => {
      const read = parse(`${around}&page[size]=3&page[computers.owner.computers][size]=1`, route);
      expect(read.view.selections.person.bounds).to.deep.equal({ computers: { ...nothing, page: firstPage(1) } });
      expect(read.view.primaryBounds).to.deep.equal({ computers: { ...nothing, page: firstPage(3), total: true } });
      const whole = parse(`${around}&page[computers.owner.computers][size]=1`, route);
      expect([whole.members, whole.view.primaryBounds]).to.deep.equal([undefined, {}]);
    });
  });

  it('are refused all together, behind the problems of other parameters', () => {
    const text = 'page[x][size]=x&includeSort=x.id&page[computers][total]=1&includeFilter=[&sort=1&include=y';
    expect(parametersOf(text)).to.deep.equal([
      'sort',
      'include',
      'page[x][size]',
      'page[x][size]',
      'includeSort',
      'page[computers][total]',
      'includeFilter',
    ]);
  });

  it('are refused where the document does not show them, even beside invalid ones', () => {
    const hidden = 'computers.owner.computers';
    const values = [
      `includeFilter={"x":[],"${hidden}":[{"name":"id","op":"eq","val":1}]}`,
      `includeSort=x.id,${hidden}.id`,
      `page[${hidden}][size]=x`,
    ];
    for (const text of values)
      expect(problemsOf(text, detail).map((problem) => problem.detail.includes('is not shown'))).to.deep.equal([
        false,
        true,
      ]);
  });

  it('make a set incomplete by any filter object, also one that every resource matches', () => {
    const { fields } = parse('includeFilter={"computers":[{"and":[]}]}', detail);
    expect(fields.person.relationships[0]?.members).to.include({ isFiltered: true });
  });

  it('follow as few relationships in their keys as in those of a list', () => {
    const key = `${'owner__'.repeat(7)}serial`;
    expect(problemsOf(`includeSort=computers.${key}`, detail)[0]?.detail).to.match(
      /follows 7 relationships, more than 5/,
    );
  });

  it('are not judged by what is shown if nobody knows what that is', () => {
    expect(problemsOf('include=x&page[computers.owner.computers][size]=1', detail)).to.have.lengthOf(1);
    expect(problemsOf('include=computers&page[computers.owner.computers][size]=1', detail)).to.have.lengthOf(1);
  });

  it(`have ${MOST_BYTES_TOGETHER} bytes at most in includeSort and includeFilter`, () => {
    const valueOf = (length: number): string => JSON.stringify([{ name: 'serial', op: 'eq', val: 'ß'.repeat(length) }]);
    const length = (MOST_BYTES_TOGETHER - Buffer.byteLength(`{"computers":${valueOf(0)}}`)) / 2;
    const asked = (plus: number): string =>
      `includeFilter=${encodeURIComponent(`{"computers":${valueOf(Math.floor(length) + plus)}}`)}`;
    expect(problemsOf(asked(0), detail)).to.deep.equal([]);
    expect(problemsOf(asked(1), detail)[0]).to.deep.include({ meta: { max: MOST_BYTES_TOGETHER } });
    expect(parametersOf(`${asked(0)}&includeSort=computers.id`)).to.deep.equal(['includeSort']);
  });
});
