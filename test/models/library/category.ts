import { integer, resource, text } from '#domain/resource';

/** The attribute `order` has the name of a reserved SQL word. */
export const category = resource('category', {
  attributes: {
    code: text(4),
    order: integer(),
  },
  relationships: {},
  rules: [],
});
