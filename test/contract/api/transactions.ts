import { expect } from 'chai';
import { filterQuery, query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addComputers, addPerson, computerIds, dataAt, MISSING, personId, unique } from './fixtures.ts';

interface World {
  readonly person: string;
  readonly other: string;
  /** The person's computer. */
  readonly mine: string;
  /** The other person's. */
  readonly others: string;
}

/** Every write is all of it or none of it. */
export function describeTransactions({ client }: ApiUnderTest): void {
  const name = unique('transaction');
  const send = (method: string, path: string, data: unknown): Promise<ApiResponse> =>
    client.send(method, path, { body: { data } });

  const failures: readonly (readonly [
    name: string,
    write: (world: World) => Promise<ApiResponse>,
    ...errors: readonly string[],
  ])[] = [
    [
      'creates no person and moves no computer',
      ({ mine, others }) => {
        const relationships = { computers: { data: computerIds(mine, MISSING, others) } };
        return send('POST', '/persons', { type: 'person', attributes: { name }, relationships });
      },
      '#/data/relationships/computers/data/1',
    ],
    [
      'changes no person',
      ({ person: id, others }) => {
        const relationships = { computers: { data: computerIds(others, MISSING) } };
        return send('PATCH', `/persons/${id}`, {
          type: 'person',
          id,
          attributes: { name, email: null },
          relationships,
        });
      },
      '#/data/relationships/computers/data/1',
    ],
    [
      'changes no owner',
      ({ person: id, mine, others }) => {
        const relationships = { computers: { data: computerIds(others, MISSING) } };
        return send('PATCH', `/computers/${mine}/owner`, { type: 'person', id, attributes: { name }, relationships });
      },
      '#/data/relationships/computers/data/1',
    ],
    [
      'creates no computer',
      () => {
        const relationships = { owner: { data: personId(MISSING) } };
        return send('POST', '/computers', { type: 'computer', attributes: { serial: name }, relationships });
      },
      '#/data/relationships/owner/data',
    ],
    [
      'creates no computer of a person',
      ({ person }) => {
        const relationships = { owner: { data: personId(MISSING) } };
        return send('POST', `/persons/${person}/computers`, {
          type: 'computer',
          attributes: { serial: name },
          relationships,
        });
      },
      '#/data/relationships/owner/data',
    ],
    [
      'changes no computer',
      ({ mine: id }) => {
        const relationships = { owner: { data: personId(MISSING) } };
        return send('PATCH', `/computers/${id}`, { type: 'computer', id, attributes: { serial: name }, relationships });
      },
      '#/data/relationships/owner/data',
    ],
    [
      'links no computer',
      ({ person, others }) => send('POST', `/persons/${person}/relationships/computers`, computerIds(others, MISSING)),
      '#/data/1',
    ],
    [
      'replaces no set',
      ({ person, others }) => send('PATCH', `/persons/${person}/relationships/computers`, computerIds(MISSING, others)),
      '#/data/0',
    ],
    [
      'sets no owner',
      ({ mine }) => send('PATCH', `/computers/${mine}/relationships/owner`, personId(MISSING)),
      '#/data',
    ],
  ];

  describe('A write that finds a linked resource missing', () => {
    for (const [does, write, pointer] of failures)
      it(does, async () => {
        const [mine = '', others = ''] = await addComputers(client, 2);
        const person = await addPerson(client, { email: 'a@b' }, [mine]);
        const world = { person, mine, others, other: await addPerson(client, {}, [others]) };
        const state = await readState(world);
        expectErrors(await write(world), `object-not-found ${pointer}`);
        expect(await readState(world)).to.deep.equal(state);
      });
  });

  async function readState({ person, other, mine, others }: World): Promise<unknown> {
    const filter = filterQuery([{ name: 'id', op: 'in_', val: [person, other] }]);
    const named = await client.get(`/persons${query({ 'filter[name]': name })}`);
    const numbered = await client.get(`/computers${query({ 'filter[serial]': name })}`);
    return {
      persons: await dataAt(client, `/persons${filter}`),
      mine: await dataAt(client, `/computers${query({ 'filter[id]': mine, include: 'owner' })}`),
      others: await dataAt(client, `/computers${query({ 'filter[id]': others, include: 'owner' })}`),
      created: [named.document.meta as unknown, numbered.document.meta as unknown],
    };
  }
}
