// Gives computers to a person in one statement: locks, checks and changes.
import { Hole, sql, Template } from './sql.ts';

/** Whether the person is there; whether a computer has changed hands meanwhile; the computers that are there, separated by commas. */
export type GiftRow = readonly [ownerExists: 'true' | 'false', hasMoved: 'true' | 'false', existing: string];

const owner = sql`${new Hole('owner')}::bigint`;
/** Behind a question of its own, so that the planner does not count them, and makes one plan for all numbers. */
const named = sql`(select ${new Hole('ids')}::bigint[])`;

/**
 * The statement, whose identifiers must differ. It changes all or nothing: nothing also when a computer has changed hands since it began, so that
 * the person who owns it now is not locked. Persons are locked before computers, each in the order of identifiers; what waits for a lock sees
 * what was final then.
 */
export const GIVE = new Template(
  sql`with owners as materialized (
      select id from person
      where id = any(array(select ${owner} union all select owner_id from computer where id = any(${named}::bigint[])))
      order by person.id for no key update
    ),
    met as materialized (
      select ${owner} is null or coalesce(${owner} = any(array_agg(id)), false) as owner_exists from owners
    ),
    locked as materialized (
      select id, owner_id from computer
      where id = any(${named}::bigint[]) and (select owner_exists is not null from met)
      order by computer.id for update
    ),
    found as materialized (
      select coalesce(array_agg(id), '{}') as ids,
        coalesce(bool_or(owner_id is not null and owner_id not in (select id from owners)), false) as has_moved
      from locked
    ),
    given as (
      update computer set owner_id = ${owner}, version = version + 1
      from locked
      where computer.id = locked.id and locked.owner_id is distinct from ${owner}
        and (select owner_exists from met) and (select cardinality(ids) = cardinality(${named}) and not has_moved from found)
      returning locked.owner_id as former
    ),
    noted as (
      update person set version = version + 1
      where id = any(array(select former from given union all select ${owner} from given))
    )
    select owner_exists::text as owner_exists, has_moved::text as has_moved, array_to_string(ids, ',') as existing from met, found`,
);
