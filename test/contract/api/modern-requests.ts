// How requests ask for JSON:API 1.1, and what they may contain.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MEDIA_TYPE, type ApiResponse, type RequestOptions } from '../../support/api-client.ts';
import { ATOMIC, ATOMIC_TYPE, MODERN_TYPE, UNKNOWN_PROFILE } from '../../support/media-types.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

type Result = '1.0' | '1.1' | 406 | 415;

const typed = (parameters: string): string => `${MEDIA_TYPE};${parameters}`;
const NONE = `profile="${UNKNOWN_PROFILE}"`;

const accepts: readonly (readonly [accept: string | undefined, result: Result])[] = [
  [undefined, '1.0'],
  ['', '1.0'],
  ['*/*', '1.0'],
  ['application/json', '1.0'],
  [MEDIA_TYPE, '1.0'],
  [typed(NONE), '1.1'],
  [typed('profile=x'), '1.1'],
  [` ${MEDIA_TYPE.toUpperCase()} ; PROFILE = "x y" ; q=0.1`, '1.1'],
  [typed('profile="a,b"'), '1.1'],
  [typed(`profile="${MEDIA_TYPE}, */*"`), '1.1'],
  [typed('profile=""'), '1.0'],
  [typed('ext=""'), '1.0'],
  [typed('profile="";ext=""'), '1.0'],
  [typed('profile="x";ext=""'), '1.1'],
  [typed('profile="";charset=utf-8'), 406],
  [`${MEDIA_TYPE}, ${typed(NONE)}`, '1.1'],
  [`${typed(NONE)}, ${MEDIA_TYPE}`, '1.1'],
  [`${MEDIA_TYPE};q=0.5, ${typed(NONE)};q=0.5`, '1.1'],
  [`${typed(NONE)};q=0.5, ${MEDIA_TYPE};q=0.6`, '1.0'],
  [`${typed(NONE)};q=0, ${MEDIA_TYPE}`, '1.0'],
  [`${MEDIA_TYPE};q=0, ${typed(NONE)};q=0.001`, '1.1'],
  [`*/*, ${typed(NONE)};q=0.1`, '1.1'],
  [`text/html, ${typed(NONE)};q=0.1`, '1.1'],
  [`${typed(NONE)};q=0`, 406],
  [`${typed(NONE)};q=0, */*`, 406],
  [typed(`${NONE};charset=utf-8`), 406],
  [`${typed(`${NONE};charset=utf-8`)}, ${MEDIA_TYPE};q=0.1`, '1.0'],
  [typed('ext="https://example.com/none"'), 406],
  [typed(`ext="https://example.com/none";${NONE}`), 406],
  [`${typed('ext="https://example.com/none"')}, ${typed(NONE)};q=0.1`, '1.1'],
  [`${typed('ext="https://example.com/none"')}, ${MEDIA_TYPE};q=0.1`, '1.0'],
  [ATOMIC_TYPE, 406],
  [typed(`ext="${ATOMIC}";${NONE}`), 406],
  [`${ATOMIC_TYPE}, ${typed(NONE)};q=0.1`, '1.1'],
];

const types: readonly (readonly [contentType: string, result: Result])[] = [
  [MEDIA_TYPE, '1.0'],
  [typed(NONE), '1.1'],
  [typed('Profile=x'), '1.1'],
  [typed('profile=""'), '1.0'],
  [typed('profile="x"; ext=""'), '1.1'],
  [typed(`${NONE};charset=utf-8`), 415],
  [typed('profile="";charset=utf-8'), 415],
  [typed('ext="https://example.com/none"'), 415],
  [ATOMIC_TYPE, 415],
  [typed(`ext="${ATOMIC}";${NONE}`), 415],
];

