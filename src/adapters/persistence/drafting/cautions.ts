// Warns about statements that can fail on stored rows or lose data.
import type { Column, ForeignKey, TableDifference } from '@mikro-orm/sql';
import { isNumeric, isText } from './table-sql.ts';

const CAUTIONS = [
  [/^alter table .* drop column|^drop table/, 'Loses data.'],
  [/^alter table .* set not null$/, 'Fails if a row has no value in this column.'],
  [
    /^alter table .* add constraint .* references/,
    'Fails, or keeps links to the wrong rows, unless you empty the column first.',
  ],
  [/^alter table .* add constraint .* check/, 'Fails if a row has a value that is not listed.'],
] as const;

/** The caution for a statement that MikroORM wrote. */
export function cautionOf(sql: string, changed: readonly TableDifference[]): string | undefined {
  const converted = changed
    .flatMap(({ name, changedColumns }) => Object.values(changedColumns).map((each) => ({ table: name, ...each })))
    .find(({ table, column }) => sql.startsWith(`alter table "${table}" alter column "${column.name}" type `));
  if (converted !== undefined) return cautionOfConversion(converted.fromColumn, converted.column);
  if (changed.flatMap(keptLinks).some((name) => sql.includes(` add constraint "${name}" `))) return undefined;
  return CAUTIONS.find(([what]) => what.test(sql))?.[1];
}

function cautionOfConversion(from: Column, to: Column): string | undefined {
  if (isText(to) && isText(from))
    return (to.length ?? Infinity) < (from.length ?? Infinity) ? 'Fails if a stored text is longer.' : undefined;
  if (isText(to)) return WRITTEN_ALIKE.includes(from.type.replace(/\(.*/, '')) ? undefined : REWRITTEN;
  if (isNumeric(from) && isNumeric(to))
    return wholeDigits(to) < wholeDigits(from)
      ? 'Fails if a stored number has more digits before the point.'
      : undefined;
  if (from.type.startsWith('timestamp') && to.type === 'date') return 'Loses the time of day.';
  return 'Fails if PostgreSQL cannot convert this type, or a stored value.';
}

/** The types that PostgreSQL and the service write as the same text. */
const WRITTEN_ALIKE = ['int8', 'numeric', 'bool'];
const REWRITTEN = 'Converts stored values to the text that PostgreSQL writes, which can differ from what clients saw.';

function wholeDigits({ precision = 0, scale = 0 }: Column): number {
  return precision - scale;
}

/** The names of the foreign keys that refer to the same table as before. */
function keptLinks({ fromTable, toTable, renamedColumns }: TableDifference): readonly string[] {
  const described = ({ columnNames, referencedTableName }: ForeignKey): string =>
    [...columnNames.map((name) => renamedColumns[name]?.name ?? name), referencedTableName.replace(/^.*\./, '')].join();
  const before = Object.values(fromTable.getForeignKeys()).map(described);
  return Object.values(toTable.getForeignKeys())
    .filter((key) => before.includes(described(key)))
    .map(({ constraintName }) => constraintName);
}
