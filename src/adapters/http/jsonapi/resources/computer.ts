import { computerRules } from '#domain/computer';
import { asStored, type Resource } from './resource.ts';

export const computerResource: Resource = {
  type: 'computer',
  label: 'Computer',
  plural: 'computers',
  path: '/computers',
  fields: {
    id: { kind: 'identifier', stored: 'id' },
    serial: {
      kind: 'attribute',
      stored: 'serial',
      rule: computerRules.serial,
      example: 'SN-1815-12',
      output: asStored('serial'),
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
