import { displayName } from '../../../../domain/person.ts';
import type { Resource } from './resource.ts';

export const personResource: Resource = {
  type: 'person',
  label: 'Person',
  path: '/persons',
  fields: {
    id: { kind: 'identifier', stored: 'id' },
    name: { kind: 'attribute', stored: 'name', writable: true, shown: undefined },
    email: { kind: 'attribute', stored: 'email', writable: true, shown: undefined },
    birth_date: {
      kind: 'attribute',
      stored: 'birthDate',
      writable: true,
      shown: { needs: ['birthDate'], render: ({ birthDate = null }) => birthDate },
    },
    display_name: {
      kind: 'attribute',
      stored: undefined,
      writable: false,
      shown: {
        needs: ['name', 'email'],
        render: ({ name, email = null }) => displayName({ name: name ?? '', email }),
      },
    },
    computers: {
      kind: 'relationship',
      stored: 'computers',
      to: 'computer',
      cardinality: 'many',
      linkage: 'always',
    },
  },
};
