// Tests the values that a policy sets in new resources, for every way to create one.
import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { all, bearer } from '../../support/access.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { serveApp, type ServedApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';
import { plantRows, readState, type Row } from '../../support/stored-rows.ts';

const owner = { claim: 'person_id' };
const named = (name: string) => ({ where: [{ name: 'name', op: 'eq', val: name }] });

const roles = {
  admin: all,
  // May read Ada but not Bob.
  buyer: { person: { read: named('Ada') }, computer: { read: {}, create: { fields: ['serial'], set: { owner } } } },
  // May not read persons, so `owner` is unknown to it. May read `serial`, but not write it.
  scanner: { computer: { read: { fields: ['serial'] }, create: { fields: [], set: { owner, serial: 'S-1' } } } },
  // May not read serials.
  blind: {
    person: { read: {} },
    computer: { read: { fields: ['owner'] }, create: { fields: ['owner'], set: { serial: 'S-2' } } },
  },
  // May change Ada only.
  clerk: {
    person: { read: {}, update: named('Ada'), delete: {} },
    computer: { read: {}, create: { set: { owner } }, update: {} },
  },
  // May create only what satisfies a condition.
  strict: {
    person: {
      read: {},
      create: {
        set: { email: { claim: 'email' } },
        where: [{ name: 'email', op: 'ilike', val: '%@example.org' }],
      },
    },
    computer: { read: { where: [{ name: 'owner__name', op: 'eq', val: 'Ada' }] }, create: { set: { owner } } },
  },
};

/** The resource object for a new computer. */
const computer = (attributes: object = {}, linked?: unknown): object => ({
  type: 'computer',
  attributes,
  ...(linked !== undefined && { relationships: { owner: { data: linked } } }),
});
const person = (id: string) => ({ type: 'person', id });
const SENT = computer({ serial: 'X' });

