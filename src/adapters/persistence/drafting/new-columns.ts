// Splits the difference of a table: changes that need a new column come after the others.
import type { CheckDef, IndexDef, TableDifference } from '@mikro-orm/sql';

/** The difference without renamed and new columns, added indexes, and the checks and foreign keys of new columns. */
export function withoutNewColumns(difference: TableDifference): TableDifference {
  const { fromTable, addedChecks, addedForeignKeys, changedIndexes, removedIndexes } = difference;
  const moved = movedIndexes(difference).map(({ keyName }) => keyName);
  const replaced = fromTable.getIndexes().filter(({ keyName }) => moved.includes(keyName));
  const later = checksOfNewColumns(difference);
  return {
    ...difference,
    addedColumns: {},
    renamedColumns: {},
    addedIndexes: {},
    changedIndexes: only(changedIndexes, ({ keyName }) => !moved.includes(keyName)),
    removedIndexes: { ...removedIndexes, ...Object.fromEntries(replaced.map((index) => [index.keyName, index])) },
    addedChecks: only(addedChecks, (check) => !later.includes(check)),
    addedForeignKeys: only(addedForeignKeys, ({ columnNames }) => !isOfNewColumn(difference, columnNames)),
  };
}

/** The changed indexes that need a new column: they are dropped before it is added, and created again after that. */
export function movedIndexes(difference: TableDifference): readonly IndexDef[] {
  return Object.values(difference.changedIndexes).filter(({ columnNames }) => isOfNewColumn(difference, columnNames));
}

export function checksOfNewColumns(difference: TableDifference): readonly CheckDef[] {
  return Object.values(difference.addedChecks).filter(
    ({ columnName }) => columnName !== undefined && isOfNewColumn(difference, [columnName]),
  );
}

function isOfNewColumn({ addedColumns }: TableDifference, columns: readonly string[]): boolean {
  return columns.some((name) => Object.hasOwn(addedColumns, name));
}

function only<Of>(among: Readonly<Record<string, Of>>, isKept: (each: Of) => boolean): Record<string, Of> {
  return Object.fromEntries(Object.entries(among).filter(([, each]) => isKept(each)));
}
