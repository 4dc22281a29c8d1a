// Query strings of requests and links in JSON:API 1.1.
import { expect } from 'chai';
import { check, checkLast, expectError, expectStatus, partsOf, type Checks } from '../check.ts';
import { identify, newComputer, newPerson, pathOf, relatedOf, relationshipOf, uniqueText } from '../resources.ts';
import { hrefOf, type Link, type Session } from '../session.ts';
import { ownParameters, parametersOf } from './query-parameters-and-errors.ts';

/** A base name followed by brackets, which are empty or contain member names separated by dots. Placeholders count as names. */
const FAMILY = /^([a-zA-Z0-9](?:[\w-]*[a-zA-Z0-9])?)(?:\[(?:[\w-]+(?:\.[\w-]+)*)?\])*$/;

/** The base names that JSON:API defines. */
const STANDARD = ['include', 'fields', 'filter', 'sort', 'page'];

export const queryStrings: Checks = {
  'query-parameters-custom': check('has custom query parameters', async (session) => {
    const computers = [await newComputer(session, 'a'), await newComputer(session, 'b')];
    const person = await newPerson(session, computers);
    const shown = async (query: string): Promise<unknown> => {
      const { document } = await session.get(`/persons?filter[id]=${person.id}${query}`);
      return document.data[0].relationships.computers.data;
    };
    const [one, other] = computers.map(identify);
    expect(await shown('')).to.deep.equal([one, other]);
    expect(await shown('&includeSort=-computers.serial')).to.deep.equal([other, one]);
    const filter = { computers: [{ name: 'serial', op: 'eq', val: 'b' }] };
    expect(await shown(`&includeFilter=${encodeURIComponent(JSON.stringify(filter))}`)).to.deep.equal([other]);
  }),

  'query-parameters-family': check('names its query parameters by the rules for families', async (session) => {
    for (const path of await pathsWithParameters(session)) {
      const names = await parametersOf(session, path);
      for (const name of [...names, ...(await ownParameters(session, path))]) {
        const [, base = ''] = FAMILY.exec(name) ?? [];
        expect(base, `${name} of ${path}`).not.to.equal('');
        if (!STANDARD.includes(base)) expect(base).to.match(/[^a-z]/);
      }
    }
  }),

  'query-parameters-capital': check('has a capital letter in every custom query parameter', async (session) => {
    for (const path of await pathsWithParameters(session))
      for (const name of await ownParameters(session, path)) expect(name).to.match(/[A-Z]/);
  }),

  'query-parameters-unknown': check('rejects unknown query parameters', async (session) => {
    const person = await newPerson(session);
    const misspelled = ['unknown', 'unknownName', 'Include', 'includes', 'filter[serial', 'fields', 'page[]'];
    const nested = ['page[size][x]', 'page[.][size]', 'sort[x]', 'include[x]', 'filter[]'];
    for (const path of ['/', '/persons', pathOf(person), relationshipOf(person)])
      for (const name of [...misspelled, ...nested])
        expectError(await session.get(`${path}?${name}=1`), 400, { parameter: name });
    expectError(await session.get('/persons?filter[_]=1'), 400, { parameter: 'filter[_]' });
    const name = uniqueText();
    const data = { type: 'person', attributes: { name } };
    for (const parameter of ['unknown', 'page[]', 'sort[x]']) {
      expectError(await session.post(`/persons?${parameter}=1`, { data }), 400, { parameter });
      const changed = { data: { ...data, id: person.id } };
      expectError(await session.patch(`${pathOf(person)}?${parameter}=1`, changed), 400, { parameter });
      expectError(await session.delete(`${pathOf(person)}?${parameter}=1`), 400, { parameter });
    }
    expect((await session.get(`/persons?filter[name]=${name}`)).document.data).to.deep.equal([]);
    expect((await session.get(pathOf(person))).document.data).to.deep.equal(person);
  }),

  'query-parsing': check('parses query strings as HTML forms are encoded', async (session) => {
    const text = uniqueText();
    const computer = await newComputer(session, `${text} é=b;c`);
    for (const query of [
      `filter[serial]=${text}+%C3%A9=b;c`,
      `filter[serial]=${text}%20%C3%A9%3Db%3Bc`,
      `%66ilter%5Bseri%61l%5D=%${hexOf(text)}${text.slice(1)}+%C3%A9=b;c`,
      `&&filter[serial]=${text}+%c3%a9=b;c&&sort=id&`,
      `sort&filter[serial]=${text}+%C3%A9=b;c&include`,
    ]) {
      const response = await session.get(`/computers?${query}`);
      expectStatus(response, 200);
      expect(response.document.data.map(identify), query).to.deep.equal([identify(computer)]);
    }
    const joined = await session.get(`/computers?filter[serial]=${text};sort=unknown`);
    expectStatus(joined, 200);
    expect(joined.document.data).to.deep.equal([]);
    const sorted = await session.get('/computers?page[size]=1&%73ort=-id');
    expect(sorted.document.data).to.deep.equal((await session.get('/computers?page[size]=1&sort=-id')).document.data);
  }),

  'query-serializing': checkLast('serializes query strings as HTML forms are encoded', (session) => {
    const withQuery = partsOf(session, 'links').filter(({ value }) => value !== null && queryOf(value as Link) !== '');
    expect(withQuery.length).to.be.above(0);
    for (const { value, where } of withQuery)
      for (const pair of queryOf(value as Link).split('&')) {
        const [name = ''] = pair.split('=');
        const decoded = [...new URLSearchParams(pair).keys()].join();
        expect(`${name}=`, where).to.equal(String(new URLSearchParams([[decoded, '']])));
      }
    const reads = session.withDocument().filter(({ method, response }) => method === 'GET' && response.status === 200);
    for (const { path, response } of reads) {
      const { self } = response.document.links;
      const parameters = [...new URLSearchParams(queryOf(self as Link))];
      expect(parameters, path).to.deep.equal([...new URLSearchParams(queryOf(path))]);
    }
  }),

  'query-brackets': check('accepts brackets in the names of query parameters', async (session) => {
    for (const path of await pathsWithBrackets(session)) expectStatus(await session.get(path), 200);
  }),

  'query-brackets-equivalent': check('treats brackets and their escapes alike', async (session) => {
    for (const path of await pathsWithBrackets(session)) {
      const plain = await session.get(path);
      for (const [open, close] of [
        ['%5B', '%5D'],
        ['%5b', '%5d'],
      ] as const) {
        const escaped = await session.get(path.replaceAll('[', open).replaceAll(']', close));
        expectStatus(escaped, 200);
        expect(escaped.document, path).to.deep.equal(plain.document);
      }
    }
  }),
};

/** A list, a resource and a relationship. */
async function pathsWithParameters(session: Session): Promise<readonly string[]> {
  const person = await newPerson(session);
  return ['/persons', pathOf(person), relationshipOf(person)];
}

async function pathsWithBrackets(session: Session): Promise<readonly string[]> {
  const serial = uniqueText();
  const computers = [await newComputer(session, serial), await newComputer(session)];
  const person = await newPerson(session, computers);
  return [
    `${relatedOf(person)}?page[size]=1&page[number]=2`,
    `/computers?filter[serial]=${serial}&sort=serial`,
    `${pathOf(person)}?include=computers&fields[person]=computers&fields[computer]=serial`,
    `${pathOf(person)}?page[computers][size]=1&page[computers][total]=true`,
    `${relationshipOf(person)}?page[size]=1&page[after]=`,
  ];
}

/** The query string of a link or a request target. */
export function queryOf(link: Link): string {
  const [, query = ''] = /\?([^#]*)/.exec(hrefOf(link)) ?? [];
  return query;
}

/** The code of the first character of a text, in hexadecimal. */
function hexOf(text: string): string {
  return text.charCodeAt(0).toString(16);
}
