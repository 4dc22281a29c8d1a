import { expect } from 'chai';
import { CURSORS } from '../../support/media-types.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { described, modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 22 of the contract: errors in JSON:API 1.1. */
export function describeModernErrors(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Errors in JSON:API 1.1, with ${items.plural}`, () => {
    describeErrors(api, items);
  });
}

interface ErrorObject {
  readonly title?: string;
  readonly detail?: string;
  readonly source?: object;
  readonly meta?: Readonly<Record<string, unknown>>;
}

function describeErrors({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, attribute } = items;
  const missing = `${owners.path}/${MISSING}`;
  const draft = { type: owners.type, attributes: items.ownerAttributes() };
  const withLink = (link: unknown): object => ({ ...draft, relationships: { [items.relationship]: link } });
  const about = (name: string): object => ({ source: { header: name }, meta: { header: name } });
  type Case = readonly [request: readonly [string, string, unknown?, Readonly<Record<string, string>>?], error: object];
  const cases: readonly Case[] = [
    [['GET', missing], { code: 'object-not-found', meta: { parameter: 'id' } }],
    [['GET', items.linkagePath('01')], { code: 'object-not-found', meta: { parameter: 'id' } }],
    [['GET', '/nope'], { code: 'not-found' }],
    [['PUT', owners.path], { code: 'method-not-allowed' }],
    [['GET', `${owners.path}?nope=1`], { code: 'invalid-parameter', source: { parameter: 'nope' } }],
    // A query parameter with the name of a path parameter.
    [['GET', `${missing}?id=1`], { code: 'invalid-parameter', source: { parameter: 'id' } }],
    [['POST', owners.path, '{'], { code: 'malformed-json' }],
    [['POST', owners.path, ''], { code: 'malformed-json' }],
    [['POST', owners.path, {}], { code: 'invalid-document', source: { pointer: '' }, meta: { member: 'data' } }],
    [['POST', owners.path, []], { code: 'invalid-document', source: { pointer: '' } }],
    [['POST', owners.path, { data: [] }], { code: 'invalid-document', source: { pointer: '/data' } }],
    [
      ['POST', owners.path, { data: { attributes: {} } }],
      { code: 'invalid-document', source: { pointer: '/data' }, meta: { member: 'type' } },
    ],
    [
      [
        'POST',
        items.path,
        { data: { type: items.type, attributes: { ...items.attributes('x'), [attribute]: undefined } } },
      ],
      { code: 'invalid-attribute', source: { pointer: '/data/attributes' }, meta: { attribute } },
    ],
    [
      ['POST', items.path, { data: { type: items.type } }],
      { code: 'invalid-attribute', source: { pointer: '/data' }, meta: { attribute } },
    ],
    [
      ['POST', items.path, { data: { type: items.type, attributes: { [attribute]: null } } }],
      { code: 'invalid-attribute', source: { pointer: `/data/attributes/${attribute}` } },
    ],
    [
      ['POST', owners.path, { data: { ...draft, id: '1' } }],
      { code: 'client-id-forbidden', source: { pointer: '/data/id' } },
    ],
    [
      ['POST', owners.path, { data: withLink({}) }],
      {
        code: 'invalid-document',
        source: { pointer: `/data/relationships/${items.relationship}` },
        meta: { member: 'data' },
      },
    ],
    [
      ['POST', owners.path, { data: withLink({ data: [{ type: items.type }] }) }],
      {
        code: 'invalid-document',
        source: { pointer: `/data/relationships/${items.relationship}/data/0` },
        meta: { member: 'id' },
      },
    ],
    [
      ['POST', items.linkagePath('1'), { data: [{ type: items.type }] }],
      { code: 'invalid-document', source: { pointer: '/data/0' }, meta: { member: 'id' } },
    ],
    [['POST', owners.path, {}, { 'Content-Type': 'text/plain' }], { code: 'unsupported-media-type' }],
    [['POST', owners.path, {}, { 'Idempotency-Key': '"' }], { code: 'invalid-header', ...about('Idempotency-Key') }],
    [['PATCH', missing, {}, { 'If-Match': 'x' }], { code: 'invalid-header', ...about('If-Match') }],
    [
      ['POST', owners.path, { data: draft }, { 'If-None-Match': '*' }],
      { code: 'precondition-failed', ...about('If-None-Match') },
    ],
  ];
  for (const [[method, path, body, headers], error] of cases)
    it(`have a type, and name their source: ${JSON.stringify({ method, path, body, headers, ...error })}`, async () => {
      const sent = body === undefined ? {} : { body };
      const { status, document } = await client.send(method, path, {
        headers: { ...modern.headers, ...headers },
        ...sent,
      });
      expect(document.links).to.deep.equal(described);
      expect(document.jsonapi).to.deep.equal({ version: '1.1' });
      const { code } = error as { readonly code: string };
      const errors = document.errors as readonly ErrorObject[];
      // Another attribute may be missing as well.
      const {
        title: _,
        detail: __,
        source,
        meta,
        ...shown
      } = errors.find((each) => each.meta?.['attribute'] === attribute) ?? errors[0] ?? {};
      expect({ ...shown, ...(source && { source }), ...(meta && { meta }) }).to.deep.equal({
        status: String(status),
        links: { type: `/docs/errors#${code}` },
        ...error,
      });
    });

  it('keep the type that Cursor Pagination defines', async () => {
    const { document } = await client.get(`${owners.path}?page[after]=&page[before]=`, modern);
    expect(document.errors[0].links).to.deep.equal({ type: `${CURSORS}range-pagination-not-supported` });
  });

  it('are documents of JSON:API 1.0 if the Accept header is refused', async () => {
    const headers = { Accept: 'application/xml', 'Content-Type': String(modern.headers?.['Accept']) };
    const { document, ...response } = await client.post(owners.path, { data: draft }, { headers });
    expectErrors({ document, ...response }, 'not-acceptable');
    expect(document.jsonapi).to.deep.equal({ version: '1.0' });
  });

  it('point to the nearest existing value in operations as well', async () => {
    const response = await client.operate([{ op: 'add', data: { type: items.type } }]);
    expectErrors(response, `invalid-attribute #/atomic:operations/0/data/attributes/${attribute}`);
    expect(response.document.errors[0]).to.deep.include({
      source: { pointer: '/atomic:operations/0/data' },
      meta: { attribute },
      links: { type: '/docs/errors#invalid-attribute' },
    });
  });
}
