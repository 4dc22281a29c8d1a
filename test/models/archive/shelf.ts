import { resource, text } from '@jsonapi-person-computer/server/model';

export const shelf = resource('shelf', {
  plural: 'shelves',
  attributes: { code: text(9) },
  fields: ({ attribute, relationship }) => [attribute('code', 'A-1'), relationship('boxes')],
});
