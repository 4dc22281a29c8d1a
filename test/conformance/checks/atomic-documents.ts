import { expect } from 'chai';
import { check, checkLast, expectStatus, modernPartsOf, type Checks } from '../check.ts';
import { addition, expectNoContent, expectRefused, operateWith, resultsOf } from '../operations.ts';
import { expectLinkage, identify, newComputer, newPerson, pathOf, uniqueText } from '../resources.ts';
import { type Session } from '../session.ts';

export const atomicDocuments: Checks = {
  'atomic-top-level-members': check('takes jsonapi, links and meta beside operations', async (session) => {
    const response = await operateWith(session, {
      'atomic:operations': [addition(uniqueText())],
      jsonapi: { version: '1.1' },
      links: { self: '/operations' },
      meta: { note: 'x' },
    });
    expectStatus(response, 200);
    expect(response.document).to.have.all.keys('atomic:results', 'links', 'jsonapi');
  }),

  'atomic-no-data': check('rejects data and included beside operations', async (session) => {
    for (const beside of [{ data: null }, { data: [] }, { included: [] }]) await expectRefusedBeside(session, beside);
  }),

  'atomic-operations-or-results': check('takes operations or returns results, one or more', async (session) => {
    await expectRefusedBeside(session, { 'atomic:results': [] });
    for (const body of [{}, { 'atomic:results': [{}] }, { 'atomic:operations': [] }, { 'atomic:operations': {} }])
      expectStatus(await operateWith(session, body), 400);
    for (const { value, where } of modernPartsOf(session, 'documents')) {
      expect(value, where).not.to.have.property('atomic:operations');
      if ('atomic:results' in value) expect(value['atomic:results'], where).to.be.an('array').that.is.not.empty;
    }
  }),

  'atomic-no-errors': checkLast('has no errors beside operations or results', async (session) => {
    await expectRefusedBeside(session, { errors: [] });
    const documents = modernPartsOf(session, 'documents');
    expect(documents.some(({ value }) => 'errors' in value)).to.equal(true);
    expect(documents.some(({ value }) => 'atomic:results' in value)).to.equal(true);
    for (const { value, where } of documents)
      expect('errors' in value && 'atomic:results' in value, where).to.equal(false);
  }),

  'atomic-op': check('rejects operations without op', async (session) => {
    const { data } = addition(uniqueText());
    for (const operation of [{ data }, null, 'add', [], { op: null, data }]) await expectRefused(session, operation);
  }),

  'atomic-op-value': check('rejects an op other than add, update and remove', async (session) => {
    const { data } = addition(uniqueText());
    for (const op of ['create', 'Add', '', 'replace', 1]) await expectRefused(session, { op, data });
  }),

  'atomic-target': check('takes ref or href as the target, not both', async (session) => {
    const [one, other] = [await newComputer(session), await newComputer(session)];
    await expectRefused(session, { op: 'remove', ref: identify(one), href: pathOf(one) });
    await expectNoContent(session, { op: 'remove', ref: identify(one) }, { op: 'remove', href: pathOf(other) });
    for (const computer of [one, other]) expectStatus(await session.get(pathOf(computer)), 404);
  }),

  'atomic-ref': check('takes type with id or lid, and relationship, as ref', async (session) => {
    const person = await newPerson(session);
    const computer = await newComputer(session);
    const byLid = { type: 'person', lid: 'p' };
    const data = { type: 'person', lid: 'p', attributes: { name: 'x' } };
    const relationship = 'computers';
    for (const ref of [{}, null, 'person', { type: 'person' }, { id: '1' }, { type: 'unknown', id: '1' }])
      await expectRefused(session, { op: 'remove', ref });
    for (const wrong of [
      { ...identify(person), lid: 'p' },
      { ...identify(person), relationship: 'unknown' },
    ])
      await expectRefused(session, { op: 'update', ref: wrong, data: [] });
    const results = await resultsOf(
      session,
      { op: 'add', data },
      { op: 'add', ref: { ...byLid, relationship }, data: [identify(computer)] },
      { op: 'update', ref: byLid, data: { ...byLid, attributes: { name: 'y' } } },
      { op: 'update', ref: { ...identify(person), relationship }, data: [identify(computer)] },
      { op: 'update', ref: identify(person), data: { ...identify(person), attributes: {} } },
    );
    expect(results).to.have.length(5);
    await expectLinkage(session, person, [identify(computer)]);
  }),

  'atomic-data-meta': check('takes data and meta in an operation', async (session) => {
    const [result] = await resultsOf(session, { ...addition(uniqueText()), meta: { note: 'x' } });
    expect(result?.data).to.include({ type: 'computer' });
  }),

  'atomic-result': checkLast('has data or nothing in every result', (session) => {
    const results = modernPartsOf(session, 'results');
    expect(results.some(({ value }) => 'data' in value)).to.equal(true);
    expect(results.some(({ value }) => !('data' in value))).to.equal(true);
    for (const { value, where } of results) expect(['data'], where).to.include.members(Object.keys(value));
  }),
};

/** Expects that operations next to another member are rejected, and do not run. */
async function expectRefusedBeside(session: Session, beside: object): Promise<void> {
  const serial = uniqueText();
  expectStatus(await operateWith(session, { 'atomic:operations': [addition(serial)], ...beside }), 400);
  expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.deep.equal([]);
}
