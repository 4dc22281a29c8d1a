// The kinds of operations, as data. Routes, header rules, atomic operations and the OpenAPI document read this table; a new kind is a
// row here and a handler.
import { kindsOfService } from './kinds-of-service.ts';
import type { OperationKind } from './operation-traits.ts';

/** The columns that most reads share. */
const read = { method: 'GET', action: 'read', offers: 'view', query: 'resource' } as const;
const tagged = { isTagged: true, compares: 'representation' } as const;
const list = { ...read, name: 'list', offers: 'list', query: 'list', answer: 'list', isTagged: false } as const;

const creation = {
  method: 'POST',
  name: 'create',
  action: 'create',
  offers: 'document',
  query: 'change',
  body: 'new resource',
  answer: 'created',
  isTagged: true,
} as const;
const change = {
  method: 'PATCH',
  name: 'update',
  action: 'update',
  offers: 'document',
  query: 'change',
  body: 'changed resource',
  answer: 'resource',
  isTagged: true,
  compares: 'state',
  overwrites: true,
} as const;
const removal = {
  method: 'DELETE',
  name: 'delete',
  action: 'delete',
  offers: 'document',
  query: 'none',
  answer: 'deleted',
  isTagged: false,
  compares: 'state',
  overwrites: true,
} as const;
const relinking = {
  at: 'linkage',
  action: 'update',
  primaryType: 'own',
  offers: 'document',
  query: 'change',
  body: 'linkage',
  answer: 'changed relationship',
  isTagged: true,
  compares: 'state',
} as const;

const linkage = { primaryType: 'own', query: 'linkage', answer: 'linkage' } as const;

const NEW = 'The service assigns the `id`. Attributes left out get their default or are unset.';
const CHANGED = 'Fields left out of the body keep their values.';
const AFFECTING = 'Related resources are deleted too, prevent the deletion, or are kept without the link.';
const OF = 'the {relationship} of {a type}';

export const operationKinds = {
  ...kindsOfService,
  list: { ...list, at: 'list', primaryType: 'own', words: ['list{Plural}', 'List {plural}'] },
  create: { ...creation, at: 'list', primaryType: 'own', words: ['create{Type}', 'Create {a type}', NEW] },
  detail: {
    ...read,
    ...tagged,
    at: 'resource',
    name: 'detail',
    primaryType: 'own',
    answer: 'resource',
    words: ['get{Type}', 'Get {a type}'],
  },
  update: { ...change, at: 'resource', primaryType: 'own', words: ['update{Type}', 'Change {a type}', CHANGED] },
  delete: {
    ...removal,
    at: 'resource',
    primaryType: 'own',
    words: {
      many: ['delete{Type}', 'Delete {a type}', 'Related resources are kept, without the link.'],
      affecting: ['delete{Type}', 'Delete {a type}', AFFECTING],
    },
  },
  export: {
    ...read,
    at: 'file',
    name: 'export',
    primaryType: 'own',
    offers: 'file',
    query: 'export',
    answer: 'file',
    isTagged: false,
    words: [
      'export{Plural}{Extension}',
      'Export {plural} as {EXTENSION}',
      'The visible fields of the resources, with all linkage. This is not a backup: write-only attributes are missing.',
    ],
  },
  'list related': {
    ...list,
    at: 'related',
    cardinality: 'many',
    primaryType: 'related',
    words: ['list{Type}{Relationship}', `List ${OF}`],
  },
  'create related': {
    ...creation,
    at: 'related',
    cardinality: 'many',
    primaryType: 'related',
    errors: ['owner-conflict'],
    words: {
      many: ['create{Type}{Related}', 'Create {a related} that belongs to {a type}', NEW],
      manyToMany: ['create{Type}{Related}', 'Create {a related} that is linked to {a type}', NEW],
      named: ['create{Type}{Related}', `Create {a related} among ${OF}`, NEW],
    },
  },
  related: {
    ...read,
    ...tagged,
    at: 'related',
    cardinality: 'one',
    name: 'detail',
    primaryType: 'related',
    answer: 'resource or null',
    words: ['get{Type}{Relationship}', `Get ${OF}`],
  },
  'update related': {
    ...change,
    at: 'related',
    cardinality: 'one',
    primaryType: 'related',
    words: [
      'update{Type}{Relationship}',
      `Change ${OF}`,
      `The \`id\` in the body must be that of the {relationship}. ${CHANGED}`,
    ],
  },
  'delete related': {
    ...removal,
    at: 'related',
    cardinality: 'one',
    primaryType: 'related',
    words: {
      many: [
        'delete{Type}{Relationship}',
        `Delete ${OF}`,
        'Deletes the {related}. The {type} is kept, without {a relationship}.',
      ],
      named: [
        'delete{Type}{Relationship}',
        `Delete ${OF}`,
        'Deletes the {relationship}. The {type} is kept, without one.',
      ],
      affecting: ['delete{Type}{Relationship}', `Delete ${OF}`, AFFECTING],
    },
  },
  linkage: {
    ...read,
    ...tagged,
    at: 'linkage',
    name: 'linkage',
    ...linkage,
    words: ['get{Type}{Relationship}Linkage', `Get the identifiers of ${OF}`],
  },
  link: {
    ...relinking,
    method: 'POST',
    name: 'link',
    takesListOfOne: true,
    words: {
      many: [
        'link{Type}{Relationship}',
        `Add to ${OF}`,
        'Resources that belong to another one move to this one. Existing links stay as they are.',
      ],
      manyToMany: ['link{Type}{Relationship}', `Add to ${OF}`, 'Existing links stay as they are.'],
      one: ['link{Type}{Relationship}', `Set ${OF}`, 'Same as PATCH.'],
    },
  },
  replace: {
    ...relinking,
    method: 'PATCH',
    name: 'replace',
    overwrites: true,
    words: {
      many: ['replace{Type}{Relationship}', `Replace ${OF}`, 'The body contains the whole set; `[]` empties it.'],
      one: ['replace{Type}{Relationship}', `Set or unset ${OF}`, '`null` unsets it.'],
    },
  },
  unlink: {
    ...relinking,
    method: 'DELETE',
    name: 'unlink',
    takesListOfOne: true,
    words: {
      many: [
        'unlink{Type}{Relationship}',
        `Remove from ${OF}`,
        'Only links are removed, no resources. Resources that are not linked are ignored.',
      ],
      one: [
        'unlink{Type}{Relationship}',
        `Unset ${OF}`,
        'Only the link is removed, no resource. If the body names another resource, the link stays.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, OperationKind>>;

export type OperationKindName = keyof typeof operationKinds;

/** The kinds that change one resource, or its relationship. */
export type WriteKindName = {
  [Name in OperationKindName]: (typeof operationKinds)[Name] extends { readonly action: 'create' | 'update' | 'delete' }
    ? Name
    : never;
}[OperationKindName];
