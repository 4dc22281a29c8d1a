import { migration } from './migration-words.ts';

/**
 * The changes of all writes. A write takes its number when it has all its locks, but becomes visible only at its commit, so readers cannot follow
 * these numbers. They number the writes again, in `change_order`, and never put one before a write that has been read.
 */
export default migration(() => [
  'create sequence change_write cache 1',
  `create table change (
    write bigint not null,
    n integer not null,
    mark bigint not null,
    at timestamptz(3) not null,
    type text not null,
    resource bigint not null,
    version bigint not null,
    action "char" not null,
    state jsonb,
    was jsonb,
    subject text,
    role text,
    request text,
    undoes_write bigint,
    undoes_n integer,
    primary key (write, n)
  )`,
  'create index change_resource on change (type, resource, write desc)',
  // Its rows come and go quickly.
  `create table change_pending (write bigint primary key)
    with (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,
  'create table change_order (seq bigint primary key, write bigint not null unique, mark bigint not null)',
  'create table change_head (seq bigint not null, low bigint not null, restart text not null, secret text not null, is_kept boolean not null)',
  `insert into change_head (seq, low, restart, secret, is_kept)
    values (0, 0, replace(gen_random_uuid()::text, '-', ''),
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), true)`,
  // The place before the first write. Its mark must differ only from the marks of other beginnings.
  `insert into change_order (seq, write, mark) values (0, 0, ('x' || translate(left(gen_random_uuid()::text, 18), '-', ''))::bit(64)::bigint)`,
]);
