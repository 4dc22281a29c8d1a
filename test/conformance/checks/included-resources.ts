// Compound documents in JSON:API 1.1: each resource appears once, and `included` is present whenever `include` is given.
import { expect } from 'chai';
import { check, checkLast, expectError, expectStatus, type Checks } from '../check.ts';
import { dissect, hasLinkage } from '../documents.ts';
import { OPERATIONS, addition, operationHeaders } from '../operations.ts';
import {
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  uniqueText,
  type Identifier,
} from '../resources.ts';
import { type Exchange } from '../session.ts';

const key = ({ type, id }: Identifier): string => `${type} ${id}`;

export const includedResources: Checks = {
  'compound-documents-chain': checkLast('includes only resources reachable from the primary data', (session) => {
    const compound = session.withDocument().filter(({ response }) => response.document.included?.length > 0);
    expect(compound.length).to.be.above(0);
    for (const exchange of compound) {
      // A fieldset may omit a relationship on the way.
      if (/fields(?:\[|%5B)/i.test(exchange.path)) continue;
      const reached = reachedFrom(exchange);
      for (const resource of exchange.response.document.included as readonly Identifier[])
        expect(reached.has(key(resource)), `${exchange.method} ${exchange.path}: ${key(resource)}`).to.equal(true);
    }
  }),

  'compound-documents-duplicates': checkLast('returns each resource once in data and included', async (session) => {
    const computers = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, computers);
    const one = await session.get(`${pathOf(person)}?include=computers.owner`);
    expect(one.document.included.map(identify)).to.deep.equal(computers.map(identify));
    const related = `${relatedOf(person)}?include=owner.computers`;
    const several = (await session.get(related)).document;
    expect(several.data.map(identify)).to.deep.equal(computers.map(identify));
    expect(several.included.map(identify)).to.deep.equal([identify(person)]);
    const paged = (await session.get(`${related}&page[size]=1`)).document;
    const everything = [...paged.data, ...paged.included].map(identify);
    expect(everything).to.have.deep.members([...computers, person].map(identify));
    for (const exchange of session.withDocument()) {
      const resources = dissect(exchange).resources.map(({ value }) => key(value as Identifier));
      // Each result of an operation has its own primary data.
      if ('atomic:results' in exchange.response.document) continue;
      expect(new Set(resources).size, `${exchange.method} ${exchange.path}`).to.equal(resources.length);
    }
  }),

  'inclusion-unsupported': check('rejects include where nothing can be included', async (session) => {
    const person = await newPerson(session);
    for (const path of ['/', '/changes'])
      expectError(await session.get(`${path}?include=computers`), 400, { parameter: 'include' });
    expectError(await session.delete(`${pathOf(person)}?include=computers`), 400, { parameter: 'include' });
    expectStatus(await session.get(pathOf(person)), 200);
    const serial = uniqueText();
    const options = { headers: operationHeaders, body: { 'atomic:operations': [addition(serial)] } };
    const response = await session.send('POST', `${OPERATIONS}?include=owner`, options);
    expectError(response, 400, { parameter: 'include' });
    expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.deep.equal([]);
  }),

  'inclusion-included-member': check('returns included whenever include is given, even if empty', async (session) => {
    const [person, computer] = [await newPerson(session), await newComputer(session)];
    const owner = await newPerson(session, [await newComputer(session)]);
    for (const path of [
      `${pathOf(person)}?include=computers`,
      `${pathOf(computer)}?include=owner`,
      `/computers?filter[serial]=${uniqueText()}&include=owner`,
      `${relatedOf(computer)}?include=computers`,
      `${relatedOf(person)}?include=owner`,
      `${relationshipOf(person)}?include=computers`,
      `${relationshipOf(computer)}?include=owner`,
      `${pathOf(owner)}?include=`,
      `/persons?filter[id]=${owner.id}&include=`,
      `${relatedOf(owner)}?include=`,
      `${relationshipOf(owner)}?include=`,
      // The fieldset omits the relationship that the include path names.
      `${pathOf(owner)}?include=computers&fields[person]=birth_date`,
    ])
      expectNothingIncluded(await session.get(path), path);
    const data = { type: 'person', attributes: { name: 'x' } };
    for (const query of ['?include=', '?include=computers']) {
      expectNothingIncluded(await session.post(`/persons${query}`, { data }), `POST ${query}`);
      const change = { data: { ...identify(person), attributes: {} } };
      expectNothingIncluded(await session.patch(pathOf(person) + query, change), `PATCH ${query}`);
      for (const method of ['POST', 'PATCH', 'DELETE']) {
        const response = await session.send(method, relationshipOf(person) + query, { body: { data: [] } });
        expectNothingIncluded(response, `${method} ${query} of a relationship`);
      }
    }
    const linked = await session.post(`${relationshipOf(person)}?include=`, { data: [identify(computer)] });
    expectNothingIncluded(linked, 'POST of a member');
  }),

  'sparse-fieldsets-default': check('returns all readable fields of a type without a fieldset', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    const { data } = (await session.get(pathOf(person))).document;
    expect(data.attributes).to.include.all.keys('birth_date', 'display_name').and.not.have.any.keys('name', 'email');
    expect(data.relationships).to.include.all.keys('computers');
    const restricted = (await session.get(`${pathOf(person)}?include=computers&fields[person]=computers`)).document;
    expect(restricted.data.attributes ?? {}).to.deep.equal({});
    const [included] = restricted.included;
    expect(included.attributes).to.deep.equal(computer.attributes);
    expect(included.attributes).to.include.all.keys('serial');
    expect(included.relationships).to.include.all.keys('owner');
  }),
};

function expectNothingIncluded(response: Exchange['response'], where: string): void {
  expect(response.status, `${where}: ${response.text}`).to.be.oneOf([200, 201]);
  expect(response.document, where).to.have.property('included').that.deep.equals([]);
}

interface Related {
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | null | readonly Identifier[] }>>;
}

/** The resources reachable from the primary data by linkage in the document. */
function reachedFrom(exchange: Exchange): ReadonlySet<string> {
  const { data = null, included = [] } = exchange.response.document;
  const primary: readonly (Identifier & Related)[] = [data ?? []].flat();
  const shown: readonly (Identifier & Related)[] = hasLinkage(exchange) ? included : [...primary, ...included];
  const resources = new Map(shown.map((resource) => [key(resource), resource]));
  const reached = new Set(primary.map(key));
  // Iteration over a Set includes values added on the way.
  for (const each of reached)
    for (const { data: linked } of Object.values(resources.get(each)?.relationships ?? {}))
      for (const identifier of [linked ?? []].flat()) reached.add(key(identifier));
  return reached;
}