describe('Values that a policy sets in new resources', () => {
  let unitOfWork: MemoryUnitOfWork;
  let ada: string;
  let bob: string;
  let opened: ServedApp[];

  beforeEach(async () => {
    unitOfWork = new MemoryUnitOfWork();
    opened = [];
    const planted = await plantRows(unitOfWork, [{ person: 'Ada' }, { person: 'Bob' }]);
    [ada = '', bob = ''] = ['Ada', 'Bob'].map((name) => planted.get(name)?.id);
  });
  afterEach(async () => {
    for (const app of opened) await app.close();
  });

  /** The requests of an actor with this role. */
  async function actor(role: keyof typeof roles, claims: Readonly<Record<string, unknown>> = {}) {
    const app = await serveApp(unitOfWork, { access: accessFor({ roles }, [{ name: 'tested', role, claims }]) });
    opened.push(app);
    const client = new ApiClient(app.url, false, 'Accept, Authorization');
    const headers = bearer('tested');
    const operation = (data: object, target: object = {}): object => ({ op: 'add', ...target, data });
    return {
      get: (path: string) => client.get(path, { headers }),
      patch: (path: string, data: unknown) => client.patch(path, { data }, { headers }),
      post: (path: string, data: object, others: Readonly<Record<string, string>> = {}) =>
        client.post(path, { data }, { headers: { ...headers, ...others } }),
      operate: (...operations: readonly object[]) => client.operate(operations, { headers }),
      add: (data: object, path?: string) =>
        client.operate([operation(data, path === undefined ? {} : { href: path })], { headers }),
    };
  }

  const computers = async (): Promise<readonly Row[]> =>
    [...(await readState(unitOfWork)).values()].filter(({ type }) => type === 'computer');

  const expectStored = async (answer: ApiResponse, ...expected: readonly Partial<Row>[]): Promise<void> => {
    expect(answer.status, answer.text).to.be.oneOf([200, 201]);
    const found = await computers();
    expect(found).to.have.length(expected.length);
    for (const [index, each] of expected.entries()) expect(found[index]).to.deep.include(each);
  };

  it('are set for every way to create one, from a claim that is a string or a number', async () => {
    for (const claim of [ada, Number(ada)]) {
      const buyer = await actor('buyer', { person_id: claim });
      await buyer.post('/computers', SENT);
      await buyer.post(`/persons/${ada}/computers`, SENT);
      await buyer.add(SENT);
      await buyer.add(SENT, `/persons/${ada}/computers`);
    }
    const found = await computers();
    expect(found).to.have.length(8);
    for (const each of found) expect(each).to.deep.include({ owner: ada, attributes: { serial: 'X' } });
  });

  it('link to a resource that is hidden from the actor, without showing it', async () => {
    const buyer = await actor('buyer', { person_id: bob });
    const answers = [await buyer.post('/computers?include=owner', SENT), await buyer.add(SENT)];
    for (const answer of answers) {
      expect(answer.status, answer.text).to.be.oneOf([200, 201]);
      expect(answer.text).not.to.include('Bob').and.not.to.include('"type":"person"');
    }
    expect(answers[0]?.document.data.relationships.owner.data).to.equal(null);
    expect((await computers()).map((each) => each.owner)).to.deep.equal([bob, bob]);
    expect((await readState(unitOfWork)).get(`person ${bob}`)).to.include({ version: 3 });
  });

  it('may be sent, but no other value may', async () => {
    const buyer = await actor('buyer', { person_id: ada });
    await expectStored(await buyer.post('/computers', computer({ serial: 'X' }, person(ada))), { owner: ada });
    for (const other of [person(bob), person('99'), null]) {
      const sent = computer({ serial: 'X' }, other);
      expectErrors(await buyer.post('/computers', sent), 'forbidden #/data/relationships/owner');
      expectErrors(await buyer.add(sent), 'forbidden #/atomic:operations/0/data/relationships/owner');
      expectErrors(await buyer.post(`/persons/${ada}/computers`, sent), 'forbidden #/data/relationships/owner');
    }
    expect(await computers()).to.have.length(1);
  });

  it('must match what the path implies', async () => {
    const clerk = await actor('clerk', { person_id: bob });
    await expectStored(await clerk.post(`/persons/${bob}/computers`, SENT), { owner: bob });
    const sentToo = computer({ serial: 'X' }, person(bob));
    for (const sent of [SENT, sentToo]) {
      expectErrors(await clerk.post(`/persons/${ada}/computers`, sent), 'forbidden ?id');
      expectErrors(await clerk.add(sent, `/persons/${ada}/computers`), 'forbidden #/atomic:operations/0/href');
    }
    const sentAlike = computer({ serial: 'X' }, person(ada));
    expectErrors(await clerk.post(`/persons/${ada}/computers`, sentAlike), 'forbidden #/data/relationships/owner');
    expectErrors(await clerk.post('/persons/99/computers', SENT), 'object-not-found ?id');
    expect(await computers()).to.have.length(1);
  });

  it('belong to unknown fields if the role may neither read nor write these', async () => {
    const scanner = await actor('scanner', { person_id: bob });
    for (const id of [ada, bob])
      expectErrors(
        await scanner.post('/computers', computer({}, person(id))),
        'invalid-attribute #/data/relationships/owner',
      );
    await expectStored(await scanner.post('/computers', computer()), { owner: bob, attributes: { serial: 'S-1' } });
    const blind = await actor('blind');
    for (const serial of ['S-2', 'X', null])
      expectErrors(await blind.post('/computers', computer({ serial })), 'invalid-attribute #/data/attributes/serial');
    const answer = await blind.post('/computers', computer({}, person(ada)));
    expect(answer.status, answer.text).to.equal(403);
  });

  it('may be sent if the role may read but not write the field', async () => {
    const scanner = await actor('scanner', { person_id: ada });
    const pointer = '/data/attributes/serial';
    for (const serial of ['X', null])
      expectErrors(await scanner.post('/computers', computer({ serial })), `forbidden #${pointer}`);
    expectErrors(await scanner.post('/computers', computer({ serial: 7 })), `invalid-attribute #${pointer}`);
    await expectStored(await scanner.post('/computers', computer({ serial: 'S-1' })), { owner: ada });
  });

  for (const [what, claims] of Object.entries({
    'is missing': {},
    'is null': { person_id: null },
    'is a boolean': { person_id: true },
    'is a list': { person_id: ['1'] },
    'is an object': { person_id: { id: '1' } },
    'is not an integer': { person_id: 1.5 },
    'is a huge number': { person_id: 1e300 },
    'is not an identifier': { person_id: '01' },
    'is empty': { person_id: '' },
    'is the id of no resource': { person_id: '99' },
  }))
    it(`make a creation fail if the claim ${what}`, async () => {
      const [buyer, scanner] = [await actor('buyer', claims), await actor('scanner', claims)];
      expectErrors(await buyer.post('/computers', SENT), 'forbidden #/data');
      expectErrors(await buyer.add(SENT), 'forbidden #/atomic:operations/0/data');
      expectErrors(await buyer.post(`/persons/${ada}/computers`, SENT), 'forbidden ?id');
      expectErrors(
        await buyer.post('/computers', computer({ serial: 'X' }, null)),
        'forbidden #/data/relationships/owner',
      );
      const hidden = await scanner.post('/computers', computer());
      expectErrors(hidden, 'forbidden #/data');
      expect(hidden.text).not.to.include('owner');
      expect(await computers()).to.have.length(0);
    });

  it('must satisfy the conditions of create and read', async () => {
    const create = { type: 'person', attributes: { name: 'Eve' } };
    const refused = await actor('strict', { email: 'eve@example.com', person_id: bob });
    expectErrors(await refused.post('/persons', create), 'forbidden #/data');
    expectErrors(await refused.post('/computers', SENT), 'forbidden #/data');
    const allowed = await actor('strict', { email: 'eve@example.org', person_id: ada });
    const created = await allowed.post('/persons', create);
    expect(created.document.data.attributes.display_name).to.equal('EVE <eve@example.org>');
    const withNull = { type: 'person', attributes: { name: 'Eve', email: null } };
    expectErrors(await allowed.post('/persons', withNull), 'forbidden #/data/attributes/email');
    await expectStored(await allowed.post('/computers', SENT), { owner: ada });
  });

  it('are set in lists of operations', async () => {
    const admin = await actor('admin');
    const clerk = await actor('clerk', { person_id: bob });
    const lid = { lid: 'new', ...SENT };
    const rename = { op: 'update', data: { type: 'computer', lid: 'new', attributes: { serial: 'Y' } } };
    await expectStored(await clerk.operate({ op: 'add', data: lid }, rename), {
      owner: bob,
      attributes: { serial: 'Y' },
    });
    await admin.operate({ op: 'remove', ref: person(bob) });
    expectErrors(await clerk.add(SENT), 'forbidden #/atomic:operations/0/data');
  });

  it('can link to a resource that the same list of operations then deletes', async () => {
    await (await actor('admin')).post('/computers', computer({ serial: 'old' }, person(bob)));
    const [old] = await computers();
    const clerk = await actor('clerk', { person_id: bob });
    const next = String(Number(old?.id) + 1);
    const list = [
      { op: 'add', data: SENT },
      { op: 'remove', href: `/computers/${next}/owner` },
    ];
    const answer = await clerk.operate(...list);
    await expectStored(answer, { owner: null }, { owner: null });
  });

  it('stay the same when an Idempotency-Key is repeated', async () => {
    const key = { 'Idempotency-Key': '"one"' };
    const first = await (await actor('buyer', { person_id: ada })).post('/computers', SENT, key);
    const again = await (await actor('buyer', { person_id: bob })).post('/computers', SENT, key);
    const without = await (await actor('buyer')).post('/computers', SENT, key);
    for (const answer of [again, without])
      expect([answer.status, answer.text], answer.text).to.deep.equal([first.status, first.text]);
    await expectStored(first, { owner: ada });
  });

  it('do not restrict later changes', async () => {
    const clerk = await actor('clerk', { person_id: ada });
    const { document } = await clerk.post('/computers', SENT);
    const changed = await clerk.patch(`/computers/${document.data.id}`, {
      type: 'computer',
      id: document.data.id,
      attributes: { serial: 'Y' },
    });
    expect(changed.status, changed.text).to.equal(200);
  });
});
