import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { MEDIA_TYPE, query, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { dataAt, MISSING, unique } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** A request that is sent several times. */
interface Repeatable {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Requests with an `Idempotency-Key`. */
export function describeIdempotency(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Idempotency-Key with ${items.plural}`, () => {
    describeReplay(api, items);
    describeSameRequest(api, items);
    describeFailures(api, items);
    describeHeader(api, items);
    describeAtOnce(api, items);
  });
}

function describeReplay({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship, inverse } = items;
  const eve = (id: string): object => ({ ...items.ownerId(id), attributes: items.ownerAttributes('Eve') });
  const writes: Readonly<Record<string, (owner: string, item: string, other: string) => Repeatable>> = {
    'creates an owner': (_, item) => post(owners.path, anOwner(items, items.linked(item))),
    'creates, with included resources': (_, item) =>
      post(`${owners.path}?include=${relationship}`, anOwner(items, items.linked(item))),
    'creates an item': () => post(items.path, items.draft('S')),
    'creates an item of an owner': (owner) => post(items.relatedPath(owner), items.draft('S')),
    'changes an owner': (id) => patch(`${owners.path}/${id}`, eve(id)),
    'changes an item': (_, id) => patch(`${items.path}/${id}`, { id, ...items.draft('T') }),
    'changes the owner of an item': (id, item) => patch(`${items.path}/${item}/${inverse}`, eve(id)),
    'deletes an owner': (id) => ({ method: 'DELETE', path: `${owners.path}/${id}` }),
    'deletes an item': (_, item) => ({ method: 'DELETE', path: `${items.path}/${item}` }),
    'deletes the owner of an item': (_, item) => ({ method: 'DELETE', path: `${items.path}/${item}/${inverse}` }),
    links: (id, _, other) => post(items.linkagePath(id), items.ids(other)),
    replaces: (id, _, other) => patch(items.linkagePath(id), items.ids(other)),
    unlinks: (id, item) => ({ ...post(items.linkagePath(id), items.ids(item)), method: 'DELETE' }),
    'assigns an owner': (id, _, other) => patch(`${items.path}/${other}/relationships/${inverse}`, items.ownerId(id)),
  };

  for (const [what, write] of Object.entries(writes))
    it(`repeats the answer byte by byte, and nothing else, of what ${what}`, async () => {
      const [item = '', other = ''] = await items.addSeveral(client, 2);
      const owner = await items.addOwner(client, items.linked(item));
      const request = write(owner, item, other);
      const key = randomUUID();
      const first = await send(client, request, key);
      expect(first.status, first.text).to.be.oneOf([200, 201]);
      expect(first.headers).not.to.have.property('idempotent-replayed');
      const before = await stateOf(client, items, owner, other);
      const again = await send(client, request, key);
      expectReplay(again, first);
      expect(again.headers['x-request-id']).not.to.equal(first.headers['x-request-id']);
      expect(await stateOf(client, items, owner, other)).to.deep.equal(before);
    });

  it('repeats it after the resource was changed and deleted', async () => {
    const key = randomUUID();
    const request = post(items.owner.path, anOwner(items));
    const first = await send(client, request, key);
    const { id } = first.document.data;
    await client.patch(`${owners.path}/${id}`, { data: eve(id as string) });
    expectReplay(await send(client, request, key), first);
    await client.delete(`${items.owner.path}/${id}`);
    expectReplay(await send(client, request, key), first);
    expectErrors(await client.get(`${items.owner.path}/${id}`), 'object-not-found ?id');
  });

  it('creates again without a key, and under another one', async () => {
    const request = post(items.owner.path, anOwner(items));
    const answers = [
      await send(client, request),
      await send(client, request),
      await send(client, request, randomUUID()),
      await send(client, request, randomUUID()),
    ];
    expect(new Set(answers.map(({ headers }) => headers.location)).size).to.equal(4);
  });
}

function describeSameRequest({ client }: ApiUnderTest, items: OwnedResource): void {
  it('counts a body that the route ignores', async () => {
    const key = randomUUID();
    const removal = {
      method: 'DELETE',
      path: `${items.owner.path}/${await items.addOwner(client)}`,
      body: '{',
    } as const;
    const first = await send(client, removal, key);
    expect(first.status).to.equal(200);
    expectErrors(await send(client, { ...removal, body: '{}' }, key), 'idempotency-key-reused');
    expectReplay(await send(client, removal, key), first);
  });

  it('answers 422 to another request under the key: body, URL, method, conditions', async () => {
    const key = randomUUID();
    const id = await items.addOwner(client);
    const data = { ...items.ownerId(id), attributes: items.ownerAttributes('Eve') };
    const request = { ...patch(`${items.owner.path}/${id}`, data), body: JSON.stringify({ data }) };
    const first = await send(client, request, key);
    const others: readonly Repeatable[] = [
      { ...request, body: `${request.body} ` },
      { ...request, body: JSON.stringify({ data: { ...data, attributes: items.ownerAttributes('Bob') } }) },
      { ...request, path: `${request.path}?` },
      { ...request, path: escaped(request.path) },
      { ...request, path: `${request.path}?fields[${items.owner.type}]=${items.owner.attribute}` },
      { ...request, path: `${items.owner.path}/${MISSING}`, body: JSON.stringify({ data: { ...data, id: MISSING } }) },
      { method: 'DELETE', path: request.path },
    ];
    for (const other of others) expectErrors(await send(client, other, key), 'idempotency-key-reused');
    for (const name of ['If-Match', 'If-None-Match']) {
      const answer = await send(client, request, key, { [name]: '"other"' });
      expectErrors(answer, 'idempotency-key-reused');
    }
    expectReplay(await send(client, request, key), first);
  });

  it('compares bodies as they are decoded', async () => {
    const key = randomUUID();
    const body = JSON.stringify({ data: anOwner(items) });
    const first = await send(client, { method: 'POST', path: items.owner.path, body }, key);
    const packed = { method: 'POST', path: items.owner.path, body: gzipSync(body) };
    expectReplay(await send(client, packed, key, { 'Content-Encoding': 'gzip' }), first);
  });

  it('takes a key in quotation marks, with parameters or not, and the bare one for the same', async () => {
    const key = randomUUID();
    const request = post(items.owner.path, anOwner(items));
    const first = await send(client, request, key);
    for (const same of [`"${key}"`, `"${key}";a=1;b`, ` "${key}" `])
      expectReplay(await send(client, request, same), first);
  });
}

function describeFailures({ client }: ApiUnderTest, items: OwnedResource): void {
  it('stores no error: a repetition is a new try, with a corrected body if need be', async () => {
    const [key, id] = [randomUUID(), await items.addOwner(client)];
    const link = (linked: string): Repeatable => post(items.linkagePath(id), items.ids(linked));
    const { type, path, attribute } = items.owner;
    const incomplete = { type, attributes: { ...items.ownerAttributes(), [attribute]: undefined } };
    expectErrors(await send(client, post(path, incomplete), key), `invalid-attribute #/data/attributes/${attribute}`);
    expectErrors(await send(client, link(MISSING), key), 'object-not-found #/data/0');
    expectErrors(await send(client, link(MISSING), key), 'object-not-found #/data/0');
    const first = await send(client, link(await items.add(client)), key);
    expect(first.status, first.text).to.equal(200);
    expect(first.headers).not.to.have.property('idempotent-replayed');
  });

  it('is looked up after all checks of the document, and before the resource', async () => {
    const key = randomUUID();
    const id = await items.addOwner(client);
    const { path, attribute } = items.owner;
    const eve = items.ownerAttributes('Eve');
    const wrong: object = Object.fromEntries(Object.keys(items.ownerEcho('Ada')).map((name) => [name, 'wrong']));
    await send(client, post(items.owner.path, anOwner(items)), key);
    const change = (target: string, attributes: object, more = ''): Promise<ApiResponse> =>
      send(client, patch(`${path}/${target}${more}`, { ...items.ownerId(target), attributes }), key);
    expectErrors(await change(MISSING, eve, '?nope=1'), 'invalid-parameter ?nope');
    expectErrors(await send(client, { ...post(items.owner.path, ''), body: '{' }, key), 'malformed-json #');
    expectErrors(await change(MISSING, { [attribute]: '' }), `invalid-attribute #/data/attributes/${attribute}`);
    expectErrors(await change(MISSING, eve), 'idempotency-key-reused');
    expectErrors(await change(id, wrong), 'idempotency-key-reused');
    const owner = patch(`${items.path}/${MISSING}/${items.inverse}`, { ...items.ownerId(id), attributes: eve });
    expectErrors(await send(client, owner, key), 'idempotency-key-reused');
  });

  it('is looked up before If-Match is compared, which its own change has made untrue', async () => {
    const id = await items.addOwner(client);
    const headers = { 'If-Match': String((await client.get(`${items.owner.path}/${id}`)).headers.etag) };
    const request = patch(`${items.owner.path}/${id}`, {
      ...items.ownerId(id),
      attributes: items.ownerAttributes('Eve'),
    });
    const key = randomUUID();
    const first = await send(client, request, key, headers);
    expect(first.status, first.text).to.equal(200);
    expect(first.headers.etag).to.be.a('string');
    expectReplay(await send(client, request, key, headers), first);
    const late = randomUUID();
    for (let times = 0; times < 2; times += 1)
      expectErrors(await send(client, request, late, headers), 'precondition-failed');
  });

  it('compares sent computed attributes in the transaction, so that a repetition does not fail on its own change', async () => {
    const [key, id] = [randomUUID(), await items.addOwner(client)];
    const attributes = { ...items.ownerAttributes('Eve'), ...items.ownerEcho('Ada') };
    const request = patch(`${items.owner.path}/${id}`, { ...items.ownerId(id), attributes });
    const first = await send(client, request, key);
    expect(first.status, first.text).to.equal(200);
    expectReplay(await send(client, request, key), first);
  });
}

