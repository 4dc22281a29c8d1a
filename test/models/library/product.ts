// The face of the library: a second model, which shows that the engine knows no type.
import type { ExampleRequest } from '#adapters/http/api/api-config';
import { resources } from './wire.ts';

const examples: readonly ExampleRequest[] = [
  { title: 'Create a category', path: '/categories', body: { data: { type: 'category', attributes: { code: 'FIC' } } } },
  { title: 'Find it', path: '/categories?filter[code]=FIC' },
];

export const product = {
  service: {
    name: 'library',
    version: '1.0.0',
    description: 'A library: books, their authors, categories, members, loans and copies',
    license: 'MIT',
  },
  resources,
  examples,
};
