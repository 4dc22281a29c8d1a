// A vocabulary of the SQL that the service may send: words of the language and the schema, none of which comes from a client.
import { perType, relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';

const WORDS = new Set(
  [
    'select distinct insert into update set delete from where and or not is null in any exists as on true false values returning',
    'order by asc desc limit offset count left join lateral for no key collate like C',
    'begin commit rollback skip else isolation level repeatable read only committed start transaction',
    'array array_to_string to_char fold_case words_of bigint boolean date timestamptz text numeric at time zone',
    'version',
    'page total number row linked chr coalesce sum with matches materialized inner found union all least greatest',
    'unnest saved strpos epoch value ahead more',
    'array_to_json related case when then end row_number over partition',
    'pg_try_advisory_xact_lock hashtextextended regclass oid locked answer key request status location etag content_type body kept',
    'expires_at now make_interval secs conflict do excluded',
    'date_trunc round extract',
    'declare no scroll cursor for fetch forward close string_agg found ids set_config',
    'related_link linked_link from_id to_id to given',
    'change change_head change_order change_pending write n mark at type resource action state was subject role restart secret is_kept low seq',
    'opened pending nextval integer char jsonb told pg_sequence_last_value newest min max head numbered has_numbered xid xid8',
    'pg_snapshot_xmin pg_current_snapshot pg_current_xact_id head_mark given_mark goes_on number_mark looked wanted matches met_before met_after',
    'last cross jsonb_to_record jsonb_build_object kept_row infinity float8 offset interval waiting oldest',
  ]
    .flatMap((line) => line.split(' '))
    .concat(Object.values(perType(wordsOf)).flat()),
);

/** The names of a type's tables, columns and properties. */
function wordsOf(type: ResourceType): readonly string[] {
  const toOne = relationshipNames(type, 'one');
  const linked = relationshipNames(type, 'many').filter((name) => relationshipOf(type, name).end === 'from');
  const properties = ['id', ...Object.keys(schema[type].attributes), ...toOne];
  const names = [...properties, ...toOne.map((name) => `${name}Id`), ...linked.map((name) => `${type}_${name}`)];
  const inTables = names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return [type, `${type}_count`, ...properties, ...inTables];
}

const NUMBERED = /^(?:attribute|column|foreign|key|joined|related|batch|range|position)\d+$|^related\d+_link$/;
const LITERALS =
  /'(?:milliseconds|1970-01-01 00:00:00\+00|YYYY-MM-DD(?:"T"HH24:MI:SS\.MS"Z")?|UTC|,|idle_in_transaction_session_timeout|kept|answer|change_write|\{\}|10 seconds|[cd]|id|person|computer)'|\btable (?:ahead\b|"range\d")/g;

/** The parts of a statement that are not in the vocabulary, and so must come from a client. */
export function foreignParts(statement: string): readonly string[] {
  const rest = statement.replaceAll(LITERALS, ' ').replaceAll(' - ', ' ').replaceAll(/\$\d+/g, ' ');
  return rest
    .split(/[\s(),.=<>@":[\]+*/]+|\|\||\b\d+\b/)
    .filter((part) => part !== '' && !WORDS.has(part) && !NUMBERED.test(part));
}

/** Normalizes a statement: removes filter conditions, page sizes and parameter numbers. */
export function shapeOf(statement: string): string {
  return statement
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ limit \d+/g, ' limit SIZE')
    .replaceAll(/("linked"\."\w+" = \S+ and) .*? order by/g, '$1 FILTER order by')
    .replace(
      /(count\(\*\) as number from "\w+" as "row") where .*\)(::text as total from| total left join)/,
      '$1 where FILTER)$2',
    )
    .replace(
      /(matches as materialized \(select .*? from "\w+" as "(?:row|related|related_link)".*?) where .*\) select page/,
      '$1 where FILTER) select page',
    )
    .replace(
      /(lateral \(select .*? from "\w+" as "row".*?) where .* and total\.number/,
      '$1 where FILTER and total.number',
    )
    .replace(/(from \(select .*? as "row".*?) where (?!.*total\.number).*\) page/, '$1 where FILTER) page');
}
