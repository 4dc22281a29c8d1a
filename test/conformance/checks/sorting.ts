import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import {
  endings,
  newComputer,
  newComputers,
  newPerson,
  relatedOf,
  serialsStartingWith,
  uniqueText,
} from '../resources.ts';
import { type Session } from '../session.ts';

export const sorting: Checks = {
  'sorting-option#1': check('sorts collections by each stored attribute', async (session) => {
    for (const field of ['id', 'name', 'email', 'birth_date'])
      expectStatus(await session.get(`/persons?page[size]=1&sort=${field}`), 200);
    for (const field of ['id', 'serial']) expectStatus(await session.get(`/computers?page[size]=1&sort=${field}`), 200);
  }),

  'sorting-parameter#1': check('sorts primary data with the sort parameter', async (session) => {
    const prefix = await newComputers(session, ['b', 'c', 'a']);
    expect(await sorted(session, prefix, 'serial')).to.deep.equal(['a', 'b', 'c']);
    const person = await newPerson(session);
    for (const serial of ['2', '1']) await newComputer(session, serial, person);
    const { document } = await session.get(`${relatedOf(person)}?sort=serial`);
    expect(endings(document, '')).to.deep.equal(['1', '2']);
  }),

  'sorting-parameter-value#1': check('accepts only sort fields as the value', async (session) => {
    const prefix = await newComputers(session, ['b', 'a']);
    expect(await sorted(session, prefix, 'serial')).to.deep.equal(['a', 'b']);
    expect(await sorted(session, prefix, 'id')).to.deep.equal(['b', 'a']);
    for (const value of ['serial%20asc', 'serial;id', '+serial', '--serial', 'serial,'])
      expectError(await session.get(`/computers?sort=${value}`), 400, { parameter: 'sort' });
  }),

  'sorting-multiple-fields#1': check('sorts by several fields', async (session) => {
    const prefix = await newComputers(session, ['b', 'a', 'b']);
    const { data } = (await session.get(`/computers?${serialsStartingWith(prefix)}&sort=serial,-id`)).document;
    expect(endings({ data }, prefix)).to.deep.equal(['a', 'b', 'b']);
    expect(Number(data[1].id)).to.be.above(Number(data[2].id));
  }),

  'sorting-multiple-fields-order#1': check('applies sort fields in the given order', async (session) => {
    const prefix = await newComputers(session, ['b', 'a', 'b', 'a']);
    expect(await sorted(session, prefix, 'serial,-id')).to.deep.equal(['a', 'a', 'b', 'b']);
    expect(await sorted(session, prefix, '-id,serial')).to.deep.equal(['a', 'b', 'a', 'b']);
  }),

  'sorting-order#1': check('sorts ascending, or descending with a minus', async (session) => {
    const prefix = await newComputers(session, ['b', 'c', 'a']);
    expect(await sorted(session, prefix, 'serial')).to.deep.equal(['a', 'b', 'c']);
    expect(await sorted(session, prefix, '-serial')).to.deep.equal(['c', 'b', 'a']);
    expect(await sorted(session, prefix, '-id')).to.deep.equal(['a', 'c', 'b']);
  }),

  'sorting-not-supported#1': check('rejects unsupported sort fields', async (session) => {
    for (const field of ['display_name', 'computers', 'unknown', '-unknown'])
      expectError(await session.get(`/persons?sort=${field}`), 400, { parameter: 'sort' });
    expectError(await session.get('/computers?sort=owner'), 400, { parameter: 'sort' });
  }),

  'sorting-specified-order#1': check('keeps the sort order across pages', async (session) => {
    const prefix = await newComputers(session, ['d', 'b', 'e', 'a', 'c']);
    const pages: string[] = [];
    for (const page of [1, 2, 3])
      pages.push(...(await sorted(session, prefix, `-serial&page[size]=2&page[number]=${page}`)));
    expect(pages).to.deep.equal(['e', 'd', 'c', 'b', 'a']);
  }),

  'sorting-default#1': check('sorts by id by default', async (session) => {
    const prefix = uniqueText();
    const created = [];
    for (const ending of ['b', 'c', 'a']) created.push((await newComputer(session, prefix + ending)).id);
    const { data } = (await session.get(`/computers?${serialsStartingWith(prefix)}`)).document;
    expect(data.map(({ id }: { readonly id: string }) => id)).to.deep.equal(created);
  }),
};

async function sorted(session: Session, prefix: string, sort: string): Promise<readonly string[]> {
  const response = await session.get(`/computers?${serialsStartingWith(prefix)}&sort=${sort}`);
  expectStatus(response, 200);
  return endings(response.document, prefix);
}
