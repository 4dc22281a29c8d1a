// Examines PostgreSQL's plan for a condition. Reads only the catalogue.
import { CompiledQuery, sql } from 'kysely';
import type { Filter } from '#application/model/filter';
import type { ResourceType } from '#domain/schema';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';

/** A table that is read from its beginning to its end. */
export interface WholeTable {
  readonly name: string;
  /** The condition that each row is tested for, as SQL; undefined: none. */
  readonly filter: string | undefined;
}

/**
 * The tables that have no index for finding the matching resources.
 * @throws Error if a table is missing
 */
export async function tablesReadWhole(
  { em, statementCache }: DatabaseConnection & DatabaseSchema,
  type: ResourceType,
  filter: Filter,
): Promise<readonly WholeTable[]> {
  const query = { type, filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
  const { sql: text, parameters } = statementCache.statementFor(query);
  const plan = await em.fork().transactional(async (transaction) => {
    const kysely = transaction.getKysely<unknown>();
    // PostgreSQL would read small tables as a whole, even with an index.
    await sql`set local enable_seqscan = off`.execute(kysely);
    const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
    const { rows } = await kysely.executeQuery<{ readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      explain,
    );
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });
  return plan === undefined ? [] : wholeTablesIn(plan);
}

/** The part of a plan's node that is used here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** @param table the table that the nodes above read */
function wholeTablesIn(node: PlanNode, table?: WholeTable): readonly WholeTable[] {
  const { 'Node Type': type, 'Relation Name': name, 'Index Cond': condition, Plans: plans = [] } = node;
  const read = name === undefined ? table : { name, filter: node['Filter'] };
  // An index that is read without a condition is also read as a whole.
  const isWhole = type === 'Seq Scan' || (INDEX_SCANS.has(type) && condition === undefined);
  return [...(isWhole && read !== undefined ? [read] : []), ...plans.flatMap((each) => wholeTablesIn(each, read))];
}

const INDEX_SCANS: ReadonlySet<string> = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);
