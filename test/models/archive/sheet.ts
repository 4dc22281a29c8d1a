import {
  createdAt,
  manyToMany,
  one,
  oneOf,
  optional,
  resource,
  text,
  updatedAt,
} from '@jsonapi-person-computer/server/model';

/** A sheet lies in a box, and is deleted with it. A reader who has borrowed it cannot be deleted. It may mention other sheets. */
export const sheet = resource('sheet', {
  attributes: {
    title: text(60),
    note: optional(text(60)),
    status: oneOf('draft', 'published').default('draft'),
    createdAt: createdAt(),
    changedAt: updatedAt(),
  },
  relationships: {
    mentions: manyToMany('sheet', { inverse: 'mentionedIn' }),
    box: one('box', { inverse: 'sheets', required: true, onDelete: 'cascade' }),
    reader: one('reader', { inverse: 'sheets', onDelete: 'refuse' }),
  },
  fields: ({ attribute, relationship }) => [
    attribute('title', 'A letter'),
    attribute('note'),
    attribute('status'),
    attribute('createdAt'),
    attribute('changedAt'),
    relationship('box', 'always'),
    relationship('reader', 'always'),
    relationship('marks'),
    relationship('mentions'),
    relationship('mentionedIn'),
    relationship('indexOf'),
  ],
});
