import { one, resource, text, unique } from '@jsonapi-person-computer/server/model';

/** Is deleted with its sheet. A reader has at most one mark of each color on a sheet. */
export const mark = resource('mark', {
  attributes: { color: text(9) },
  relationships: {
    sheet: one('sheet', { inverse: 'marks', onDelete: 'cascade' }),
    reader: one('reader', { inverse: 'marks' }),
  },
  rules: [unique('sheet', 'reader', 'color')],
  fields: ({ attribute, relationship }) => [
    attribute('color', 'red'),
    relationship('sheet', 'always'),
    relationship('reader', 'always'),
  ],
});
