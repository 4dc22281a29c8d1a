import { check, createdAt, integer, one, resource, text, updatedAt } from '@jsonapi-person-computer/server/model';

/** A category refers to its parent. The name of the attribute `order` is a reserved word in SQL. */
export const category = resource('category', {
  plural: 'categories',
  attributes: {
    code: text(4),
    order: integer().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  relationships: { parent: one('category', { inverse: 'children' }) },
  rules: [check('code', ({ code }: { readonly code: string }) => code !== 'NONE', 'is reserved')],
  fields: ({ attribute, relationship }) => [
    attribute('code', 'FIC'),
    attribute('order', 3),
    attribute('createdAt'),
    attribute('updatedAt'),
    relationship('books'),
    relationship('parent'),
    relationship('children'),
  ],
});
