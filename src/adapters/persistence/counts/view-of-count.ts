/**
 * The statement that creates a count as a view, which counts the rows when it is read.
 * @param schema quoted
 */
export function countByView(schema: string, table: string): string {
  return `create view ${schema}.${table}_count as select count(*) as number from ${schema}.${table}`;
}
