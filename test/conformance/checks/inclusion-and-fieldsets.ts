import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import { identify, newComputer, newPerson, pathOf, relatedOf, relationshipOf, type Identifier } from '../resources.ts';
import { type Session } from '../session.ts';

export const inclusionAndFieldsets: Checks = {
  'inclusion-default#1': check(
    'includes related resources in the response to a relationship update',
    async (session) => {
      const [person, computer] = [await newPerson(session), await newComputer(session)];
      const response = await session.post(relationshipOf(person), { data: [identify(computer)] });
      expect(response.document.included.map(identify)).to.deep.equal([identify(computer)]);
      expect((await session.get(pathOf(person))).document).not.to.have.property('included');
    },
  ),

  'inclusion-include-parameter#1': check('includes what the include parameter requests', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    expect(await included(session, `${pathOf(person)}?include=computers`)).to.deep.equal([identify(computer)]);
    expect(await included(session, `${pathOf(computer)}?include=owner`)).to.deep.equal([identify(person)]);
  }),

  'inclusion-unrequested#1': check('includes nothing that was not requested', async (session) => {
    const [own, sibling] = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, [own, sibling]);
    await newPerson(session, [await newComputer(session)]);
    expect(await included(session, `${relatedOf(person)}?include=owner`)).to.deep.equal([identify(person)]);
    expect(await included(session, `${pathOf(own)}?include=owner`)).to.deep.equal([identify(person)]);
    const none = await session.get(`${pathOf(person)}?include=`);
    expectStatus(none, 200);
    expect(none.document.included ?? []).to.deep.equal([]);
  }),

  'inclusion-include-parameter-value#1': check(
    'takes commas between include paths and dots between relationship names',
    async (session) => {
      const [computer, sibling] = [await newComputer(session), await newComputer(session)];
      const person = await newPerson(session, [computer, sibling]);
      const paths = `${pathOf(computer)}?include=owner,owner.computers`;
      expect(await included(session, paths)).to.include.deep.members([identify(person), identify(sibling)]);
      for (const value of [
        'computers;computers',
        'computers%20computers',
        'computers/owner',
        'computers,',
        '.computers',
      ])
        expectError(await session.get(`${pathOf(person)}?include=${value}`), 400, { parameter: 'include' });
    },
  ),

  'inclusion-bad-request#1': check('rejects an unknown include path', async (session) => {
    const person = await newPerson(session);
    for (const path of ['unknown', 'owner', 'computers.unknown', 'name'])
      expectError(await session.get(`${pathOf(person)}?include=${path}`), 400, { parameter: 'include' });
  }),

  'sparse-fieldsets-parameter#1': check('returns only the requested fields', async (session) => {
    const person = await newPerson(session);
    const { data } = (await session.get(`${pathOf(person)}?fields[person]=display_name`)).document;
    expect(Object.keys(data.attributes)).to.deep.equal(['display_name']);
    expect(data.relationships).to.deep.equal({});
  }),

  'sparse-fieldsets-parameter-value#1': check('takes commas between field names', async (session) => {
    const path = pathOf(await newPerson(session));
    const { data } = (await session.get(`${path}?fields[person]=computers,birth_date`)).document;
    expect(Object.keys(data.attributes)).to.deep.equal(['birth_date']);
    expect(Object.keys(data.relationships)).to.deep.equal(['computers']);
    for (const value of ['computers;birth_date', 'computers%20birth_date', 'computers,', 'unknown'])
      expectError(await session.get(`${path}?fields[person]=${value}`), 400, { parameter: 'fields[person]' });
  }),

  'sparse-fieldsets-additional-fields#1': check('adds no other field in data or included', async (session) => {
    const person = await newPerson(session, [await newComputer(session)]);
    const query = 'include=computers&fields[person]=computers&fields[computer]=serial';
    for (const path of [pathOf(person), relationshipOf(person)]) {
      const { document } = await session.get(`${path}?${query}`);
      expect(document.included).to.have.length(1);
      expect(fieldNames(document.included[0])).to.deep.equal(['serial']);
      if (path === pathOf(person)) expect(fieldNames(document.data)).to.deep.equal(['computers']);
    }
    const data = { type: 'person', attributes: { name: 'x' } };
    const created = await session.post('/persons?fields[person]=birth_date', { data });
    expect(fieldNames(created.document.data)).to.deep.equal(['birth_date']);
  }),
};

async function included(session: Session, path: string): Promise<readonly Identifier[]> {
  const response = await session.get(path);
  expectStatus(response, 200);
  return (response.document.included as readonly Identifier[]).map(identify);
}

function fieldNames(resource: { readonly attributes?: object; readonly relationships?: object }): readonly string[] {
  return [...Object.keys(resource.attributes ?? {}), ...Object.keys(resource.relationships ?? {})];
}
