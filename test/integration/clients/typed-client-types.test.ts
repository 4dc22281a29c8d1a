import { testsOfMistakes, type Mistake } from '../../client/report-mistakes.ts';

const list = (query: string): string => `await api.get('/persons', { query: ${query} });`;
const computers = (query: string): string => `await api.get('/computers', { query: ${query} });`;
const filter = (object: string): string => list(`{ filter: [${object}] }`);
const create = (data: string): string => `await api.post('/persons', { body: { data: ${data} } });`;
const walk = (request: string, member: string): string =>
  `for await (const item of api.walk('/persons', ${request})) item.${member};`;
const operations = (calls: string, end = ''): string =>
  `const results = await api.operations()${calls}.send();${end} export { results };`;
const ada = ".add({ type: 'person', lid: 'ada', attributes: { name: 'Ada' } })";
const engine =
  ".add({ type: 'computer', attributes: { serial: 'E' }, relationships: { owner: { data: { type: 'person', lid: 'ada' } } } })";
const signedIn = (token: string): string => `await createClient({ baseUrl: '', token: ${token} }).get('/persons');`;
const path = "path: { id: '1' }";
const tagged = (type: string): string => `
  const person = await api.get('/persons/{id}', { ${path} });
  const computer = await api.get('/computers/{id}', { ${path} });
  const owner = await api.get('/computers/{computer_id}/owner', { path: { computer_id: '1' } });
  const list = await api.get('/persons');
  const deleted = await api.delete('/persons/{id}', { ${path} });
  await api.delete('/${type}s/{id}', { ${path}, ifMatch: ${type} });
  export { person, computer, owner, list, deleted };`;

