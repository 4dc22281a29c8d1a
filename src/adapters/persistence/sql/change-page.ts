// The statement that looks at a part of the feed, and the reading of its rows.
import { sql, type Kysely } from 'kysely';
import type { FeedPlace } from '#application/model/feed-place';
import type { ChangeQuery, KeptChange } from '#application/ports/change-feed';
import type { ChangeAction, ChangedLinks } from '#domain/changes';
import type { Entity } from '#domain/entity';
import { resourceTypes, type Attributes } from '#domain/schema';
import type { Rows } from '../connection/driver/send-statement.ts';
import { asRead, fill, placeholder, type Statement } from '../tables/sql-fragment.ts';
import type { Table, Tables } from '../tables/tables.ts';
import { actionLetters } from './change-rows.ts';
import { millisOf } from './table-statements.ts';

/**
 * Compiles the statement, which takes the values of `pageValues`. There is one row for each change, or one without a change; each repeats the state of
 * the feed, so that both are of one snapshot.
 */
export function compilePage(kysely: Kysely<unknown>): Statement {
  const [seq, told, start, startN, most, type, id] = Array.from({ length: 7 }, (_, slot) => placeholder(slot));
  // The oldest number is that of the last write before those that are kept.
  const from = sql`coalesce(${start}::bigint, (select min(seq) + 1 from change_order))`;
  const columns = sql`write, n, mark, at, type, resource, version, action, state, was`;
  const matches = sql`(${type}::text is null or (looked.type = ${type} and looked.resource = coalesce(${id}::bigint, looked.resource)))`;
  return asRead(
    sql`select head.seq::text as head, head.restart, head.is_kept::text as is_kept, last.mark::text as head_mark,
      given.mark::text as given_mark, exists (select from change where write = given.write and n = ${told}::integer)::text as goes_on,
      looked.seq::text as seq, looked.number_mark::text as number_mark, looked.write::text as write, looked.n::text as n,
      looked.mark::text as mark, ${millisOf(sql`looked.at`)} as at, looked.type, looked.resource::text as resource,
      looked.version::text as version, looked.action::text as action, (${matches})::text as matches,
      case when ${matches} then looked.state::text end as state, case when ${matches} then looked.was::text end as was
    from change_head head
      left join change_order last on last.seq = head.seq
      left join change_order given on given.seq = ${seq}::bigint
      left join lateral (
        select * from (
          select numbered.seq, numbered.mark as number_mark, kept.* from change_order numbered cross join lateral (
            select ${columns} from change where change.write = numbered.write and n >= ${startN}::integer
            order by n limit ${most}::bigint
          ) kept where numbered.seq = ${from}
          union all (
            select numbered.seq, numbered.mark, kept.* from change_order numbered cross join lateral (
              select ${columns} from change where change.write = numbered.write order by n limit ${most}::bigint
            ) kept where numbered.seq > ${from} order by numbered.seq, kept.n limit ${most}::bigint
          )
        ) page order by page.seq, page.n limit ${most}::bigint
      ) looked on true`.compile(kysely),
  );
}

/** Reads one change more than it looks at, to know if it is the last of its write, and of all. */
export function fillPage(page: Statement, { after, most, of }: ChangeQuery): Statement {
  const told = after?.told === 'all' ? null : (after?.told ?? null);
  const start = after && (after.told === 'all' ? after.seq + 1 : after.seq);
  return fill(page, [after?.seq ?? null, told, start ?? null, told ?? 0, most + 1, of?.type ?? null, of?.id ?? null]);
}

export interface FeedState extends Pick<FeedPlace, 'restart'> {
  readonly isKept: boolean;
  /** The last number, and its mark. */
  readonly seq: number;
  readonly mark: string;
  /** The mark of the number of the given place; undefined if this number is no longer kept. */
  readonly givenMark: string | undefined;
  /** True if the next change of the same write is kept. */
  readonly goesOn: boolean;
}

