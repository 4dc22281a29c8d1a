/**
 * The statements that restart the changes feed: every position expires, and earlier changes are no longer shown. Run them in one transaction. The
 * first one keeps other transactions from numbering writes. The new beginning has its own place, so that a position there can be verified; no write
 * has its number. `low` starts at 0, because the sequence may come from another server.
 */
export const RESTART_FEED = [
  'select from change_head for update',
  'delete from change_order',
  'delete from change_pending',
  `update change_head set seq = seq + 1, low = 0, restart = replace(gen_random_uuid()::text, '-', '')`,
  `insert into change_order (seq, write, mark)
    select seq, nextval('change_write'), ('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint from change_head`,
] as const;
