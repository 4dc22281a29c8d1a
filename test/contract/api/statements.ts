import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { addComputers, addPerson, computerIds, MISSING, unique } from './fixtures.ts';

/** How services on SQL ask their database. */
export function describeStatements({ client, statements }: ApiUnderTest): void {
  const statementsOf = async (path: string): Promise<readonly string[]> => {
    statements().length = 0;
    const response = await client.get(path);
    expect(response.status, response.text).to.equal(200);
    return [...statements()];
  };

  describe('SQL statements', () => {
    const name = unique('statements');
    const list = (parameters: Readonly<Record<string, string>>): string =>
      `/persons${query({ 'filter[name]': name, ...parameters })}`;

    before(async () => {
      for (let made = 0; made < 30; made += 1) await addPerson(client, { name }, await addComputers(client, made % 4));
    });

    it('are one for a list with its linkage and count, however long', async () => {
      expect(await statementsOf(list({}))).to.have.lengthOf(1);
      expect(await statementsOf(list({ 'page[size]': '1' }))).to.have.lengthOf(1);
      expect(await statementsOf(list({ 'page[size]': '0' }))).to.have.lengthOf(1);
      expect(await statementsOf(`/computers?page[size]=30`)).to.have.lengthOf(1);
    });

    it('are one for an include of one level, however many rows there are', async () => {
      expect(await statementsOf(list({ include: 'computers' }))).to.have.lengthOf(1);
      expect(await statementsOf(`/computers${query({ include: 'owner' })}`)).to.have.lengthOf(1);
      const id = await addPerson(client, { name: 'Ada' }, await addComputers(client, 2));
      expect(await statementsOf(`/persons/${id}?include=computers`)).to.have.lengthOf(1);
      expect(await statementsOf(`/persons/${id}/relationships/computers?include=computers`)).to.have.lengthOf(1);
    });

    it('are as many for an include of two levels, however many rows there are', async () => {
      const include = 'computers.owner';
      const few = await statementsOf(list({ include, 'page[size]': '2' }));
      const many = await statementsOf(list({ include, 'page[size]': '30' }));
      expect(many).to.have.lengthOf(few.length);
    });

    it('of a write of one resource lock it, store it and read it', async () => {
      const sent: (readonly (string | undefined)[])[] = [];
      const noting = async <Result>(request: Promise<Result>): Promise<Result> => {
        const answer = await request;
        sent.push(statements().map((statement) => /insert|update|select/.exec(statement)?.[0]));
        statements().length = 0;
        return answer;
      };
      statements().length = 0;
      for (const [path, attributes, changed] of [
        ['/persons', { name: 'Ada', email: null, birth_date: null }, { name: 'Augusta' }],
        ['/computers', { serial: 'C-1' }, { serial: 'C-2' }],
      ] as const) {
        const type = path === '/persons' ? 'person' : 'computer';
        const { document } = await noting(client.post(path, { data: { type, attributes } }));
        const { id } = document.data;
        await noting(client.patch(`${path}/${id}`, { data: { type, id, attributes: changed } }));
      }
      expect(sent).to.deep.equal([
        ['insert', 'select'],
        ['select', 'update', 'select'],
        ['insert', 'select'],
        ['select', 'update', 'select'],
      ]);
    });

    it('do not grow with the linkages of a write', async () => {
      const counts: number[] = [];
      for (const size of [2, 40]) {
        const [id, computers] = [await addPerson(client), await addComputers(client, size)];
        statements().length = 0;
        await client.post(`/persons/${id}/relationships/computers`, { data: computerIds(...computers) });
        counts.push(statements().length);
      }
      expect(counts[1]).to.equal(counts[0]);
    });

    it('read nothing that a sparse fieldset leaves out', async () => {
      const id = await addPerson(client, {}, await addComputers(client, 1));
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
          .and.not.match(/\bname\b|email|computer|owner/);
        const none = (await statementsOf(`${path}${separator}fields[person]=`)).join('\n');
        expect(none).not.to.match(/\bname\b|email|birth_date|computer|owner/);
      }
    });

    it('do not read the owner of a computer that nobody asked for', async () => {
      const [computer = ''] = await addComputers(client, 1);
      expect((await statementsOf(`/computers/${computer}`)).join('\n')).not.to.match(/owner|person/);
    });

    it('never name the hidden column', async () => {
      const id = await addPerson(client);
      const sent = await statementsOf(`/persons/${id}?include=computers.owner`);
      statements().length = 0;
      await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes: { name: 'Bob' } } });
      await client.delete(`/persons/${id}`);
      for (const sql of [...sent, ...statements()]) expect(sql).not.to.match(/password|\*(?!\))/);
    });

    it('are none for what is refused before any resource is looked for', async () => {
      statements().length = 0;
      for (const path of ['/', '/nope', '/persons?nope=1', `/persons/${MISSING}?sort=name`]) await client.get(path);
      await client.post('/persons', '{');
      await client.post('/persons', { data: { type: 'person', attributes: { name: '' } } });
      await client.patch(`/persons/${MISSING}`, { data: { type: 'person', id: '1' } });
      await client.post(`/persons/${MISSING}/relationships/computers`, { data: [{ type: 'person', id: '1' }] });
      await client.send('OPTIONS', '/persons');
      await client.send('PUT', '/persons');
      expect(statements()).to.deep.equal([]);
    });
  });
}