export const STATE_LOST = 'the state of the feed of changes is lost: run cli changes restart';

/** @throws Error if the feed has no state */
export function readState([row]: Rows): FeedState {
  const [seq, restart, isKept, mark, givenMark, goesOn] = row ?? [];
  if (typeof restart !== 'string' || typeof mark !== 'string') throw new Error(STATE_LOST);
  return {
    seq: Number(seq),
    restart,
    isKept: isKept === 'true',
    mark,
    givenMark: givenMark ?? undefined,
    goesOn: goesOn === 'true',
  };
}

/** A change that was looked at; without content if it does not match. */
export interface LookedRow {
  readonly place: FeedPlace;
  readonly change: KeptChange | undefined;
}

/** @param most the number to return: one less than were read */
export function readLooked(rows: Rows, { restart }: FeedState, most: number, tables: Tables): readonly LookedRow[] {
  const texts = rows.map((row) => row.slice(STATE_COLUMNS)).filter(([seq]) => seq !== null);
  return texts.slice(0, most).map((row, index) => {
    const [seq, mark, , n] = row;
    const isLast = texts[index + 1]?.[0] !== seq;
    const place = { restart, seq: Number(seq), told: isLast ? ('all' as const) : Number(n) + 1, mark: mark ?? '' };
    return { place, change: readChange(row, place, tables) };
  });
}

const STATE_COLUMNS = 6;

const actions = new Map(Object.entries(actionLetters).map(([action, letter]) => [letter, action as ChangeAction]));

/** Undefined if it does not match, or if the model no longer has its type. */
function readChange(row: Rows[number], place: FeedPlace, tables: Tables): KeptChange | undefined {
  const [, , write, n, mark, at, typeName, resource, version, letter, matches, state, was] = row.map(
    (text) => text ?? '',
  );
  const type = resourceTypes.find((each) => each === typeName);
  if (matches !== 'true' || type === undefined) return undefined;
  const action = actions.get(letter ?? '');
  if (action === undefined) throw new Error(`a change of the unknown kind ${letter}`);
  const identity = { type, id: resource ?? '', version: Number(version) };
  const stored = contentOf(state);
  const { values, links } = splitDifference(contentOf(was) ?? {}, tables[type]);
  const last = stored && { ...identity, ...membersOf(stored, tables[type]) };
  const before = stored && {
    ...identity,
    version: identity.version - 1,
    ...membersOf({ ...stored, ...values }, tables[type]),
  };
  return {
    ...identity,
    action,
    before: action === 'created' ? undefined : action === 'deleted' ? last : before,
    after: action === 'deleted' ? undefined : last,
    links,
    name: { write: write ?? '', n: Number(n), mark: mark ?? '' },
    at: new Date(Number(at)).toISOString(),
    place,
  };
}

type Content = Readonly<Record<string, unknown>>;

function contentOf(json: string | undefined): Content | undefined {
  return json === '' || json === undefined ? undefined : (JSON.parse(json) as Content);
}

/** Splits what was different before into values by column and links by relationship. */
function splitDifference(
  was: Content,
  { links }: Table,
): { readonly values: Content; readonly links: KeptChange['links'] } {
  const isLinks = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(links, name);
  const entries = Object.entries(was);
  return {
    values: Object.fromEntries(entries.filter((entry) => !isLinks(entry))),
    links: Object.fromEntries(entries.filter(isLinks)) as Record<string, ChangedLinks>,
  };
}

/** Members for which there is no column are left out: they were not there yet. */
function membersOf(content: Content, { properties }: Table): Pick<Entity, 'attributes' | 'targets'> {
  const members = {
    attributes: {} as Record<string, Attributes[string]>,
    targets: {} as Record<string, string | null>,
  };
  for (const { member, name, column } of properties)
    if (Object.hasOwn(content, column)) Object.assign(members[member], { [name]: content[column] });
  return members;
}
