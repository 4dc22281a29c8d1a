import { integer, resource, text } from '#domain/resource';

/** The name of one attribute, `order`, is a reserved word of SQL. */
export const category = resource('category', {
  attributes: {
    code: text(4),
    order: integer(),
  },
  relationships: {},
  rules: [],
});
