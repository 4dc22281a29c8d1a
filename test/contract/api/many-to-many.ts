import { expect } from 'chai';
import { resources } from '#test/support/model';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { filterQuery, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import { manyToManyLinks } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { WRITERS } from './expect-outcomes.ts';
import { MISSING } from './fixtures.ts';

/** One side of a many-to-many relationship. */
interface Side {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
  readonly inverse: string;
}

/** Both sides of every many-to-many relationship. */
const sides: readonly Side[] = manyToManyLinks
  .flatMap((link) => [link, { type: link.to, relationship: link.inverse, to: link.type, inverse: link.relationship }])
  .filter(({ type, relationship, to, inverse }) => isShown(type, relationship) && isShown(to, inverse));

interface Outcome {
  readonly does: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Indexes of four resources. At first, 0 and 1 are linked to this resource, and 1 and 2 to another one. */
  readonly sent: readonly number[];
  readonly left: readonly number[];
}

const outcomes: readonly Outcome[] = [
  { does: 'adds a member', method: 'POST', sent: [3], left: [0, 1, 3] },
  { does: 'does not change existing links', method: 'POST', sent: [0, 1], left: [0, 1] },
  { does: 'adds a member that another resource keeps', method: 'POST', sent: [2, 0], left: [0, 1, 2] },
  { does: 'ignores duplicates', method: 'POST', sent: [3, 2, 3], left: [0, 1, 2, 3] },
  { does: 'adds nothing', method: 'POST', sent: [], left: [0, 1] },
  { does: 'replaces the set', method: 'PATCH', sent: [1, 2, 3], left: [1, 2, 3] },
  { does: 'replaces the set with itself', method: 'PATCH', sent: [1, 0, 1], left: [0, 1] },
  { does: 'empties the set', method: 'PATCH', sent: [], left: [] },
  { does: 'removes a member that another resource keeps', method: 'DELETE', sent: [1], left: [0] },
  { does: 'ignores members that only another resource has', method: 'DELETE', sent: [2, 3, 0], left: [1] },
];

/** The routes of many-to-many relationships, from both sides. */
export function describeManyToMany({ client }: ApiUnderTest): void {
  for (const side of sides)
    describe(`The many-to-many relationship ${side.relationship} of a ${side.type}`, () => {
      describeSide(client, side);
    });
}

function describeSide(client: ApiClient, side: Side): void {
  const { type, relationship, to, inverse } = side;
  const [name, inverseName] = [wireName(type, relationship), wireName(to, inverse)];
  const ids = (...found: readonly string[]): readonly Identifier[] => found.map((id) => ({ type: to, id }));
  const own = (id: string): Identifier => ({ type, id });
  const addSeveral = (count: number): Promise<readonly string[]> =>
    inTurn(Array.from({ length: count }, () => () => addAny(client, to)));
  const linked = async (of: ResourceType, id: string, by: string): Promise<readonly string[]> =>
    identifiersIn(await client.get(linkagePath(of, id, by)));
  const tagOf = async (of: ResourceType, id: string): Promise<unknown> =>
    (await client.get(`${resources[of].path}/${id}`)).headers.etag;

  for (const { does, method, sent, left } of outcomes)
    it(`${method} [${sent.join()}] ${does}`, async () => {
      const others = await addSeveral(4);
      const at = (indexes: readonly number[]): readonly string[] => indexes.map((index) => others[index] ?? '');
      const id = await addAny(client, type, { [name]: { data: ids(...at([0, 1])) } });
      const another = await addAny(client, type, { [name]: { data: ids(...at([1, 2])) } });
      const before = await inTurn(others.map((other) => () => tagOf(to, other)));
      const ownTag = await tagOf(type, id);
      const body = { data: ids(...at(sent)) };
      // Repeating the request changes nothing.
      for (let time = 0; time < 2; time += 1) {
        const { status, document } = await client.send(method, linkagePath(type, id, relationship), { body });
        expect(status).to.equal(200);
        expect(document.data.relationships[name].data).to.deep.equal(ids(...at(left)));
      }
      expect(await linked(type, id, relationship)).to.deep.equal(at(left));
      expect(await linked(type, another, relationship)).to.deep.equal(at([1, 2]));
      const present = [0, 1];
      for (const [index, other] of others.entries()) {
        const expected = [...(left.includes(index) ? [id] : []), ...([1, 2].includes(index) ? [another] : [])];
        expect(await linked(to, other, inverse), `other side of ${index}`).to.deep.equal(expected);
        const isChanged = left.includes(index) !== present.includes(index);
        expect((await tagOf(to, other)) !== before[index], `another version of ${index}`).to.equal(isChanged);
      }
      const isOwnChanged = left.join() !== present.join();
      expect((await tagOf(type, id)) !== ownTag, 'another version').to.equal(isOwnChanged);
    });

  it('reports every missing resource, and links none', async () => {
    const [one = '', other = ''] = await addSeveral(2);
    const id = await addAny(client, type, { [name]: { data: ids(one) } });
    const body = { data: ids(other, MISSING, one) };
    for (const method of ['POST', 'PATCH']) {
      const response = await client.send(method, linkagePath(type, id, relationship), { body });
      expectErrors(response, 'object-not-found #/data/1');
      expect(detailsOf(response)).to.deep.equal([`${resources[to].label}: ${MISSING} not found`]);
    }
    expect(await linked(type, id, relationship)).to.deep.equal([one]);
    expect((await client.delete(linkagePath(type, id, relationship), { data: ids(MISSING, one) })).status).to.equal(
      200,
    );
    expect(await linked(type, id, relationship)).to.deep.equal([]);
  });

  it('is set by creations and changes of a resource, and kept by changes that omit it', async () => {
    const [one = '', other = ''] = await addSeveral(2);
    const created = await client.post(resources[type].path, {
      data: await newResource(client, type, { [name]: { data: ids(one) } }),
    });
    const id = createdId(created);
    expect(created.document.data.relationships[name].data ?? ids(one)).to.deep.equal(ids(one));
    const change = (relationships: object): Promise<ApiResponse> =>
      client.patch(`${resources[type].path}/${id}`, { data: { type, id, relationships } });
    expect((await change({})).status).to.equal(200);
    expect(await linked(type, id, relationship)).to.deep.equal([one]);
    expect((await change({ [name]: { data: ids(other) } })).status).to.equal(200);
    expect(await linked(type, id, relationship)).to.deep.equal([other]);
    expect(await linked(to, one, inverse)).to.deep.equal([]);
  });

  it('links a resource created in it to the resource in the path and to those that it names', async () => {
    const [one, other] = [await addAny(client, type), await addAny(client, type)];
    for (const named of [[other], [other, one], []]) {
      const data = await newResource(client, to, { [inverseName]: { data: named.map(own) } });
      const response = await client.post(relatedPath(type, one, relationship), { data });
      const created = createdId(response);
      expect(await linked(to, created, inverse)).to.have.members([...new Set([...named, one])]);
      expect(await linked(type, one, relationship)).to.include(created);
    }
  });

  it('can be used in lists, includes and filters from both sides', async () => {
    const [one = '', other = ''] = await addSeveral(2);
    const id = await addAny(client, type, { [name]: { data: ids(one, other) } });
    const another = await addAny(client, type, { [name]: { data: ids(other) } });
    const listed = await client.get(relatedPath(type, id, relationship));
    expect(identifiersIn(listed)).to.deep.equal([one, other]);
    const included = await client.get(`${resources[type].path}/${id}?include=${name}.${inverseName}`);
    expect(namesOf(included.document.included)).to.deep.equal([
      `${to} ${one}`,
      `${to} ${other}`,
      `${type} ${id}`,
      `${type} ${another}`,
    ]);
    const holding = (val: string): Promise<ApiResponse> =>
      client.get(`${resources[type].path}${filterQuery([{ name, op: 'any', val: { name: 'id', op: 'eq', val } }])}`);
    expect(identifiersIn(await holding(one))).to.deep.equal([id]);
    expect(identifiersIn(await holding(other))).to.deep.equal([id, another]);
    const nested = filterQuery([
      { name, op: 'any', val: { name: inverseName, op: 'any', val: { name: 'id', op: 'eq', val: another } } },
    ]);
    expect(identifiersIn(await client.get(`${resources[type].path}${nested}`))).to.deep.equal([id, another]);
    const none = filterQuery([{ not: { name, op: 'any', val: { name: 'id', op: 'gt', val: '0' } } }]);
    expect(identifiersIn(await client.get(`${resources[type].path}${none}&page[size]=0`))).to.not.include.members([id]);
  });

  it('ends when either resource is deleted, which changes the other one', async () => {
    const [one = '', other = ''] = await addSeveral(2);
    const id = await addAny(client, type, { [name]: { data: ids(one, other) } });
    const [ownTag, otherTag] = [await tagOf(type, id), await tagOf(to, other)];
    expect((await client.delete(`${resources[to].path}/${one}`)).status).to.equal(200);
    expect(await linked(type, id, relationship)).to.deep.equal([other]);
    expect(await tagOf(type, id)).to.not.equal(ownTag);
    expect(await tagOf(to, other)).to.equal(otherTag);
    expect((await client.delete(`${resources[type].path}/${id}`)).status).to.equal(200);
    expect(await linked(to, other, inverse)).to.deep.equal([]);
    expect(await tagOf(to, other)).to.not.equal(otherTag);
  });

  it('is written in a list of operations, also between new resources', async () => {
    const lid = 'new';
    const response = await client.operate([
      { op: 'add', data: { ...(await newResource(client, to)), lid } },
      { op: 'add', data: { ...(await newResource(client, type, { [name]: { data: [{ type: to, lid }] as never } })) } },
      { op: 'add', data: await newResource(client, type) },
      { op: 'add', ref: { type: to, lid, relationship: inverseName }, data: [] },
    ]);
    expect(response.status, response.text).to.equal(200);
    const [other, first, second] = (
      response.document['atomic:results'] as readonly { readonly data?: Identifier }[]
    ).map(({ data }) => data?.id ?? '');
    expect(await linked(to, other ?? '', inverse)).to.deep.equal([first]);
    const changed = await client.operate([
      { op: 'add', ref: { type: to, id: other, relationship: inverseName }, data: [own(second ?? '')] },
      { op: 'remove', ref: { type, id: first, relationship: name }, data: ids(other ?? '') },
      { op: 'remove', ref: { type, id: second } },
    ]);
    expect(changed.status, changed.text).to.equal(204);
    expect(await linked(to, other ?? '', inverse)).to.deep.equal([]);
  });

  it('refuses a change of a version that is outdated by a link from the other side', async () => {
    const [one = ''] = await addSeveral(1);
    const id = await addAny(client, type);
    const tag = String(await tagOf(type, id));
    expect((await client.post(linkagePath(to, one, inverse), { data: [own(id)] })).status).to.equal(200);
    const headers = { 'If-Match': tag };
    const response = await client.delete(linkagePath(type, id, relationship), { data: ids(one) }, { headers });
    expectErrors(response, 'precondition-failed');
  });

  it(`keeps both sides equal with ${WRITERS} concurrent writers from both sides`, async () => {
    const others = await addSeveral(4);
    const several = await inTurn(Array.from({ length: 4 }, () => () => addAny(client, type)));
    const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;
    const writes = Array.from({ length: WRITERS }, (_, index) => {
      const [id, other] = [pick(several, index), pick(others, index * 3 + 1)];
      const [from, data] =
        index % 2 === 0
          ? [linkagePath(type, id, relationship), ids(other, pick(others, index + 2))]
          : [linkagePath(to, other, inverse), [own(id), own(pick(several, index + 1))]];
      return client.send(pick(['POST', 'PATCH', 'DELETE', 'POST'], index), from, { body: { data } });
    });
    const gone = pick(others, 3);
    const answers = await Promise.all([...writes, client.delete(`${resources[to].path}/${gone}`)]);
    for (const { status, text } of answers) expect([200, 404], text).to.include(status);
    const left = others.filter((other) => other !== gone);
    const pairs = async (of: ResourceType, by: string, from: readonly string[]): Promise<readonly string[]> => {
      const isDeclaring = relationshipOf(of, by).end === 'from';
      const pairsOf = async (id: string): Promise<readonly string[]> =>
        (await linked(of, id, by)).map((other) => (isDeclaring ? `${id} ${other}` : `${other} ${id}`));
      return (await inTurn(from.map((id) => () => pairsOf(id)))).flat();
    };
    expect(await pairs(type, relationship, several)).to.have.members(await pairs(to, inverse, left));
  });

  it('refuses members of another type', async () => {
    const id = await addAny(client, type);
    const wrong = Object.keys(resources).find((each) => each !== to && each !== relationshipOf(type, relationship).to);
    if (wrong === undefined) throw new Error('the model has no other type');
    const response = await client.post(linkagePath(type, id, relationship), { data: [{ type: wrong, id: '1' }] });
    expectErrors(response, 'type-conflict #/data/0/type');
  });
}

function identifiersIn({ document }: ApiResponse): readonly string[] {
  return (document.data as readonly Identifier[]).map(({ id }) => id);
}

function namesOf(found: readonly Identifier[]): readonly string[] {
  return found.map(({ type, id }) => `${type} ${id}`);
}

async function inTurn<Result>(tasks: readonly (() => Promise<Result>)[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const task of tasks) results.push(await task());
  return results;
}
