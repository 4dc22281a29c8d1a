import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addComputer, addPerson, MISSING } from './fixtures.ts';

/** The paths of the contract, with a person and a computer that it owns, and their methods. */
const routes = [
  ['/', ['GET', 'HEAD']],
  ['/persons', ['GET', 'HEAD', 'POST']],
  ['/computers', ['GET', 'HEAD', 'POST']],
  ['/persons/{person}', ['GET', 'HEAD', 'PATCH', 'DELETE']],
  ['/computers/{computer}', ['GET', 'HEAD', 'PATCH', 'DELETE']],
  ['/persons/{person}/computers', ['GET', 'HEAD', 'POST']],
  ['/computers/{computer}/owner', ['GET', 'HEAD', 'PATCH', 'DELETE']],
  ['/persons/{person}/relationships/computers', ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']],
  ['/computers/{computer}/relationships/owner', ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']],
] as const;

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'TRACE',
  'PROPFIND',
  'REPORT',
  'LINK',
  'PURGE',
  'SEARCH',
];

const allowOf = ({ headers }: ApiResponse): readonly string[] => (headers.allow ?? '').split(', ');

/** Section 3. */
export function describeRoutes({ client }: ApiUnderTest): void {
  for (const [template, methods] of routes)
    describe(`The route ${template}`, () => {
      let path = '';
      before(async () => {
        path = await fillIn(client, template);
      });

      it(`offers ${methods.join(', ')}`, async () => {
        const response = await client.send('OPTIONS', path);
        expect(response.status).to.equal(204);
        expect(allowOf(response)).to.have.members([...methods, 'OPTIONS']);
      });

      it('refuses every other method', async () => {
        for (const method of METHODS.filter((name) => !methods.some((each) => each === name))) {
          const response = await client.send(method, path);
          expectErrors(response, 'method-not-allowed');
          expect(allowOf(response), method).to.have.members([...methods, 'OPTIONS']);
        }
      });

      it('answers HEAD with the headers of GET', async () => {
        const get = await client.get(path);
        const head = await client.send('HEAD', path);
        expect(get.status).to.equal(200);
        expect(head.status).to.equal(200);
        expect(own(head)).to.deep.equal(own(get));
        expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(get.text)));
      });
    });

  describe('Routes', () => {
    it('exist whether or not the resource does', async () => {
      for (const id of [MISSING, 'abc', '01']) {
        expect((await client.send('OPTIONS', `/persons/${id}`)).status).to.equal(204);
        expectErrors(await client.send('PUT', `/persons/${id}`), 'method-not-allowed');
      }
    });

    it('answer HEAD like GET when there is an error, too', async () => {
      for (const [path, status] of [
        [`/persons/${MISSING}`, 404],
        ['/nope', 404],
        ['/persons?nope=1', 400],
      ] as const) {
        const get = await client.get(path);
        const head = await client.send('HEAD', path);
        expect([get.status, head.status]).to.deep.equal([status, status]);
        expect(own(head)).to.deep.equal(own(get));
      }
    });

    for (const template of [
      '//',
      '//persons',
      '/persons/',
      '/persons//',
      '/PERSONS',
      '/Persons',
      '/person',
      '/nope',
      '/persons.json',
      '/persons/{person}/',
      '/persons//computers',
      '/persons/{person}//computers',
      '/persons/{person}/computers/',
      '/persons/{person}/Computers',
      '/persons/{person}/computers/{computer}',
      '/persons/{person}/owner',
      '/persons/{person}/relationships',
      '/persons/{person}/relationships/',
      '/persons/{person}/relationships/owner',
      '/persons/{person}/relationships/computers/',
      '/persons/{person}/relationships/computers/{computer}',
      '/persons/{person}/relationships/password',
      '/computers/{computer}/computers',
      '/computers/{computer}/owner/',
      '/computers/{computer}/owner/computers',
      '/computers/{computer}/relationships/computers',
      '/computers/{computer}/Owner',
      '/__proto__',
      '/persons;v=1',
      '/../persons',
      '/favicon.ico',
    ])
      it(`do not include ${template}`, async () => {
        const path = await fillIn(client, template);
        for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
          expectErrors(await client.send(method, path), 'not-found');
      });
  });
}

async function fillIn(client: ApiClient, template: string): Promise<string> {
  const person = await addPerson(client);
  const computer = await addComputer(client, 'S1', person);
  return template.replace('{person}', person).replace('{computer}', computer);
}

/** The headers without those of the moment. */
function own({ headers }: ApiResponse): unknown {
  return { ...headers, date: '', 'x-request-id': '' };
}