function describeHeader({ client }: ApiUnderTest, items: OwnedResource): void {
  for (const key of [
    '',
    '"',
    '""',
    'a b',
    'a,b',
    '"a',
    'a"',
    '"a", "b"',
    '(a)',
    'ä',
    '"\\a"',
    '"a" b',
    'x'.repeat(256),
  ])
    it(`is refused: ${JSON.stringify(key.slice(0, 20))}`, async () => {
      const answer = await send(client, post(items.owner.path, anOwner(items)), key);
      expectErrors(answer, 'invalid-header');
      expect(answer.document.errors[0].meta).to.deep.equal({ header: 'Idempotency-Key' });
    });

  it('is refused between the media types and the body', async () => {
    const request = { ...post(`${items.owner.path}?nope=1`, ''), body: 'x'.repeat(1_100_000) };
    expectErrors(await send(client, request, '"'), 'invalid-header');
    expectErrors(await send(client, request, '"', { 'Content-Type': 'text/plain' }), 'unsupported-media-type');
    expectErrors(await send(client, request, 'fine'), 'body-too-large');
  });

  it('is ignored where nothing is written, malformed or not', async () => {
    const [key, id] = [randomUUID(), await items.addOwner(client)];
    await send(client, post(items.owner.path, anOwner(items)), key);
    for (const value of [key, '"'])
      for (const [method, path, status] of [
        ['GET', `${items.owner.path}/${id}`, 200],
        ['HEAD', items.owner.path, 200],
        ['OPTIONS', items.owner.path, 204],
        ['PUT', items.owner.path, 405],
        ['QUERY', '/', 405],
        ['GET', '/', 200],
      ] as const)
        expect((await send(client, { method, path }, value)).status, `${method} ${path}`).to.equal(status);
  });
}

