import { displayName, personRules } from '#domain/person';
import { asStored, type Resource } from './resource.ts';

export const personResource: Resource = {
  type: 'person',
  label: 'Person',
  plural: 'persons',
  path: '/persons',
  fields: {
    id: { kind: 'identifier', stored: 'id' },
    name: { kind: 'attribute', stored: 'name', rule: personRules.name, example: 'Ada Lovelace', output: undefined },
    email: { kind: 'attribute', stored: 'email', rule: personRules.email, output: undefined },
    birth_date: {
      kind: 'attribute',
      stored: 'birthDate',
      rule: personRules.birthDate,
      output: asStored('birthDate'),
    },
    display_name: {
      kind: 'attribute',
      stored: undefined,
      rule: undefined,
      shows: { format: 'text', nullable: false },
      output: {
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
