import { check, createdAt, integer, resource, text, updatedAt } from '@jsonapi-person-computer/server/model';

/** The attribute `order` has the name of a reserved SQL word. */
export const category = resource('category', {
  plural: 'categories',
  attributes: {
    code: text(4),
    order: integer().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  rules: [check('code', ({ code }: { readonly code: string }) => code !== 'NONE', 'is reserved')],
  fields: ({ attribute, relationship }) => [
    attribute('code', 'FIC'),
    attribute('order', 3),
    attribute('createdAt'),
    attribute('updatedAt'),
    relationship('books'),
  ],
});
