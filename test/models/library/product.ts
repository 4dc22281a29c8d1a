import { tables } from './tables.ts';
import { resources } from './wire.ts';

/** The face of the library. */
export const product = {
  name: 'library',
  version: '1.0.0',
  description: 'A library: books, their authors, categories, members, loans and copies',
  resources,
  tables,
};
