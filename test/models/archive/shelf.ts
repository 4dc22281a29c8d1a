import { one, resource, text } from '@jsonapi-person-computer/server/model';

/** A shelf is deleted with the sheet that lists its content. That sheet may lie on it, so shelves, boxes and sheets refer to each other in a circle. */
export const shelf = resource('shelf', {
  plural: 'shelves',
  attributes: { code: text(9) },
  relationships: { index: one('sheet', { inverse: 'indexOf', onDelete: 'cascade' }) },
  fields: ({ attribute, relationship }) => [attribute('code', 'A-1'), relationship('boxes'), relationship('index')],
});
