// The library as a product. `#product` resolves to this file under the condition `library`.
import type { Examples } from '#adapters/http/api/api-config';
import { tables } from './tables.ts';
import { resources } from './wire.ts';

const examples: Examples = {
  requests: [
    {
      title: 'Create a category',
      path: '/categories',
      body: { data: { type: 'category', attributes: { code: 'FIC' } } },
    },
    { title: 'Find it', path: '/categories?filter[code]=FIC' },
  ],
  unknownPath: '/shelves',
};

export const product = {
  service: {
    name: 'library',
    version: '1.0.0',
    description: 'A library: books, their authors, categories, members, loans and copies',
    license: 'MIT',
  },
  resources,
  tables,
  examples,
};
