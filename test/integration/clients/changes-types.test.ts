import { testsOfMistakes, type Mistake } from '../../client/report-mistakes.ts';

const head = `import { createClient, PositionExpiredError, related, type Change, type ChangedResource } from '#client';
const api = createClient({ baseUrl: 'http://127.0.0.1:3000' });
declare const error: PositionExpiredError;
export { api, error, related };
export type Computer = ChangedResource<'computer'>;
export type Any = Change;
`;
const changes = (settings: string, body: string): string =>
  `for await (const { action, type, id, resource, position, changed, etag, at, changeId } of api.changes(${settings})) {
    ${body}
    void [action, type, id, resource, position, changed, etag, at, changeId];
  }`;
const live = (request: string, body: string): string =>
  `for await (const list of api.live(${request})) { ${body} void list; }`;
const written = (then: string): string => changes('', `if (action === 'created' && type === 'computer') { ${then} }`);

const mistakes: readonly Mistake[] = [
  ['a type to read', changes("{ types: ['person', 'computer'] }", ''), 'computer', 'computre'],
  ['a setting', changes("{ follow: false, after: 'now', size: 5 }", ''), 'size', 'limit'],
  ['a setting of a stream', changes("{ after: 'now', onInterrupted: console.error }", ''), 'onInterrupted', 'onRetry'],
  ['the kind of a size', changes('{ follow: false, size: 5 }', ''), '5', "'5'"],
  ['a page size where there are no pages', changes('{ follow: false, size: 5 }', ''), 'follow: false', 'follow: true'],
  ['a position', changes("{ after: '' }", ''), "''", 'null'],
  ['a field of the type', written('resource?.serial;'), 'serial', 'birth_date'],
  ['a field that may be missing', written('resource?.serial?.at(0);'), 'serial?.', 'serial.'],
  ['the content that may be left out', written('resource?.serial;'), '?.', '.'],
  ['what an owner is', written('resource?.owner?.id;'), 'owner?.id', 'owner?.name'],
  [
    'the content of a deleted resource',
    changes('', "if (action === 'updated' && type === 'person') resource?.birth_date;"),
    'updated',
    'deleted',
  ],
  ['an action', changes('', "if (action === 'refetch') continue;"), 'refetch', 'refresh'],
  [
    'the subject of an order to read a type again',
    changes('', "if (action === 'deleted') id.at(0);"),
    'deleted',
    'refetch',
  ],
  ['the type where nothing is told', changes('', "if (action === 'refetch') type.at(0);"), 'refetch', 'position'],
  [
    'the fields that an update has changed',
    changes('', "if (action === 'updated') changed.at(0);"),
    'updated',
    'created',
  ],
  [
    'the type of one that is asked for',
    changes("{ types: ['person'] }", "if (type === 'person') continue;"),
    "=== 'person'",
    "=== 'computer'",
  ],
  ['the reason of an expired position', "if (error.reason === 'too-old') throw error;", 'too-old', 'too-new'],
  [
    'the position where the feed ends',
    "(await api.get('/changes', { query: { 'page[after]': 'now' } })).meta.position.at(0);",
    'meta.position',
    'meta.end',
  ],
  ['the path of a live list', live("'/persons', { query: { include: ['computers'] } }", ''), '/persons', '/person'],
  ['a live resource, which is not a list', live("'/persons'", ''), '/persons', '/'],
  [
    'the filter of a live list',
    live("'/persons', { query: { filter: [{ name: 'name', op: 'eq', val: 'A' }] } }", ''),
    "'name'",
    "'nmae'",
  ],
  [
    'the path of a live list of related resources',
    live("'/persons/{id}/computers', { path: { id: '1' } }", ''),
    'id:',
    'person:',
  ],
  [
    'an attribute in a live list',
    live("'/persons'", 'list.data[0]?.attributes.display_name.at(0);'),
    'display_name',
    'serial',
  ],
  [
    'what a live list includes',
    live(
      "'/computers', { query: { include: ['owner'] } }",
      "list.data.map((each) => related(list, each, 'owner')?.attributes.display_name.at(0));",
    ),
    "'owner')",
    "'owners')",
  ],
  ['a setting of a live list', live("'/persons', { onInterrupted: console.error }", ''), 'onInterrupted', 'size'],
  ['the paths to read again', 'error.refetch[0]?.at(0);', '[0]?.', '[0].'],
];

const said: readonly (readonly [code: string, message: string])[] = [
  [
    changes("{ types: ['persn'] }", ''),
    `Type '"persn"' is not assignable to type '"computer" | "person"'. Did you mean '"person"'?`,
  ],
  [
    written('resource?.birth_date;'),
    `Property 'birth_date' does not exist on type '{ readonly serial?: string; readonly owner?: { readonly type: "person"; readonly id: string; } | null; }'.`,
  ],
];

testsOfMistakes('The types of the feed of changes', { head, mistakes, said });
