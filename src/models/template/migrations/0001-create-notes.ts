import { migration } from '@jsonapi-person-computer/server/model';

/**
 * Adds note. Then run as the owner of the tables:
 *
 *     grant select (id, title, done, remind_at, version),
 *       insert (title, done, remind_at),
 *       update (title, done, remind_at, version),
 *       delete
 *       on note to jsonapi_service;
 *     grant select on note_count to jsonapi_service;
 */
export default migration(({ countRows, indexText }) => [
  `create table note (
    id bigint generated always as identity primary key,
    title varchar(200) not null,
    done boolean,
    remind_at timestamptz(3),
    version bigint not null default 1
  )`,
  'create index note_title on note (title collate "C", id)',
  ...indexText('note', 'title'),
  'create index note_done on note (done desc, id)',
  'create index note_remind_at on note (remind_at desc, id)',
  ...countRows('note'),
]);