const mistakes: readonly Mistake[] = [
  ['a path', "await api.get('/persons');", '/persons', '/person'],
  ['a path that has no document', "await api.get('/');", '/', '/openapi.json'],
  ['a method', `await api.delete('/persons/{id}', { ${path} });`, '/persons/{id}', '/persons'],
  ['a missing identifier', `await api.get('/persons/{id}', { ${path} });`, path, ''],
  ['the name of an identifier', `await api.get('/persons/{id}', { ${path} });`, 'id:', 'person_id:'],
  ['an identifier that is a number', `await api.get('/persons/{id}', { ${path} });`, "'1'", '1'],
  ['the key of a write', `await api.delete('/persons/{id}', { ${path}, idempotencyKey: 'a' });`, 'delete', 'get'],
  ['the state of another resource', tagged('person'), 'ifMatch: person', 'ifMatch: computer'],
  ['the state of a list, which has none', tagged('person'), 'ifMatch: person', 'ifMatch: list'],
  ['the state of an owner for that of the computer', tagged('computer'), 'ifMatch: computer', 'ifMatch: owner'],
  ['the state of a deleted resource', tagged('person'), 'ifMatch: person', 'ifMatch: deleted'],
  [
    'a state where nothing is changed',
    `await api.delete('/persons/{id}', { ${path}, ifMatch: '*' });`,
    'delete',
    'get',
  ],
  [
    'a state for a new resource',
    "await api.post('/persons', { body: { data: { type: 'person', attributes: { name: 'A' } } }, idempotencyKey: '*' });",
    'idempotencyKey',
    'ifMatch',
  ],
  ['a missing body', create("{ type: 'person', attributes: { name: 'Ada' } }"), 'body', 'signal'],

  ['an include path', list("{ include: ['computers'] }"), 'computers', 'computres'],
  ['an include path of another type', list("{ include: ['computers'] }"), 'computers', 'owner'],
  ['a longer include path', list("{ include: ['computers', 'computers.owner'] }"), '.owner', '.owners'],
  ['an include path that turns wrong', computers("{ include: ['owner.computers'] }"), '.computers', '.owner'],
  ['a sort key', list("{ sort: ['name', '-birth_date'] }"), "'name'", "'nmae'"],
  ['a descending sort key', list("{ sort: ['name', '-birth_date'] }"), '-birth_date', '-birthdate'],
  ['a computed sort key', list("{ sort: ['name'] }"), "'name'", "'display_name'"],
  ['a sort key of the owner', computers("{ sort: ['-owner__birth_date'] }"), 'owner__birth_date', 'owner__birth'],
  ['a field', list("{ 'fields[person]': ['birth_date'] }"), 'birth_date', 'birthdate'],
  ['a field of another type', list("{ 'fields[computer]': ['serial'] }"), 'serial', 'birth_date'],
  ['the type of fields', list("{ 'fields[person]': ['birth_date'] }"), 'fields[person]', 'fields[people]'],
  ['a parameter beside others', list("{ include: ['computers'], 'page[size]': 5 }"), 'page[size]', 'page[limit]'],
  ['the kind of a parameter', list("{ 'page[size]': 5 }"), '5', "'5'"],
  ['a parameter of lists', `await api.get('/persons/{id}', { ${path}, query: { include: [] } });`, 'include', 'sort'],
  ['a field to filter by', list("{ 'filter[name]': 'Ada' }"), 'filter[name]', 'filter[nmae]'],

  ['an operator', filter("{ name: 'name', op: 'like', val: 'A%' }"), 'like', 'lkie'],
  ['an operator for text', filter("{ name: 'name', op: 'like', val: '1' }"), "'name'", "'id'"],
  ['an operator for relationships', filter("{ name: 'name', op: 'eq', val: 'A' }"), "'eq', val: 'A'", "'any', val: {}"],
  ['has for to-many', filter("{ name: 'computers', op: 'any', val: { name: 'id', op: 'eq', val: 1 } }"), 'any', 'has'],
  ['a filtered field', filter("{ name: 'email', op: 'eq', val: null }"), 'email', 'mail'],
  ['a field through a relationship', filter("{ name: 'computers__serial', op: 'eq', val: 'E' }"), '__serial', '__name'],
  [
    'a field of the related',
    filter("{ name: 'computers', op: 'any', val: { name: 'serial', op: 'eq', val: '' } }"),
    'serial',
    'email',
  ],
  ['the kind of a value', filter("{ name: 'name', op: 'eq', val: 'A' }"), "val: 'A'", 'val: 5'],
  ['null for an order', filter("{ name: 'birth_date', op: 'eq', val: null }"), "'eq'", "'gt'"],
  ['a range', filter("{ name: 'birth_date', op: 'between', val: ['1800-01-01', '1899-12-31'] }"), ", '1899-12-31'", ''],
  ['a list', filter("{ name: 'id', op: 'in_', val: [1, '2'] }"), "[1, '2']", '1'],
  ['a field to compare with', filter("{ name: 'name', op: 'eq', field: 'email' }"), 'email', 'serial'],
  ['a member of a filter', filter("{ name: 'name', op: 'eq', val: 'A' }"), 'val', 'value'],
  ['a missing operator', filter("{ name: 'name', op: 'eq', val: 'A' }"), "op: 'eq', ", ''],
  ['a filter inside others', filter("{ or: [{ not: { name: 'name', op: 'eq', val: 'A' } }] }"), "'eq'", "'equals'"],
  ['a filter of another type', computers("{ filter: [{ name: 'serial', op: 'eq', val: 'A' }] }"), 'serial', 'email'],

  ['an attribute to set', create("{ type: 'person', attributes: { name: 'Ada', email: null } }"), 'email', 'mail'],
  [
    'a read-only attribute',
    create("{ type: 'person', attributes: { name: 'Ada', email: null } }"),
    'email',
    'display_name',
  ],
  ['a missing attribute', create("{ type: 'person', attributes: { name: 'Ada' } }"), "name: 'Ada'", ''],
  ['null for a required attribute', create("{ type: 'person', attributes: { name: 'Ada' } }"), "'Ada'", 'null'],
  ['a type', create("{ type: 'person', attributes: { name: 'Ada' } }"), "'person'", "'computer'"],
  [
    'a relationship to set',
    create("{ type: 'person', attributes: { name: 'A' }, relationships: { computers: { data: [] } } }"),
    'computers',
    'owner',
  ],
  [
    'the cardinality of a relationship',
    create("{ type: 'person', attributes: { name: 'A' }, relationships: { computers: { data: [] } } }"),
    '[]',
    'null',
  ],
  [
    'the type of linkage',
    `await api.post('/persons/{id}/relationships/computers', { ${path}, body: { data: [{ type: 'computer', id: '1' }] } });`,
    "'computer'",
    "'person'",
  ],
  [
    'a missing id of a change',
    `await api.patch('/persons/{id}', { ${path}, body: { data: { type: 'person', id: '1' } } });`,
    ", id: '1' }",
    ' }',
  ],

  [
    'an attribute that is read',
    `(await api.get('/persons/{id}', { ${path} })).data.attributes.birth_date;`,
    'birth_date',
    'birthDate',
  ],
  [
    'a write-only attribute',
    `(await api.get('/persons/{id}', { ${path} })).data.attributes.birth_date;`,
    'birth_date',
    'email',
  ],
  [
    'an attribute without its field',
    `(await api.get('/persons/{id}', { ${path}, query: { include: [] } })).data.attributes.display_name.at(0);`,
    'include: []',
    "'fields[person]': ['birth_date']",
  ],
  [
    'an attribute that is unset',
    `(await api.get('/persons/{id}', { ${path} })).data.attributes.birth_date?.at(0);`,
    '?.at',
    '.at',
  ],
  [
    'a relationship to follow',
    `const document = await api.get('/persons/{id}', { ${path} }); related(document, document.data, 'computers');`,
    "'computers'",
    "'computer'",
  ],
  [
    'what is related',
    `const document = await api.get('/persons/{id}', { ${path} }); related(document, document.data, 'computers')[0]?.attributes.serial;`,
    'serial',
    'birth_date',
  ],
  [
    'the cardinality of what is related',
    `const document = await api.get('/computers/{id}', { ${path} }); related(document, document.data, 'owner')?.id;`,
    '?.id',
    '?.map(String)',
  ],
  ['a list to walk', "await api.pages('/persons').next();", "'/persons'", "'/'"],
  ['a list without operations', operations(ada), ada, ''],
  ['an attribute of an operation', operations(ada), 'attributes: { name', 'attributes: { nmae'],
  ['an id of a new resource', operations(ada), "lid: 'ada'", "id: '1'"],
  [
    'a local identifier',
    operations(ada + engine),
    "owner: { data: { type: 'person', lid: 'ada'",
    "owner: { data: { type: 'person', lid: 'bob'",
  ],
  [
    'the type of a local identifier',
    operations(`${ada}.remove({ type: 'person', lid: 'ada' })`),
    "remove({ type: 'person'",
    "remove({ type: 'computer'",
  ],
  [
    'a local identifier before it is defined',
    operations(`${ada}.remove({ type: 'person', lid: 'ada' })`),
    `${ada}.remove({ type: 'person', lid: 'ada' })`,
    `.remove({ type: 'person', lid: 'ada' })${ada}`,
  ],
  [
    'a local identifier that is defined twice',
    operations(`${ada}${ada.replace('ada', 'bob')}`),
    "lid: 'bob'",
    "lid: 'ada'",
  ],
  [
    'id and lid together',
    operations(`${ada}.remove({ type: 'person', lid: 'ada' })`),
    "remove({ type: 'person', lid: 'ada'",
    "remove({ type: 'person', id: '1', lid: 'bob'",
  ],
  [
    'adding to a to-one relationship',
    operations(".replace({ type: 'computer', id: '1' }, 'owner', null)"),
    'replace',
    'link',
  ],
  [
    'the relationship of an operation',
    operations(".replace({ type: 'computer', id: '1' }, 'owner', null)"),
    "'owner'",
    "'computers'",
  ],
  ['the linkage of an operation', operations(".replace({ type: 'computer', id: '1' }, 'owner', null)"), 'null', '[]'],
  [
    'the condition of an operation',
    operations(
      ".remove({ type: 'person', id: '1' }, { ifMatch: await api.get('/persons/{id}', { path: { id: '1' } }) })",
    ),
    "get('/persons/{id}'",
    "get('/computers/{id}'",
  ],
  [
    'a condition of what adds',
    operations(".add({ type: 'person', attributes: { name: 'Ada' } })"),
    "'Ada' } }",
    "'Ada' } }, { ifMatch: '*' }",
  ],
  [
    'the result of an operation',
    operations(ada + engine, ' results[1].attributes.serial;'),
    'results[1]',
    'results[0]',
  ],
  ['a result that there is not', operations(ada, ' results[0];'), 'results[0]', 'results[1]'],
  ['an item of a walk', walk('{}', 'meta.page.cursor'), 'meta.page.cursor', 'meta.cursor'],
  ['the attribute of an item of a walk', walk('{}', 'attributes.birth_date'), 'birth_date', 'serial'],
  [
    'an attribute without its field in a walk',
    walk("{ query: { sort: ['name'] } }", 'attributes.display_name.at(0)'),
    "sort: ['name']",
    "'fields[person]': ['birth_date']",
  ],
  ['the order of a walk', walk("{ query: { sort: ['-name'] } }", 'id'), '-name', '-nmae'],
  ['a page number in a walk', walk("{ query: { 'page[size]': 2 } }", 'id'), 'page[size]', 'page[number]'],
  [
    'what a walk would not show',
    walk("{ query: { sort: ['name'] } }", 'id'),
    "sort: ['name']",
    "include: ['computers']",
  ],
  ['what to walk over', "await api.walk('/persons').next();", '/persons', '/openapi.json'],
  ['a cursor where pages have numbers', list("{ 'page[size]': 5 }"), "'page[size]': 5", "'page[after]': ''"],
  ['a token', signedIn("async () => 'a'"), "'a'", '1'],
  ['a function that gives no promise', signedIn("async () => 'a'"), 'async () ', '() '],
  ['what the function of a token is given', signedIn('async (refused) => String(refused?.trim())'), '?.', '.'],
  [
    'the code of an error',
    "if (error.errors[0]?.code === 'object-not-found') throw error;",
    'object-not-found',
    'not-there',
  ],
];

