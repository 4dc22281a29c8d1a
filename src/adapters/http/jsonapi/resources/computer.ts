import type { Resource } from './resource.ts';

export const computerResource: Resource = {
  type: 'computer',
  label: 'Computer',
  path: '/computers',
  fields: {
    id: { kind: 'identifier', stored: 'id' },
    serial: {
      kind: 'attribute',
      stored: 'serial',
      writable: true,
      shown: { needs: ['serial'], render: ({ serial = null }) => serial },
    },
    owner: {
      kind: 'relationship',
      stored: 'owner',
      to: 'person',
      cardinality: 'one',
      linkage: 'when included',
    },
  },
};
