import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { codeIn } from '../../../explorer/src/model/code-samples.ts';
import { findOperations, hashOf, operationAt, parseReference } from '../../../explorer/src/model/reference.ts';
import { listedValues, schemaParts, typeText } from '../../../explorer/src/model/schemas.ts';
import { acceptableTypes, exampleRequest, howToRead, requestOf } from '../../../explorer/src/model/tried-request.ts';
import { required } from './described.ts';

const JSON_API = 'application/vnd.api+json';
const FORM = 'application/x-www-form-urlencoded';
const byId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Which.',
  schema: { type: 'string' },
  example: '1',
};
const shelf = { type: 'object', properties: { title: { type: 'string', maxLength: 9 } }, required: ['title'] };

/** A description as `/openapi.json` has it. */
const document = {
  info: { title: 'Library', version: '1.0.0', description: 'Books.' },
  tags: [{ name: 'old shelves' }],
  security: [{ bearer: [] }],
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        tags: ['old shelves'],
        summary: 'List shelves',
        parameters: [{ $ref: '#/components/parameters/After' }, { $ref: '#/components/parameters/Filter' }],
        responses: { 200: { description: 'Shelves.', content: { [JSON_API]: {}, 'text/event-stream': {} } } },
      },
      head: { operationId: 'listShelvesHead' },
      'x-query': { operationId: 'listShelvesQuery', requestBody: { content: { [FORM]: {} } } },
    },
    '/shelves/{id}': {
      patch: {
        operationId: 'updateShelf',
        tags: ['old shelves'],
        summary: 'Change a shelf',
        parameters: [byId, { name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: { content: { [JSON_API]: { schema: shelf, example: { data: { title: "it's", old: null } } } } },
        responses: { 200: { description: 'The shelf.', headers: { ETag: { description: 'Its tag.' } } } },
      },
    },
  },
  components: {
    parameters: {
      After: {
        name: 'page[after]',
        in: 'query',
        description: 'A cursor.',
        schema: { type: 'string', examples: [''] },
        'x-not-with': { 'page[number]': true, 'page[size]': { const: 0 } },
      },
      Filter: { name: 'filter', in: 'query', content: { 'application/json': { schema: { examples: [[{ a: 1 }]] } } } },
    },
    schemas: { Shelf: shelf, Tree: { type: 'object', properties: { under: { $ref: '#/components/schemas/Tree' } } } },
    securitySchemes: { bearer: {} },
  },
};

const reference = parseReference(document);
const linked = (hash: string) => required(operationAt(reference, hash));
const urlOf = (path: string): string => `http://localhost${path}`;