/** The error messages of mistakes, in full. */
const said: readonly (readonly [code: string, message: string])[] = [
  ["await api.get('/person');", `Argument of type '"/person"' is not assignable to parameter of type 'PathOf<"get">'.`],
  ["await api.get('/persons/{id}');", 'Expected 2 arguments, but got 1.'],
  [
    list("{ include: ['computres'], 'page[size]': 5 }"),
    `Type '"computres"' is not assignable to type '"computers" | "computers.owner" | "computers.owner.computers" | "computers.owner.computers.owner" | "computers.owner.computers.owner.computers"'. Did you mean '"computers"'?`,
  ],
  [
    `await api.get('/persons/{id}', { ${path}, query: { sort: ['name'] } });`,
    `Object literal may only specify known properties, and 'sort' does not exist in type 'QueryWith<"/persons/{id}", "get", "fields[computer]" | "fields[person]" | "include" | "includeFilter" | "includeSort" | "page[computers][size]" | "page[computers][total]">'.`,
  ],
  [
    create("{ type: 'person', attributes: { name: 'Ada', mail: null } }"),
    `Object literal may only specify known properties, but 'mail' does not exist in type '{ readonly name: string; readonly email?: string | null; readonly birth_date?: string | null; }'. Did you mean to write 'email'?`,
  ],
  [signedIn('7'), "Type 'number' is not assignable to type 'Token'."],
  [
    operations(".replace({ type: 'computer', id: '1' }, 'computers', null)"),
    `Argument of type '"computers"' is not assignable to parameter of type '"owner"'.`,
  ],
];

const head = `import { createClient, related, tagOf, type JsonApiError } from '#client';
const api = createClient({ baseUrl: 'http://127.0.0.1:3000' });
declare const error: JsonApiError;
export { api, related, tagOf, error };
`;

testsOfMistakes('The types of the client', { head, mistakes, said });
