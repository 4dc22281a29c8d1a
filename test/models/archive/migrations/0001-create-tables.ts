import { migration } from '@jsonapi-person-computer/server/model';

/**
 * Adds reader, shelf, box, sheet, sheet_mentions, mark. Then run as the owner of the tables:
 *
 *     grant select (id, name, version),
 *       insert (name),
 *       update (name, version),
 *       delete
 *       on reader to jsonapi_service;
 *     grant select (id, code, index_id, version),
 *       insert (code, index_id),
 *       update (code, index_id, version),
 *       delete
 *       on shelf to jsonapi_service;
 *     grant select (id, code, shelf_id, version),
 *       insert (code, shelf_id),
 *       update (code, shelf_id, version),
 *       delete
 *       on box to jsonapi_service;
 *     grant select (id, title, note, status, created_at, changed_at, box_id, reader_id, version),
 *       insert (title, note, status, created_at, changed_at, box_id, reader_id),
 *       update (title, note, status, created_at, changed_at, box_id, reader_id, version),
 *       delete
 *       on sheet to jsonapi_service;
 *     grant select (id, color, sheet_id, reader_id, answers_id, version),
 *       insert (color, sheet_id, reader_id, answers_id),
 *       update (color, sheet_id, reader_id, answers_id, version),
 *       delete
 *       on mark to jsonapi_service;
 *     grant select, insert, delete on sheet_mentions to jsonapi_service;
 *     grant select on reader_count to jsonapi_service;
 *     grant select on shelf_count to jsonapi_service;
 *     grant select on box_count to jsonapi_service;
 *     grant select on sheet_count to jsonapi_service;
 *     grant select on mark_count to jsonapi_service;
 */
export default migration(({ countRows, indexText }) => [
  `create table reader (
    id bigint generated always as identity primary key,
    name varchar(60) not null,
    version bigint not null default 1
  )`,
  'create index reader_name on reader (name collate "C", id)',
  ...indexText('reader', 'name'),
  ...countRows('reader'),
  `create table shelf (
    id bigint generated always as identity primary key,
    code varchar(9) not null,
    index_id bigint,
    version bigint not null default 1
  )`,
  'create index shelf_index_id on shelf (index_id, id)',
  'create index shelf_code on shelf (code collate "C", id)',
  ...indexText('shelf', 'code'),
  ...countRows('shelf'),
  `create table box (
    id bigint generated always as identity primary key,
    code varchar(9) not null,
    shelf_id bigint not null references shelf (id) deferrable initially deferred,
    version bigint not null default 1
  )`,
  'create index box_shelf_id on box (shelf_id, id)',
  'create index box_code on box (code collate "C", id)',
  ...indexText('box', 'code'),
  ...countRows('box'),
  `create table sheet (
    id bigint generated always as identity primary key,
    title varchar(60) not null,
    note varchar(60),
    status text not null default 'draft',
    created_at timestamptz(3) not null default now(),
    changed_at timestamptz(3) not null default now(),
    box_id bigint not null references box (id) deferrable initially deferred,
    reader_id bigint references reader (id),
    version bigint not null default 1
  )`,
  `alter table "sheet" add constraint "sheet_status_check" check ("status" in ('draft', 'published'))`,
  'create index sheet_box_id on sheet (box_id, id)',
  'create index sheet_reader_id on sheet (reader_id, id)',
  'create index sheet_title on sheet (title collate "C", id)',
  ...indexText('sheet', 'title'),
  'create index sheet_note on sheet (note collate "C" desc, id)',
  ...indexText('sheet', 'note'),
  'create index sheet_status on sheet (status collate "C", id)',
  'create index sheet_created_at on sheet (created_at, id)',
  'create index sheet_changed_at on sheet (changed_at, id)',
  ...countRows('sheet'),
  `create table sheet_mentions (
    from_id bigint not null references sheet (id),
    to_id bigint not null references sheet (id),
    primary key (from_id, to_id)
  )`,
  'create index sheet_mentions_to_id on sheet_mentions (to_id, from_id)',
  `create table mark (
    id bigint generated always as identity primary key,
    color varchar(9) not null,
    sheet_id bigint references sheet (id),
    reader_id bigint references reader (id) on delete set null,
    answers_id bigint references mark (id),
    version bigint not null default 1
  )`,
  'create index mark_sheet_id on mark (sheet_id, id)',
  'create index mark_reader_id on mark (reader_id, id)',
  'create index mark_answers_id on mark (answers_id, id)',
  'alter table mark add constraint mark_sheet_reader_color_unique unique (sheet_id, reader_id, color) deferrable initially immediate',
  'create index mark_color on mark (color collate "C", id)',
  ...indexText('mark', 'color'),
  ...countRows('mark'),
  'alter table shelf add constraint shelf_index_id_fkey foreign key (index_id) references sheet (id) deferrable initially deferred',
]);