describe('explorer: the reference', () => {
  it('lists HEAD and QUERY under their GET, each with a link', () => {
    expect(reference.groups.flatMap(({ operations }) => operations.map(({ id }) => id))).to.deep.equal([
      'listShelves',
      'updateShelf',
    ]);
    const { operation, method } = linked('#/old%20shelves/listShelvesQuery');
    expect([operation.id, method.name, method.formType]).to.deep.equal(['listShelves', 'QUERY', FORM]);
    expect(hashOf(operation, method)).to.equal('#/old%20shelves/listShelvesQuery');
    for (const hash of ['', '#/', '#/old%20shelves', '#/old%20shelves/none'])
      expect(operationAt(reference, hash), hash).to.equal(undefined);
  });

  it('finds operations by words of their method, path and texts', () => {
    const found = (phrase: string): readonly string[] =>
      findOperations(reference.groups, phrase).flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(found('')).to.have.length(2);
    expect(found('PATCH shelves/')).to.deep.equal(['updateShelf']);
    expect(found('query list')).to.deep.equal(['listShelves']);
    expect(found('list patch')).to.deep.equal([]);
  });

  it('shows which parameters exclude each other', () => {
    const [after, filter] = linked('#/x/listShelves').operation.parameters;
    expect(after?.description).to.equal('A cursor.\n\nCannot be combined with `page[number]` or `page[size]=0`.');
    expect(filter?.example).to.equal('[{"a":1}]');
  });

  it('describes schemas in words, including recursive ones', () => {
    for (const [schema, words] of [
      [{ type: ['string', 'null'], format: 'date' }, 'string or null (date)'],
      [{ type: 'array', items: { type: 'integer' }, maxItems: 3 }, 'list of integer (at most 3)'],
      [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 30 }, 'integer (default 30)'],
      [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer (1 to 100)'],
      [{ oneOf: [{ $ref: '#/components/schemas/Shelf' }, { type: 'null' }] }, 'object or null'],
      [{ const: 'shelf' }, '"shelf"'],
      [{ $ref: '#/components/schemas/Missing' }, 'any'],
    ] as const)
      expect(typeText(document, schema)).to.equal(words);
    expect(
      schemaParts(document, { items: { $ref: '#/components/schemas/Tree' } }).map(({ name }) => name),
    ).to.deep.equal(['under']);
    expect(schemaParts(document, { oneOf: [shelf, { type: 'null' }] })).to.deep.equal([
      { name: 'title', isOptional: false, schema: { type: 'string', maxLength: 9 } },
    ]);
    expect(listedValues(document, { items: { enum: ['a', 1] } })).to.deep.equal(['a', '1']);
  });

  it('builds requests from the input, which QUERY sends in the body', () => {
    const list = linked('#/x/listShelves');
    const tried = { accept: 'text/event-stream', typed: { 'query page[after]': '', 'query filter': '[&]' }, body: '' };
    expect(requestOf(list, tried, urlOf)).to.deep.equal({
      method: 'GET',
      url: 'http://localhost/shelves?page[after]=&filter=[%26]',
      headers: { Accept: 'text/event-stream' },
      body: undefined,
      isSigned: true,
    });
    expect(howToRead(list, tried)).to.equal('events');
    expect(acceptableTypes(list.operation)).to.deep.equal([JSON_API, 'text/event-stream']);
    expect(requestOf(linked('#/x/listShelvesQuery'), { ...tried, accept: '' }, urlOf)).to.deep.include({
      url: 'http://localhost/shelves',
      headers: { 'Content-Type': FORM },
      body: 'page[after]=&filter=[%26]',
    });
    const change = linked('#/x/updateShelf');
    const example = exampleRequest(change.operation);
    const typed = { 'path id': 'a/b', 'header If-Match': '"1"' };
    expect(requestOf(change, { ...example, typed }, urlOf)).to.deep.include({
      url: 'http://localhost/shelves/a%2Fb',
      headers: { 'Content-Type': JSON_API, 'If-Match': '"1"' },
    });
    expect(requestOf(change, { ...example, typed: {} }, urlOf).url).to.equal('http://localhost/shelves/{id}');
  });

  it('writes programs that send the same request', () => {
    const change = linked('#/x/updateShelf');
    const request = requestOf(change, exampleRequest(change.operation), urlOf);
    const program = `const fetch = async (...sent) => { console.log(JSON.stringify(sent)); return { json: async () => ({}) } };\n`;
    const run = (code: string): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program + code], {
        encoding: 'utf8',
        env: { ...process.env, TOKEN: 'secret' },
      });
    const [sent = ''] = run(codeIn.JavaScript(request, 'json')).split('\n');
    const [url, { method, headers, body }] = JSON.parse(sent);
    expect([url, method, headers, JSON.parse(body)]).to.deep.equal([
      request.url,
      'PATCH',
      { 'Content-Type': JSON_API, Authorization: 'Bearer secret' },
      { data: { title: "it's", old: null } },
    ]);
    expect(codeIn.Python(request, 'json').split('\n')).to.deep.equal([
      'import os',
      '',
      'import requests',
      '',
      'response = requests.request(',
      '    "PATCH",',
      '    "http://localhost/shelves/1",',
      '    headers={',
      `        "Content-Type": "${JSON_API}",`,
      `        "Authorization": f"Bearer {os.environ['TOKEN']}",`,
      '    },',
      '    json={',
      '        "data": {',
      `            "title": "it's",`,
      '            "old": None',
      '        }',
      '    },',
      ')',
      'print(response.status_code, response.json())',
    ]);
  });
});
