import { testsOfMistakes, type Mistake } from '../../client/report-mistakes.ts';

const head = `import { createClient, PositionExpiredError, type Change, type ChangedResource } from '#client';
const api = createClient({ baseUrl: 'http://127.0.0.1:3000' });
declare const error: PositionExpiredError;
export { api, error };
export type Computer = ChangedResource<'computer'>;
export type Any = Change;
`;
const changes = (settings: string, body: string): string =>
  `for await (const { action, type, id, resource, position, changed, etag, at, changeId } of api.changes(${settings})) {
    ${body}
    void [action, type, id, resource, position, changed, etag, at, changeId];
  }`;
const written = (then: string): string => changes('', `if (action === 'created' && type === 'computer') { ${then} }`);

const mistakes: readonly Mistake[] = [
  ['a type to read', changes("{ types: ['person', 'computer'] }", ''), 'computer', 'computre'],
  ['a setting', changes("{ after: 'now', size: 5 }", ''), 'size', 'limit'],
  ['the kind of a size', changes('{ size: 5 }', ''), '5', "'5'"],
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
