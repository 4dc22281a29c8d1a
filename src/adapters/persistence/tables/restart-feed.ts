/**
 * The statements that begin the feed of changes anew: every position that was given out expires, and no earlier change is told any more. To be run in one
 * transaction. The first one keeps others from numbering writes. The new beginning has a place of its own, so that a position there can be verified; no
 * write has its number. `low` begins at 0, because the sequence may be that of another server.
 */
export const RESTART_FEED = [
  'select from change_head for update',
  'delete from change_order',
  'delete from change_pending',
  `update change_head set seq = seq + 1, low = 0, restart = replace(gen_random_uuid()::text, '-', '')`,
  `insert into change_order (seq, write, mark)
    select seq, nextval('change_write'), ('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint from change_head`,
] as const;
