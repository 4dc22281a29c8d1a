import { testsOfMistakes, type Mistake } from '../../client/report-mistakes.ts';

const head = `import { createClient, related, type SetBounds } from '#client';
const api = createClient({ baseUrl: 'http://127.0.0.1:3000' });
export { api, related };
export type Bounds = SetBounds<'computer'>;
`;
const path = "path: { id: '1' }";
const list = (include: string): string =>
  `await api.get('/persons', { query: { include: ${include}, 'page[size]': 2 } });`;
const one = (include: string): string => `await api.get('/persons/{id}', { ${path}, query: { include: ${include} } });`;
const read = `const found = await api.get('/persons/{id}', { ${path} }); const person = found.data;`;
const linkage = (query: string, member = 'data'): string =>
  `(await api.get('/persons/{id}/relationships/computers', { ${path}, query: ${query} })).${member};`;
const replace = (settings: string): string =>
  `${read} api.operations().replace(person, 'computers', person.relationships.computers.data, ${settings});`;

const mistakes: readonly Mistake[] = [
  ['an include path', list('{ computers: true }'), 'computers', 'computres'],
  ['a further include path', list("{ computers: { size: 5 }, 'computers.owner': {} }"), 'computers.owner', 'owner'],
  ['a bound', list('{ computers: { size: 5 } }'), 'size', 'limit'],
  ['the kind of a size', list('{ computers: { size: 5 } }'), '5', "'5'"],
  ['a sort key of the target type', list("{ computers: { sort: ['-serial'] } }"), '-serial', '-name'],
  ['a sort key of the owner', one("{ computers: { sort: ['owner__name'] } }"), 'owner__name', 'owner__nmae'],
  [
    'the sort key of a longer path',
    `await api.get('/computers', { query: { include: { 'owner.computers': { sort: ['serial'] } } } });`,
    "['serial']",
    "['birth_date']",
  ],
  [
    'a filtered field',
    list("{ computers: { filter: [{ name: 'serial', op: 'ilike', val: 'a%' }] } }"),
    'serial',
    'name',
  ],
  [
    'an operator of a filter',
    list("{ computers: { filter: [{ name: 'serial', op: 'ilike', val: 'a%' }] } }"),
    'ilike',
    'ilkie',
  ],
  ['a bound of a relationship to one', list("{ 'computers.owner': {} }"), '{} }', '{ size: 5 } }'],
  ['a path that is not included', list('{ computers: true }'), 'true', 'false'],
  [
    'an include path of a related resource',
    "await api.get('/computers/{computer_id}/owner', { path: { computer_id: '1' }, query: { include: { computers: { total: true } } } });",
    'computers: {',
    'owner: {',
  ],
  [
    'an include path of a relationship route, which starts at the resource',
    `await api.get('/persons/{id}/relationships/computers', { ${path}, query: { include: { 'computers.owner': true } } });`,
    'computers.owner',
    'owner',
  ],
  [
    'pages with included sets',
    "await api.pages('/persons', { query: { include: { computers: { size: 5 } } } }).next();",
    'size',
    'siez',
  ],
  [
    'included sets of a write, whose answer has no bounds',
    "await api.post('/persons', { body: { data: { type: 'person', attributes: { name: 'A' } } }, query: { include: ['computers'] } });",
    "['computers']",
    '{ computers: { size: 5 } }',
  ],
  ['the completeness of a set', `${read} person.relationships.computers.complete;`, 'complete', 'whole'],
  [
    'the completeness of a relationship to one, which has none',
    `${read} related(found, person, 'computers')[0]?.relationships.owner.data;`,
    'owner.data',
    'owner.complete',
  ],
  [
    'the completeness of a relationship route',
    `(await api.get('/persons/{id}/relationships/computers', { ${path} })).complete;`,
    'complete',
    'whole',
  ],
  ['the total of a set', `${read} person.relationships.computers.meta?.count;`, 'meta?.count', 'meta.count'],
  ['a sort key of a relationship', linkage("{ sort: ['-serial'] }"), '-serial', '-name'],
  [
    'a filter of a relationship',
    linkage("{ filter: [{ name: 'serial', op: 'eq', val: '' }] }"),
    'serial',
    'birth_date',
  ],
  ['the pages of a relationship, which have no numbers', linkage("{ 'page[size]': 2 }"), 'page[size]', 'page[number]'],
  [
    'the cursor of an identifier, on a page',
    linkage("{ 'page[size]': 2 }", 'data[0]?.meta'),
    "'page[size]': 2",
    'sort: []',
  ],
  [
    'an identifier that is walked to',
    `for await (const each of api.walk('/persons/{id}/relationships/computers', { ${path} })) each.meta.page.cursor.at(0);`,
    'meta.page',
    'attributes',
  ],
  [
    'a page in a walk over a relationship',
    `await api.walk('/persons/{id}/relationships/computers', { ${path}, query: { 'page[size]': 2 } }).next();`,
    "'page[size]': 2",
    "'page[after]': ''",
  ],
  ['the permission to send a part', replace('{ evenIfIncomplete: true }'), 'evenIfIncomplete', 'evenIfPart'],
  [
    'the permission to send a part, where no set is sent',
    `await api.delete('/persons/{id}', { ${path}, idempotencyKey: 'a' });`,
    "idempotencyKey: 'a'",
    'evenIfIncomplete: true',
  ],
  [
    'a set to walk',
    `${read} for await (const each of api.walkRelated(found, person, 'computers')) each.attributes.serial.at(0);`,
    'serial',
    'birth_date',
  ],
  [
    'a relationship to walk, which has to lead to many',
    `const found = await api.get('/persons'); ${read.replaceAll('found', 'other')}
    for await (const each of api.walkRelated(other, person, 'computers')) each.id.at(0); export { found };`,
    "'computers'",
    "'owner'",
  ],
  [
    'a further page',
    `${read} for await (const page of api.morePages(found, person, 'computers')) page.data[0]?.id.at(0);`,
    'data[0]?.id',
    'data.id',
  ],
];

const COMPUTERS_SORT =
  "'-id' | '-owner__birth_date' | '-owner__email' | '-owner__id' | '-owner__name' | '-serial' | 'id' | 'owner__birth_date' | 'owner__email' | 'owner__id' | 'owner__name' | 'serial'";

/** Mistakes and their full error messages. */
const said: readonly (readonly [code: string, message: string])[] = [
  [
    list("{ computers: { sort: ['-serail'] } }"),
    `Type '"-serail"' is not assignable to type '${COMPUTERS_SORT.replaceAll("'", '"')}'. Did you mean '"-serial"'?`,
  ],
  [
    list('{ computers: { siez: 5 } }'),
    `Object literal may only specify known properties, and 'siez' does not exist in type 'SetBounds<"computer">'.`,
  ],
  [list("{ computers: { size: '5' } }"), "Type 'string' is not assignable to type 'number'."],
];

testsOfMistakes('The types of included sets', { head, mistakes, said });
