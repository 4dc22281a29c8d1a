import { one, resource, text, unique } from '@jsonapi-person-computer/server/model';

/** A mark is deleted with its sheet, and with the mark that it answers. A reader has at most one mark of each color on a sheet. */
export const mark = resource('mark', {
  attributes: { color: text(9) },
  relationships: {
    sheet: one('sheet', { inverse: 'marks', onDelete: 'cascade' }),
    reader: one('reader', { inverse: 'marks' }),
    answers: one('mark', { inverse: 'replies', onDelete: 'cascade' }),
  },
  rules: [unique('sheet', 'reader', 'color')],
  fields: ({ attribute, relationship }) => [
    attribute('color', 'red'),
    relationship('sheet', 'always'),
    relationship('reader', 'always'),
    relationship('answers'),
    relationship('replies'),
  ],
});
