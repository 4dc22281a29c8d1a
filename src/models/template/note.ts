import { boolean, optional, resource, text, timestamp } from '@jsonapi-person-computer/server/model';

export const note = resource('note', {
  attributes: {
    title: text(200),
    done: optional(boolean()),
    remindAt: optional(timestamp()),
  },
  fields: ({ attribute }) => [
    attribute('title', 'Buy a notebook'),
    attribute('done', false),
    attribute('remindAt', '2030-01-31T09:00:00.000Z'),
  ],
});
