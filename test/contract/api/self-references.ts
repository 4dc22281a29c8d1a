import { expect } from 'chai';
import { resources } from '#test/support/model';
import { relationshipOf } from '#domain/schema';
import { filterQuery, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import type { Identifier, Relationships } from '../../support/resource-objects.ts';
import { toOneLinks, type Link } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, mayEnd, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { expectErrors } from './expect-errors.ts';
import { WRITERS } from './expect-outcomes.ts';
import { modern } from './modern.ts';

/** The to-one relationships of types to themselves that are not required. */
const selfReferences = toOneLinks.filter(
  ({ type, relationship, to, inverse }) =>
    type === to && isShown(type, relationship) && isShown(to, inverse) && mayEnd(type, relationship),
);

/** Types that refer to themselves, so that a resource has a parent and children of its own type. */
export function describeSelfReferences({ client }: ApiUnderTest): void {
  for (const link of selfReferences)
    describe(`The relationship ${link.relationship} of a ${link.type} to another one`, () => {
      describeTree(client, link);
    });
}

function describeTree(client: ApiClient, { type, relationship, inverse }: Link): void {
  const { onDelete } = relationshipOf(type, relationship);
  const { path } = resources[type];
  const [parent, children] = [wireName(type, relationship), wireName(type, inverse)];
  const named = (id: string): Identifier => ({ type, id });
  const add = (below?: string): Promise<string> =>
    addAny(client, type, below === undefined ? {} : { [parent]: { data: named(below) } });
  const parentOf = async (id: string): Promise<string | undefined> => {
    const { document } = await client.get(linkagePath(type, id, relationship));
    return (document.data as Identifier | null)?.id;
  };
  const childrenOf = async (id: string): Promise<readonly string[]> =>
    idsIn(await client.get(linkagePath(type, id, inverse)));
  const tagOf = async (id: string): Promise<unknown> => (await client.get(`${path}/${id}`)).headers.etag;
  const setParent = (id: string, to: string | null): Promise<ApiResponse> =>
    client.patch(linkagePath(type, id, relationship), { data: to === null ? null : named(to) });

  /** A chain, in which each resource is the child of the previous one. */
  const chain = async (length: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    while (ids.length < length) ids.push(await add(ids.at(-1)));
    return ids;
  };

  it('can be changed from either side, which changes the versions of all three resources', async () => {
    const [root, other] = [await add(), await add()];
    const child = await add(root);
    const ids = [root, other, child];
    const before = await Promise.all(ids.map(tagOf));
    expect((await client.post(linkagePath(type, other, inverse), { data: [named(child)] })).status).to.equal(200);
    expect([await parentOf(child), await childrenOf(root), await childrenOf(other)]).to.deep.equal([
      other,
      [],
      [child],
    ]);
    const after = await Promise.all(ids.map(tagOf));
    expect(after.every((tag, index) => tag !== before[index])).to.equal(true);
    expect((await setParent(child, null)).status).to.equal(200);
    expect(await childrenOf(other)).to.deep.equal([]);
  });

  it('moves within a set and up and down a chain', async () => {
    const [one = '', two = '', three = ''] = await chain(3);
    expect((await client.patch(linkagePath(type, one, inverse), { data: [named(three)] })).status).to.equal(200);
    expect([await parentOf(two), await parentOf(three)]).to.deep.equal([undefined, one]);
    expect((await client.patch(linkagePath(type, three, inverse), { data: [named(two)] })).status).to.equal(200);
    expect([await parentOf(two), await childrenOf(two)]).to.deep.equal([three, []]);
    expect(
      (await client.delete(linkagePath(type, one, inverse), { data: [named(two), named(three)] })).status,
    ).to.equal(200);
    expect([await parentOf(two), await parentOf(three)]).to.deep.equal([three, undefined]);
  });

  it('can link a resource to itself, and resources in a circle', async () => {
    const [one = '', two = '', three = ''] = await chain(3);
    expect((await setParent(one, three)).status).to.equal(200);
    const included = await client.get(`${path}/${one}?include=${[parent, parent, parent].join('.')}`);
    expect(included.document.included.map(({ id }: Identifier) => id)).to.have.members([one, two, three]);
    expect((await setParent(two, two)).status).to.equal(200);
    expect([await parentOf(two), await childrenOf(two)]).to.deep.equal([two, [two, three]]);
  });

  for (const [which, index] of [
    ['in a circle', 0],
    ['linked to itself', 1],
  ] as const)
    it(`does what is declared for the deletion of a resource ${which}`, async () => {
      const ids = await chain(3);
      const [one = '', two = '', three = ''] = ids;
      expect((await setParent(one, three)).status).to.equal(200);
      expect((await setParent(two, ids[index] ?? null)).status).to.equal(200);
      const deletion = await client.delete(`${path}/${two}`);
      if (onDelete === 'refuse') expectErrors(deletion, 'still-referenced ?id');
      else expect(deletion.status).to.equal(200);
      const left = { unset: [one, three], cascade: [], refuse: ids }[onDelete];
      const among = filterQuery([{ name: 'id', op: 'in_', val: ids }]);
      expect(idsIn(await client.get(`${path}${among}`))).to.deep.equal(left);
      if (onDelete === 'unset') expect([await parentOf(three), await childrenOf(one)]).to.deep.equal([undefined, []]);
    });

  it('refuses a change whose two sides contradict each other', async () => {
    const [one, other] = [await add(), await add()];
    const change = (relationships: object): Promise<ApiResponse> =>
      client.patch(`${path}/${one}`, { data: { type, id: one, relationships } });
    const contradictions = [
      [{ [parent]: { data: named(one) }, [children]: { data: [named(other)] } }, children],
      [{ [parent]: { data: null }, [children]: { data: [named(one)] } }, parent],
      [{ [parent]: { data: named(other) }, [children]: { data: [named(other), named(one)] } }, parent],
    ] as const;
    for (const [relationships, at] of contradictions)
      expectErrors(await change(relationships), `invalid-relationship #/data/relationships/${at}`);
    const agreed = { [parent]: { data: named(one) }, [children]: { data: [named(other), named(one)] } };
    expect((await change(agreed)).status).to.equal(200);
    expect([await parentOf(one), await childrenOf(one)]).to.deep.equal([one, [one, other]]);
  });

  it('is set by a nested creation, which may set children', async () => {
    const [one, other] = [await add(), await add()];
    const data = await newResource(client, type, { [children]: { data: [named(other)] } });
    const created = createdId(await client.post(relatedPath(type, one, inverse), { data }));
    expect([await parentOf(created), await childrenOf(created)]).to.deep.equal([one, [other]]);
    const conflict = await newResource(client, type, { [parent]: { data: named(other) } });
    expectErrors(
      await client.post(relatedPath(type, one, inverse), { data: conflict }),
      `owner-conflict #/data/relationships/${parent}`,
    );
  });

  it('can be followed through several levels in filters and sorts, up to a limit', async () => {
    const [root = '', middle = '', leaf = ''] = await chain(3);
    const other = await add();
    const steps = (count: number): string => `${`${parent}__`.repeat(count)}id`;
    const found = await client.get(`${path}${filterQuery([{ name: steps(2), op: 'eq', val: root }])}`);
    expect(idsIn(found)).to.deep.equal([leaf]);
    const grandchild = { name: children, op: 'any', val: { name: 'id', op: 'eq', val: leaf } };
    const above = await client.get(`${path}${filterQuery([{ name: children, op: 'any', val: grandchild }])}`);
    expect(idsIn(above)).to.deep.equal([root]);
    const among = filterQuery([{ name: 'id', op: 'in_', val: [root, middle, leaf, other] }]);
    const sorted = await client.get(`${path}${among}&sort=${steps(2)},-${steps(1)},-id`);
    expect(idsIn(sorted)).to.deep.equal([leaf, other, root, middle]);
    expect((await client.get(`${path}?sort=${steps(5)}`)).status).to.equal(200);
    expectErrors(await client.get(`${path}?sort=${steps(6)}`), 'invalid-parameter ?sort');
  });

  it('lets one list of operations build and break up a whole tree', async () => {
    const response = await client.operate([
      { op: 'add', data: { ...(await newResource(client, type)), lid: 'a' } },
      { op: 'add', data: { ...(await newResource(client, type, { [parent]: { data: byLid('a') } })), lid: 'b' } },
      { op: 'add', data: { ...(await newResource(client, type, { [parent]: { data: byLid('b') } })), lid: 'c' } },
      { op: 'update', ref: { type, lid: 'a', relationship: parent }, data: { type, lid: 'c' } },
      { op: 'update', ref: { type, lid: 'b', relationship: children }, data: [] },
    ]);
    expect(response.status, response.text).to.equal(200);
    const [a = '', b = '', c = ''] = (
      response.document['atomic:results'] as readonly { readonly data?: Identifier }[]
    ).map(({ data }) => data?.id);
    expect([await parentOf(a), await parentOf(b), await parentOf(c)]).to.deep.equal([c, a, undefined]);
    const removed = onDelete === 'unset' ? [a, b, c] : [b, a, c];
    const gone = await client.operate(removed.map((id) => ({ op: 'remove', ref: { type, id } })));
    expect(gone.status, gone.text).to.equal(204);
  });

  it('lets a new resource link to itself by its lid in JSON:API 1.1', async () => {
    for (const [relationships, query] of [
      [{ [parent]: { data: byLid('a') } }, ''],
      [{ [children]: { data: [byLid('a')] } }, `?include=${parent}`],
      [{ [parent]: { data: byLid('a') }, [children]: { data: [byLid('a')] } }, `?include=${children}`],
    ] as const) {
      const data = { ...(await newResource(client, type, relationships)), lid: 'a' };
      const response = await client.post(`${path}${query}`, { data }, modern);
      const id = createdId(response);
      expect([await parentOf(id), await childrenOf(id)]).to.deep.equal([id, [id]]);
      expect(response.document.included).to.deep.equal(query === '' ? undefined : []);
      expect(response.text).not.to.include('"lid"');
      const { document } = await client.get(`${path}/${id}${query}`, modern);
      expect(response.document).to.deep.equal(document);
    }
  });

  it('refuses a new resource with contradictory links to itself', async () => {
    const other = await add();
    const itself = { [children]: { data: [byLid('a')] } };
    const create = async (at: string, relationships: Relationships): Promise<ApiResponse> =>
      client.post(at, { data: { ...(await newResource(client, type, relationships)), lid: 'a' } }, modern);
    for (const data of [null, named(other)])
      expectErrors(
        await create(path, { [parent]: { data }, ...itself }),
        `invalid-relationship #/data/relationships/${parent}`,
      );
    expectErrors(await create(relatedPath(type, other, inverse), itself), 'invalid-relationship *');
    expectErrors(
      await create(relatedPath(type, other, inverse), { [parent]: { data: byLid('a') } }),
      `owner-conflict #/data/relationships/${parent}`,
    );
    expect(await childrenOf(other)).to.deep.equal([]);
  });

  it('refuses a lid other than that of the new resource, an empty id, and every lid in JSON:API 1.0', async () => {
    const sent = async (identifier: unknown): Promise<object> => {
      const data = await newResource(client, type, { [parent]: { data: identifier as Identifier } });
      return { data: { ...data, lid: 'a' } };
    };
    const at = `invalid-document #/data/relationships/${parent}/data`;
    for (const identifier of [
      { type, lid: 'b' },
      { type, lid: 'A' },
      { type, lid: '' },
      { type, lid: 1 },
    ])
      expectErrors(await client.post(path, await sent(identifier), modern), `${at}/lid`);
    expectErrors(await client.post(path, await sent(byLid('a'))), `${at}/id`);
    const nobody = `object-not-found #/data/relationships/${parent}/data`;
    for (const options of [{}, modern]) expectErrors(await client.post(path, await sent(named('')), options), nobody);
  });

  it(`stays consistent while ${WRITERS} writers re-parent in a ring`, async () => {
    const ids = await Promise.all([add(), add(), add(), add()]);
    const at = (index: number): string => ids[index % ids.length] ?? '';
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        index % 3 === 0
          ? client.patch(linkagePath(type, at(index), inverse), { data: [named(at(index + 1)), named(at(index + 2))] })
          : setParent(at(index), at(index + 1)),
      ),
    );
    for (const { status, text } of answers) expect(status, text).to.equal(200);
    const fromChildren = await Promise.all(ids.map(parentOf));
    for (const id of ids)
      expect(await childrenOf(id)).to.have.members(ids.filter((_, index) => fromChildren[index] === id));
  });

  /** A resource that an earlier operation adds, by its `lid`. */
  function byLid(lid: string): Identifier {
    return { type, lid } as unknown as Identifier;
  }
}

function idsIn({ document }: ApiResponse): readonly string[] {
  return (document.data as readonly Identifier[]).map(({ id }) => id);
}
