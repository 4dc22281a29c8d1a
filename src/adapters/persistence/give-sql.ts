// Gives computers to a person in one statement: locks, checks and changes.
import { Hole, sql, Template } from './sql.ts';

/** Whether the person is there; whether a computer has changed hands meanwhile; the computers that are there, separated by commas. */
export type GiftRow = readonly [ownerExists: 'true' | 'false', hasMoved: 'true' | 'false', existing: string];

const owner = sql`${new Hole('owner')}::bigint`;
const named = sql`(select ids from named)::bigint[]`;

/**
 * The statement. It changes all or nothing: nothing also when a computer has changed hands since it began, so that the person who owns it now is
 * not locked. Persons are locked before computers, each in the order of identifiers; what waits for a lock sees what was final then.
 */
export const GIVE = new Template(
  sql`with named as materialized (select array(select distinct unnest(${new Hole('ids')}::bigint[])) as ids),
    owners as materialized (
      select id from person
      where id = any(array(select ${owner} union all select owner_id from computer where id = any(${named})))
      order by person.id for no key update
    ),
    locked as materialized (
      select id, owner_id from computer
      where id = any(${named}) and (select count(*) from owners) >= 0
      order by computer.id for update
    ),
    met as materialized (
      select ${owner} is null or exists (select from owners where id = ${owner}) as owner_exists,
        exists (select from locked where owner_id is not null and owner_id not in (select id from owners)) as has_moved,
        (select count(*) from locked) as number
    ),
    given as (
      update computer set owner_id = ${owner}, version = version + 1
      from locked, met, named
      where computer.id = locked.id and locked.owner_id is distinct from ${owner}
        and owner_exists and not has_moved and number = cardinality(ids)
      returning locked.owner_id as former
    ),
    noted as (
      update person set version = version + 1
      where id = any(array(select former from given union all select ${owner} from given))
    )
    select owner_exists::text as owner_exists, has_moved::text as has_moved, array_to_string(array(select id from locked), ',') as existing from met`,
);
