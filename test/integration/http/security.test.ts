import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { describeError } from '#application/model/describe-error';
import { addComputer, addPerson, personId } from '../../contract/api/persons.ts';
import { filterQuery, query, sendRaw, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const SECRET = 'hidden-hash';
/** Part of every text sent: a statement that contains it was built from client input. */
const MARK = 'zq7';

const texts: readonly string[] = [
  ...[`'`, `''`, `"`, `\\'`, '`', ';', '--', '/*', '$$', '$1', '?', ':a', '%s', '{0}', '\\', '%', '_', '()', ')', '||'],
  `' or '1'='1`,
  `'; drop table person; --`,
  `" or ""="`,
  `id; select pg_sleep(5)`,
  `1) or (1=1`,
  `name" desc, (select password from person) "`,
  `' union select password from person --`,
].map((text) => `${text}${MARK}`);
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', '__defineGetter__'];

/** Every place where a client can send text. */
const places: Readonly<Record<string, (client: ApiClient, text: string) => Promise<ApiResponse>>> = {
  'a path': (client, text) => client.get(`/${encodeURIComponent(text)}`),
  'an id in a path': (client, text) => client.get(`/persons/${encodeURIComponent(text)}`),
  'an id in a nested path': (client, text) => client.get(`/computers/${encodeURIComponent(text)}/owner`),
  'a parameter': (client, text) => client.get(`/persons${query({ [text]: '1' })}`),
  'a filtered field': (client, text) => client.get(`/persons${query({ [`filter[${text}]`]: 'x' })}`),
  'a filter value': (client, text) => client.get(`/persons${query({ 'filter[name]': text })}`),
  'the name of a filter': (client, text) => client.get(`/persons${filterQuery([{ name: text, op: 'eq', val: 'x' }])}`),
  'a step of a filter': (client, text) =>
    client.get(`/persons${filterQuery([{ name: `computers__${text}`, op: 'eq', val: 'x' }])}`),
  'an operator': (client, text) => client.get(`/persons${filterQuery([{ name: 'name', op: text, val: 'x' }])}`),
  'a field compared with': (client, text) =>
    client.get(`/persons${filterQuery([{ name: 'name', op: 'eq', field: text }])}`),
  'a filter object': (client, text) => client.get(`/persons${filterQuery([{ [text]: [] }])}`),
  'a value': (client, text) => client.get(`/persons${filterQuery([{ name: 'name', op: 'ilike', val: text }])}`),
  words: (client, text) => client.get(`/persons${filterQuery([{ name: 'name', op: 'match', val: text }])}`),
  'a list of values': (client, text) =>
    client.get(`/persons${filterQuery([{ name: 'name', op: 'in_', val: [text] }])}`),
  'an id in a filter': (client, text) => client.get(`/persons${filterQuery([{ name: 'id', op: 'eq', val: text }])}`),
  'a date in a filter': (client, text) => client.get(`/persons${query({ 'filter[birth_date]': text })}`),
  'a sort key': (client, text) => client.get(`/persons${query({ sort: `-${text}` })}`),
  'an include path': (client, text) => client.get(`/persons${query({ include: `computers.${text}` })}`),
  'the type of fields': (client, text) => client.get(`/persons${query({ [`fields[${text}]`]: 'id' })}`),
  'a field': (client, text) => client.get(`/persons${query({ 'fields[person]': text })}`),
  'a page number': (client, text) => client.get(`/persons${query({ 'page[number]': text })}`),
  'an attribute': (client, text) =>
    client.post('/persons', `{"data":{"type":"person","attributes":{"name":"x",${JSON.stringify(text)}:1}}}`),
  'an attribute value': (client, text) =>
    client.post('/persons', { data: { type: 'person', attributes: { name: text } } }),
  'a relationship': (client, text) =>
    client.post(
      '/persons',
      `{"data":{"type":"person","attributes":{"name":"x"},"relationships":{${JSON.stringify(text)}:{"data":[]}}}}`,
    ),
  'a type': (client, text) => client.post('/persons', { data: { type: text, attributes: { name: 'x' } } }),
  'a linked id': (client, text) =>
    client.post('/computers', {
      data: { type: 'computer', attributes: { serial: 'x' }, relationships: { owner: { data: personId(text) } } },
    }),
  headers: (client, text) =>
    client.get('/persons?page[size]=1', {
      headers: {
        'X-Request-Id': text,
        Accept: `*/*, ${text.replaceAll(/[^!-~]/g, '')}`,
        'X-Forwarded-For': text,
        Cookie: text,
        traceparent: text,
      },
    }),
};

describe('An attacker', () => {
  let service: ObservedService;
  let client: ApiClient;
  let database: Database;
  let person: string;

  before(async () => {
    const url = await (await testServer()).createDatabase();
    service = await startObserved({ DATABASE_URL: url });
    client = service.client;
    database = openServer(url);
    person = await addPerson(client, { name: 'Ada' });
    await addComputer(client, 'S1', person);
    await sql`update person set password = ${SECRET}`.execute(database.kysely);
  });
  after(async () => {
    await service.stop();
    await database.close();
  });

  for (const [place, send] of Object.entries(places))
    it(`gets neither text into a statement nor a server error through ${place}`, async () => {
      const before = service.statements.length;
      for (const text of [...texts, ...names]) {
        const response = await send(client, text);
        expect(response.status, text).to.be.below(500);
        expect(response.text).not.to.contain(SECRET);
        expect(response.headers).not.to.have.any.keys('set-cookie', 'x-injected');
      }
      const sent = service.statements.slice(before).join('\n');
      expect(sent)
        .not.to.contain(MARK)
        .and.not.match(new RegExp(names.join('|')));
      expect(sent).not.to.match(/password|pg_sleep|drop table/);
      const { rows } = await sql`select password from person where id = ${person}::bigint`.execute(database.kysely);
      expect(rows).to.deep.equal([{ password: SECRET }]);
    });

  it('never made the database reject input', async () => {
    expect(await service.admin.sum('db_input_errors_total')).to.equal(0);
    expect(service.logged.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  const spellings = [
    'password',
    'Password',
    'password ',
    'pass\u200bword',
    'person.password',
    'computers__owner__password',
  ];
  for (const [place, send] of Object.entries(places))
    if (!/value|words|headers|date|id |type of/.test(place))
      it(`gets the same answer for the hidden column as for an unknown name, through ${place}`, async () => {
        for (const name of spellings) {
          const [hidden, unknown] = [
            await send(client, name),
            await send(client, name.replace(/password/i, 'xqzvjkwy')),
          ];
          expect(hidden.status, name).to.equal(unknown.status);
          const withoutName = hidden.text.replaceAll(/password/gi, 'xqzvjkwy');
          expect(withoutName.replaceAll(/"id":"\d+"|\/\d+/g, '')).to.equal(
            unknown.text.replaceAll(/"id":"\d+"|\/\d+/g, ''),
          );
        }
      });

  it('cannot inject a response header', async () => {
    for (const id of ['a%0d%0aX-Injected: 1', 'a\rX-Injected: 1', 'a\0b', 'a b', 'ä', '', 'a\tb']) {
      const text = await sendRaw(
        client.url,
        Buffer.from(
          `GET /%0d%0aX-Injected:1?a=%0d%0aX-Injected:1 HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`,
        ),
      );
      const [head = ''] = text.split('\r\n\r\n');
      expect(head).to.match(/^X-Request-Id: [0-9a-f]{32}$/m);
      expect(head).not.to.match(/X-Injected/i);
    }
  });

  it('learns nothing of the internals from an internal error', async () => {
    await sql`alter table person rename column birth_date to born`.execute(database.kysely);
    const data = { type: 'person', id: person, attributes: { name: 'Zarquon' } };
    for (const response of [
      await client.get('/persons'),
      await client.patch(`/persons/${person}`, { data }),
      await client.delete(`/persons/${person}`),
    ]) {
      expect(response.status).to.equal(500);
      const id = String(response.headers['x-request-id']);
      expect(response.document).to.deep.equal({
        errors: [
          {
            status: '500',
            code: 'internal-error',
            title: 'Internal error',
            detail: `An unexpected error occurred; the request id is ${id}`,
          },
        ],
        jsonapi: { version: '1.0' },
      });
      const logged = service.logged.find(({ level, requestId }) => level === 'error' && requestId === id);
      expect(JSON.stringify(describeError(logged?.['error']))).to.contain('42703');
    }
    expect(await service.admin.sum('db_errors_total', 'class="42"')).to.equal(3);
    await sql`alter table person rename column born to birth_date`.execute(database.kysely);
    expect((await client.get('/persons')).status).to.equal(200);
  });
});
