import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import { OPERATIONS, addition, expectNoContent, operate, operationHeaders, resultsOf } from '../operations.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relationshipOf,
  uniqueText,
  type Identifier,
} from '../resources.ts';
import { type Session } from '../session.ts';

export const atomicProcessing: Checks = {
  'atomic-post': check('takes operations only by POST', async (session) => {
    const person = await newPerson(session);
    const body = { 'atomic:operations': [{ op: 'remove', ref: identify(person) }] };
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await session.send(method, OPERATIONS, { headers: operationHeaders, body });
      expectError(response, 405);
      expect(response.headers.allow?.split(/, */)).to.have.members(['POST', 'OPTIONS']);
    }
    expectStatus(await session.get(pathOf(person)), 200);
  }),

  'atomic-order': check('performs operations in order', async (session) => {
    const [one, other] = [await newPerson(session), await newPerson(session)];
    const computer = await newComputer(session);
    const give = (person: Identifier): object => ({
      op: 'update',
      ref: { ...identify(computer), relationship: 'owner' },
      data: identify(person),
    });
    const rename = (serial: string): object => ({
      op: 'update',
      data: { ...identify(computer), attributes: { serial } },
    });
    await resultsOf(session, rename('a'), give(one), rename('b'), give(other), rename('c'));
    expect((await session.get(pathOf(computer))).document.data.attributes.serial).to.equal('c');
    await expectLinkage(session, computer, identify(other));
    await resultsOf(session, give(other), rename('c'), give(one), rename('b'));
    expect((await session.get(pathOf(computer))).document.data.attributes.serial).to.equal('b');
    await expectLinkage(session, computer, identify(one));
    expectError(await operate(session, { op: 'remove', ref: identify(computer) }, rename('d')), 404);
  }),

  'atomic-all': check('performs all operations', async (session) => {
    const person = await newPerson(session);
    const gone = await newComputer(session);
    const serials = [uniqueText(), uniqueText()];
    const results = await resultsOf(
      session,
      ...serials.map((serial, index) => addition(serial, `c${index}`)),
      { op: 'remove', ref: identify(gone) },
      { op: 'add', ref: { ...identify(person), relationship: 'computers' }, data: [lid('c0'), lid('c1')] },
    );
    const added = results.slice(0, 2).map(({ data }) => data && identify(data));
    await expectLinkage(session, person, added as readonly Identifier[]);
    expectStatus(await session.get(pathOf(gone)), 404);
    for (const serial of serials)
      expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.have.length(1);
  }),

  'atomic-none': check('undoes all operations if one fails', async (session) => {
    const person = await newPerson(session, [await newComputer(session)]);
    const computer = await newComputer(session);
    const serial = uniqueText();
    const before = await stateOf(session, person, computer);
    const fails = { op: 'remove', ref: await deletedResource(session, 'computer') };
    const operations: readonly object[] = [
      addition(serial),
      { op: 'update', data: { ...identify(computer), attributes: { serial: 'changed' } } },
      { op: 'add', ref: { ...identify(person), relationship: 'computers' }, data: [identify(computer)] },
      { op: 'remove', ref: identify(person) },
    ];
    for (let failing = 1; failing <= operations.length; failing += 1) {
      const response = await operate(session, ...operations.toSpliced(failing, 0, fails));
      expectError(response, 404, { pointer: `/atomic:operations/${failing}/ref` });
      expect(await stateOf(session, person, computer)).to.deep.equal(before);
      expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.deep.equal([]);
    }
  }),

  'atomic-200': check('responds with 200 if there is a result', async (session) => {
    expectStatus(await operate(session, addition(uniqueText())), 200);
    const computer = await newComputer(session);
    const update = { op: 'update', data: { ...identify(computer), attributes: {} } };
    expectStatus(await operate(session, { op: 'remove', ref: await newRef(session) }, update), 200);
  }),

  'atomic-results': check('returns an array of results', async (session) => {
    const { document } = await operate(session, addition(uniqueText()));
    expect(document['atomic:results']).to.be.an('array').with.length(1);
    expect(document['atomic:results'][0]).to.be.an('object');
  }),

  'atomic-results-length': check('returns a result for each operation', async (session) => {
    for (const length of [1, 2, 5]) {
      const operations = Array.from({ length }, () => addition(uniqueText()));
      expect(await resultsOf(session, ...operations)).to.have.length(length);
      const removal = { op: 'remove', ref: await newRef(session) };
      expect(await resultsOf(session, removal, ...operations)).to.have.length(length + 1);
    }
  }),

  'atomic-results-order': check('returns the results in the order of the operations', async (session) => {
    const serials = [uniqueText(), uniqueText(), uniqueText()];
    const [a, b, c] = serials.map((serial) => addition(serial));
    const removal = { op: 'remove', ref: await newRef(session) };
    const results = await resultsOf(session, a, removal, b, c);
    expect(results.map(({ data }) => data?.attributes['serial'])).to.deep.equal([
      serials[0],
      undefined,
      serials[1],
      serials[2],
    ]);
    expect(results[1]).to.deep.equal({});
  }),

  'atomic-204': check('responds with 204 if no operation has a result', async (session) => {
    const person = await newPerson(session);
    const ref = { ...identify(person), relationship: 'computers' };
    await expectNoContent(
      session,
      { op: 'add', ref, data: [await newRef(session)] },
      { op: 'remove', ref: await newRef(session) },
      { op: 'remove', ref: identify(person) },
    );
    expectStatus(await session.get(pathOf(person)), 404);
  }),

  'atomic-errors': check('responds to a failed operation like to the single request', async (session) => {
    const gone = await deletedResource(session, 'person');
    const person = await newPerson(session);
    const invalid = { ...identify(person), attributes: { name: '' } };
    const conflict = { type: 'computer', attributes: { serial: 'x' } };
    const withId = { ...conflict, id: '1' };
    for (const [operation, single] of [
      [{ op: 'remove', ref: gone }, await session.delete(pathOf(gone))],
      [{ op: 'update', data: invalid }, await session.patch(pathOf(person), { data: invalid })],
      [{ op: 'add', href: '/persons', data: conflict }, await session.post('/persons', { data: conflict })],
      [{ op: 'add', data: withId }, await session.post('/computers', { data: withId })],
      [
        { op: 'add', ref: { ...identify(person), relationship: 'computers' }, data: [gone] },
        await session.post(relationshipOf(person), { data: [gone] }),
      ],
    ] as const) {
      const response = await operate(session, addition(uniqueText()), operation);
      expect(single.status).to.be.above(399);
      expectError(response, single.status);
      expect(response.document.errors[0].code).to.equal(single.document.errors[0].code);
    }
  }),

  'atomic-errors-pointer': check('points to what an operation failed at', async (session) => {
    const gone = await deletedResource(session, 'computer');
    const person = await newPerson(session);
    const attributes = { serial: 'x' };
    const owner = { data: await deletedResource(session, 'person') };
    for (const [operation, status, pointer] of [
      [{ op: 'remove', ref: gone }, 404, 'ref'],
      [{ op: 'remove', href: pathOf(gone) }, 404, 'href'],
      [{ op: 'update', data: { ...gone, attributes } }, 404, 'data'],
      [{ op: 'update', data: { ...identify(person), attributes: { name: '' } } }, 422, 'data/attributes/name'],
      [
        { op: 'add', data: { type: 'computer', attributes, relationships: { owner } } },
        404,
        'data/relationships/owner/data',
      ],
      [{ op: 'add', ref: { ...identify(person), relationship: 'computers' }, data: [gone] }, 404, 'data/0'],
    ] as const) {
      const response = await operate(session, addition(uniqueText()), operation);
      expectError(response, status, { pointer: `/atomic:operations/1/${pointer}` });
    }
  }),
};

function lid(name: string): object {
  return { type: 'computer', lid: name };
}

async function newRef(session: Session): Promise<Identifier> {
  return identify(await newComputer(session));
}

/** The documents of a person and a computer, with their relationships. */
async function stateOf(session: Session, person: Identifier, computer: Identifier): Promise<readonly string[]> {
  const paths = [person, computer].flatMap((each) => [pathOf(each), relationshipOf(each)]);
  const responses = await Promise.all(paths.map((path) => session.get(path)));
  return responses.map(({ text }) => text);
}