function describeAtOnce({ client }: ApiUnderTest, items: OwnedResource): void {
  it('runs one of many simultaneous requests, and refuses the others for a second', async () => {
    const [key, name] = [randomUUID(), unique('at once')];
    const request = post(items.owner.path, { type: items.owner.type, attributes: items.ownerAttributes(name) });
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(client, request, key)));
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      expectErrors(answer, 'idempotency-key-in-use');
      expect(answer.headers['retry-after']).to.equal('1');
    }
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length + refused.length).to.equal(answers.length);
    expect(new Set(done.map(({ text }) => text)).size).to.equal(1);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).to.have.lengthOf(1);
    expect(await ownersNamed(client, items, name)).to.equal(1);
  });

  it('frees the key when the client has disconnected before the answer', async () => {
    const [key, name] = [randomUUID(), unique('disconnected')];
    const linked = await items.addSeveral(client, 20);
    const data = {
      type: items.owner.type,
      attributes: items.ownerAttributes(name),
      relationships: items.linked(...linked),
    };
    const request = post(items.owner.path, data);
    await sendAndLeave(client, request, key);
    const answers: ApiResponse[] = [];
    await eventually('the request is answered', async () => {
      answers.push(await send(client, request, key));
      return answers.at(-1)?.status === 201;
    });
    expect(new Set(answers.slice(0, -1).map(({ status }) => status))).to.deep.equal(
      new Set(answers.length > 1 ? [409] : []),
    );
    expect(await ownersNamed(client, items, name)).to.equal(1);
  });
}

