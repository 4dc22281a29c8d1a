import { resource, text } from '@jsonapi-person-computer/server/model';

export const reader = resource('reader', {
  attributes: { name: text(60) },
  fields: ({ attribute, relationship }) => [attribute('name', 'Ada'), relationship('sheets'), relationship('marks')],
});
