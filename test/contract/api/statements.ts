import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { MISSING, unique } from './fixtures.ts';
import { addPerson, ownedByPersons } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** The SQL statements that requests send. */
export function describeStatements(api: ApiUnderTest): void {
  for (const items of ownedByPersons) describeOwned(api, items);
}

function describeOwned({ client, statements }: ApiUnderTest, items: OwnedResource): void {
  const statementsOf = async (path: string): Promise<readonly string[]> => {
    statements().length = 0;
    const response = await client.get(path);
    expect(response.status, response.text).to.equal(200);
    return [...statements()];
  };

  describe(`SQL statements about persons and ${items.plural}`, () => {
    const name = unique('statements');
    const list = (parameters: Readonly<Record<string, string>>): string =>
      `/persons${query({ 'filter[name]': name, ...parameters })}`;

    before(async () => {
      for (let made = 0; made < 30; made += 1)
        await addPerson(client, { name }, items.linked(...(await items.addSeveral(client, made % 4))));
    });

    it('are limited to one for a list with linkage and count, however long', async () => {
      expect(await statementsOf(list({}))).to.have.lengthOf(1);
      expect(await statementsOf(list({ 'page[size]': '1' }))).to.have.lengthOf(1);
      expect(await statementsOf(list({ 'page[size]': '0' }))).to.have.lengthOf(1);
      expect(await statementsOf(`${items.path}?page[size]=30`)).to.have.lengthOf(1);
    });

    it('are limited to one for an include of one level, however many rows there are', async () => {
      expect(await statementsOf(list({ include: items.relationship }))).to.have.lengthOf(1);
      expect(await statementsOf(`${items.path}${query({ include: 'owner' })}`)).to.have.lengthOf(1);
      const id = await addPerson(client, { name: 'Ada' }, items.linked(...(await items.addSeveral(client, 2))));
      expect(await statementsOf(`/persons/${id}?include=${items.relationship}`)).to.have.lengthOf(1);
      expect(await statementsOf(`${items.linkagePath(id)}?include=${items.relationship}`)).to.have.lengthOf(1);
    });

    it('do not grow with the rows of an include of two levels', async () => {
      const include = `${items.relationship}.owner`;
      const few = await statementsOf(list({ include, 'page[size]': '2' }));
      const many = await statementsOf(list({ include, 'page[size]': '30' }));
      expect(many).to.have.lengthOf(few.length);
    });

    it('of a change lock the resource, read the linkage that it shows, and store it, those of a creation store it, and both keep the change', async () => {
      const sent: (readonly (string | undefined)[])[] = [];
      const recording = async <Result>(request: Promise<Result>): Promise<Result> => {
        const answer = await request;
        sent.push(statements().map((statement) => /with opened|insert|update|select/.exec(statement)?.[0]));
        statements().length = 0;
        return answer;
      };
      statements().length = 0;
      for (const [path, type, attributes, changed] of [
        ['/persons', 'person', { name: 'Ada', email: null, birth_date: null }, { name: 'Augusta' }],
        [items.path, items.type, items.attributes('C-1'), { [items.attribute]: 'C-2' }],
      ] as const) {
        const { document } = await recording(client.post(path, { data: { type, attributes } }));
        const { id } = document.data;
        await recording(client.patch(`${path}/${id}`, { data: { type, id, attributes: changed } }));
      }
      expect(sent).to.deep.equal([
        ['insert', 'with opened'],
        ['select', 'select', 'update', 'with opened'],
        ['insert', 'with opened'],
        ['select', 'update', 'with opened'],
      ]);
    });

    it('do not grow with the linkage of a write', async () => {
      const counts: number[] = [];
      for (const size of [2, 40]) {
        const [id, owned] = [await addPerson(client), await items.addSeveral(client, size)];
        statements().length = 0;
        await client.post(items.linkagePath(id), { data: items.ids(...owned) });
        counts.push(statements().length);
      }
      expect(counts[1]).to.equal(counts[0]);
    });

    it('read nothing that a sparse fieldset omits', async () => {
      const related = new RegExp(['owner', ...ownedByPersons.map(({ type }) => type)].join('|'));
      const id = await addPerson(client, {}, items.linked(await items.add(client)));
      for (const path of [`/persons/${id}`, `/persons?filter[id]=${id}`]) {
        const separator = path.includes('?') ? '&' : '?';
        const all = (await statementsOf(path)).join('\n');
        expect(all)
          .to.match(/name/)
          .and.match(/email/)
          .and.match(/birth_date/)
          .and.match(/owner_id/);
        const few = (await statementsOf(`${path}${separator}fields[person]=birth_date`)).join('\n');
        expect(few)
          .to.match(/birth_date/)
          .and.not.match(/\bname\b|email/)
          .and.not.match(related);
        const none = (await statementsOf(`${path}${separator}fields[person]=`)).join('\n');
        expect(none)
          .not.to.match(/\bname\b|email|birth_date/)
          .and.not.match(related);
      }
    });

    it(`do not read the owner of a ${items.type} unless requested`, async () => {
      const item = await items.add(client);
      expect((await statementsOf(`${items.path}/${item}`)).join('\n')).not.to.match(/owner|person/);
    });

    it('never name the hidden column', async () => {
      const id = await addPerson(client);
      const sent = await statementsOf(`/persons/${id}?include=${items.relationship}.owner`);
      statements().length = 0;
      await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes: { name: 'Bob' } } });
      await client.delete(`/persons/${id}`);
      for (const sql of [...sent, ...statements()]) expect(sql).not.to.match(/password|\*(?!\))/);
    });

    it('are not sent for requests refused before any lookup', async () => {
      statements().length = 0;
      for (const path of ['/', '/nope', '/persons?nope=1', `/persons/${MISSING}?sort=name`]) await client.get(path);
      await client.post('/persons', '{');
      await client.post('/persons', { data: { type: 'person', attributes: { name: '' } } });
      await client.patch(`/persons/${MISSING}`, { data: { type: 'person', id: '1' } });
      await client.post(items.linkagePath(MISSING), { data: [{ type: 'person', id: '1' }] });
      await client.send('OPTIONS', '/persons');
      await client.send('PUT', '/persons');
      expect(statements()).to.deep.equal([]);
    });
  });
}