function anOwner(items: OwnedResource, relationships: object = {}): object {
  return { type: items.owner.type, attributes: items.ownerAttributes(), relationships };
}

function post(path: string, data: unknown): Repeatable {
  return { method: 'POST', path, body: { data } };
}

function patch(path: string, data: unknown): Repeatable {
  return { method: 'PATCH', path, body: { data } };
}

function send(
  client: ApiClient,
  { method, path, body }: Repeatable,
  key?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  return client.send(method, path, {
    body,
    headers: { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
  });
}

/** Sends a request, and closes the connection at once. */
async function sendAndLeave(client: ApiClient, { method, path, body }: Repeatable, key: string): Promise<void> {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Idempotency-Key: ${key}`,
  ];
  const { hostname, port } = new URL(client.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, () => {
        socket.destroy();
      });
    });
    socket.once('close', () => {
      resolve();
    });
  });
}

/** The same answer, marked as a repetition. */
function expectReplay(again: ApiResponse, first: ApiResponse): void {
  expect(again.text).to.equal(first.text);
  expect(again.status).to.equal(first.status);
  for (const name of ['location', 'etag', 'content-type'])
    expect(again.headers[name], name).to.equal(first.headers[name]);
  expect(again.headers['idempotent-replayed']).to.equal('true');
}

async function ownersNamed(client: ApiClient, { owner }: OwnedResource, name: string): Promise<number> {
  const { document } = await client.get(`${owner.path}${query({ [`filter[${owner.attribute}]`]: name })}`);
  return document.meta.count as number;
}

/** The same path with an escape that it does not need. */
function escaped(path: string): string {
  return `${path.slice(0, 2)}%${path.charCodeAt(2).toString(16)}${path.slice(3)}`;
}

/** The state that a second run of a write would change; undefined stands for deleted resources. */
async function stateOf(client: ApiClient, items: OwnedResource, owner: string, item: string): Promise<unknown> {
  const found = (path: string, id: string): Promise<unknown> =>
    dataAt(client, `${path}${query({ 'filter[id]': id, 'page[size]': '0' })}`);
  const total = async (path: string): Promise<unknown> =>
    (await client.get(`${path}?page[size]=1`)).document.meta.count;
  return [
    await found(items.owner.path, owner),
    await found(items.path, item),
    await total(items.owner.path),
    await total(items.path),
  ];
}