export function describeModernRequests(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Requests for JSON:API 1.1, with ${items.plural}`, () => {
    describeNegotiation(api, items);
    describeKeys(api, items);
    describeLocalIds(api, items);
  });
}

function describeNegotiation({ client }: ApiUnderTest, items: OwnedResource): void {
  const { path, type } = items.owner;
  let owner = '';
  before(async () => {
    owner = await items.addOwner(client, items.linked(await items.add(client)));
  });

  const reads = (): readonly string[] => [path, `${path}/${owner}`, items.relatedPath(owner), items.linkagePath(owner)];
  const draft = { data: { type, attributes: items.ownerAttributes() } };
  const expectResult = (response: ApiResponse, result: Result, where: string): void => {
    if (result === 406) expectErrors(response, 'not-acceptable');
    else if (result === 415) expectErrors(response, 'unsupported-media-type');
    else {
      expect(response.status, `${where}: ${response.text}`).to.be.below(300);
      expect(response.document.jsonapi, where).to.deep.equal({ version: result });
      expect(response.headers['content-type'], where).to.equal(MEDIA_TYPE);
    }
  };

  for (const [accept, result] of accepts)
    it(`get ${result} for Accept: ${accept ?? 'absent'}`, async () => {
      const asking: RequestOptions = { headers: accept === undefined ? {} : { Accept: accept } };
      for (const each of reads()) expectResult(await client.get(each, asking), result, each);
      expectResult(await client.post(path, draft, asking), result, 'a creation');
      const missing = await client.get(`${path}/0`, asking);
      if (typeof result === 'string') expect(missing.document.jsonapi, 'an error').to.deep.equal({ version: result });
      else expectResult(missing, result, 'an error');
    });

  for (const [contentType, result] of types)
    it(`get ${result} for Content-Type: ${contentType}`, async () => {
      const sending = { headers: { 'Content-Type': contentType } };
      for (const each of reads()) {
        const response = await client.get(each, sending);
        expectResult(response, result, each);
        if (result === '1.1') expect(response.headers.vary).to.match(/(?:^|, )Content-Type(?:,|$)/i);
      }
      expectResult(await client.post(path, draft, sending), result, 'a creation');
      const both = { headers: { ...sending.headers, Accept: MEDIA_TYPE } };
      expectResult(await client.post(path, draft, both), result, 'with the bare type in Accept');
    });

  it('get 1.1 if only one header names a profile', async () => {
    for (const headers of [
      { Accept: MODERN_TYPE, 'Content-Type': MEDIA_TYPE },
      { Accept: '*/*', 'Content-Type': MODERN_TYPE },
      { Accept: MODERN_TYPE, 'Content-Type': MODERN_TYPE },
    ])
      expectResult(await client.post(path, draft, { headers }), '1.1', JSON.stringify(headers));
  });

  it('get no Content-Type in Vary if Accept decides', async () => {
    for (const each of reads()) expect((await client.get(each, modern)).headers.vary).to.equal(client.vary);
  });

  it('get 415 in JSON:API 1.1 if Accept asks for it', async () => {
    for (const contentType of ['text/plain', `${MEDIA_TYPE};charset=utf-8`, ATOMIC_TYPE]) {
      const response = await client.post(path, draft, { headers: { ...modern.headers, 'Content-Type': contentType } });
      expectErrors(response, 'unsupported-media-type');
      expect(response.document.jsonapi).to.deep.equal({ version: '1.1' });
    }
  });
}

function describeKeys({ client }: ApiUnderTest, items: OwnedResource): void {
  const { path, type } = items.owner;
  const body = { data: { type, attributes: items.ownerAttributes('Keyed') } };
  const send = (at: string, key: string, headers: RequestOptions['headers'] = {}): Promise<ApiResponse> =>
    client.post(at, body, { headers: { 'Idempotency-Key': key, ...headers } });

  it('cannot share an Idempotency-Key with requests for 1.0', async () => {
    for (const [first, second] of [
      [{}, modern.headers],
      [modern.headers, {}],
      [{}, { 'Content-Type': MODERN_TYPE }],
    ] as const) {
      const key = randomUUID();
      const done = await send(path, key, first);
      expect(done.status, done.text).to.equal(201);
      expectErrors(await send(path, key, second), 'idempotency-key-reused');
      const again = await send(path, key, first);
      expect([again.text, again.headers['idempotent-replayed']]).to.deep.equal([done.text, 'true']);
    }
  });

  it('are replayed even if the unknown profile or the escapes in the query differ', async () => {
    const key = randomUUID();
    const done = await send(`${path}?fields[${type}]=&include=`, key, modern.headers);
    expect(done.status, done.text).to.equal(201);
    for (const [at, accept] of [
      [`${path}?fields[${type}]=&include=`, `${MEDIA_TYPE};profile="https://example.com/other"`],
      [`${path}?fields%5B${type}%5D=&include=`, MODERN_TYPE],
      [`${path}?%66ields%5b${type}%5d=&include=`, MODERN_TYPE],
    ] as const) {
      const again = await send(at, key, { Accept: accept });
      expect([again.text, again.headers['idempotent-replayed']], at).to.deep.equal([done.text, 'true']);
    }
    expectErrors(
      await send(`${path}?include=&fields[${type}]=${items.relationship}`, key, modern.headers),
      'idempotency-key-reused',
    );
    expectErrors(await send(path, key, modern.headers), 'idempotency-key-reused');
  });
}

function describeLocalIds({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship } = items;
  const draft = (lid: unknown, relationships?: object): object => ({
    data: { type: owners.type, lid, attributes: items.ownerAttributes(), ...(relationships && { relationships }) },
  });
  const linkedTo = (...identifiers: readonly object[]): object => ({ [relationship]: { data: identifiers } });

  it('may give the new resource a lid, which is not returned', async () => {
    for (const lid of ['a', 'a', ' ', '1', '__proto__']) {
      const response = await client.post(owners.path, draft(lid), modern);
      expect(response.status, response.text).to.equal(201);
      expect(response.document.data).not.to.have.property('lid');
    }
  });

  for (const lid of ['', 1, null, true, {}, ['a']])
    it(`get 400 for the lid ${JSON.stringify(lid)}, which 1.0 ignores`, async () => {
      expectErrors(await client.post(owners.path, draft(lid), modern), 'invalid-document #/data/lid');
      expect((await client.post(owners.path, draft(lid))).status).to.equal(201);
    });

  it('get 400 for an identifier with an undefined lid', async () => {
    const at = `invalid-document #/data/relationships/${relationship}/data/0/lid`;
    for (const [lid, identifier] of [
      [undefined, { type: items.type, lid: 'a' }],
      ['b', { type: items.type, lid: 'a' }],
      ['a', { type: items.type, lid: 'a' }],
      ['a', { type: items.type, lid: '' }],
      ['a', { type: items.type, lid: 1 }],
    ] as const) {
      const response = await client.post(owners.path, draft(lid, linkedTo(identifier)), modern);
      expectErrors(response, at);
    }
    const long = draft('a', linkedTo({ type: items.type, lid: 'b'.repeat(1000) }));
    const shown = `"${'b'.repeat(64)}…"`;
    expect(detailsOf(await client.post(owners.path, long, modern))).to.deep.equal([
      `the document adds no "${items.type}" with the "lid" ${shown}`,
    ]);
    const plain = await client.post(owners.path, draft('a', linkedTo({ type: items.type, lid: 'a' })));
    expectErrors(plain, `invalid-document #/data/relationships/${relationship}/data/0/id`);
  });

  it('get 409 for the lid of the new resource where another type is linked', async () => {
    const relationships = { [items.inverse]: { data: { type: items.type, lid: 'a' } } };
    const data = { ...items.draft(), lid: 'a', relationships };
    expectErrors(
      await client.post(items.path, { data }, modern),
      `type-conflict #/data/relationships/${items.inverse}/data/type`,
    );
  });

  it('get 403 for an id of the new resource, with a lid or without', async () => {
    for (const lid of ['a', undefined]) {
      const data = { type: owners.type, id: '1', lid, attributes: items.ownerAttributes() };
      expectErrors(await client.post(owners.path, { data }, modern), 'client-id-forbidden #/data/id');
    }
  });

  it('get 400 for a lid if they create nothing', async () => {
    const id = await items.addOwner(client);
    const local = { type: items.type, lid: 'a' };
    const change = { data: { ...items.ownerId(id), lid: 'a', relationships: linkedTo(local) } };
    expectErrors(
      await client.patch(`${owners.path}/${id}`, change, modern),
      `invalid-document #/data/relationships/${relationship}/data/0/lid`,
    );
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expectErrors(
        await client.send(method, items.linkagePath(id), { ...modern, body: { data: [local] } }),
        'invalid-document #/data/0/lid',
      );
  });
}
