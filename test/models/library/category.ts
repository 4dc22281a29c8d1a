import { integer, resource, text } from '@jsonapi-person-computer/server/model';

/** The attribute `order` has the name of a reserved SQL word. */
export const category = resource('category', {
  plural: 'categories',
  attributes: {
    code: text(4),
    order: integer(),
  },
  fields: ({ attribute, relationship }) => [attribute('code', 'FIC'), attribute('order', 3), relationship('books')],
});
