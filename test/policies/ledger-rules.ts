// The ledger's own check of the rules that the model declares.
import { isDeepStrictEqual } from 'node:util';
import { resourceTypes } from '#domain/schema';
import { relatedTo, rowOf, rowsOf, type Row, type State } from './ledger-rows.ts';
import { attributesOf, ends, mostOf, togetherUnique, type End } from './ledger-schema.ts';
import type { Change } from './ledger-changes.ts';
import { TARGET } from './ledger-writes.ts';

/** Where the broken rules are to be pointed at, one pointer for each. */
export function brokenRules(before: State, after: State, change: Change): readonly string[] {
  return [
    ...repeatedValues(before, change),
    ...repeatedTogether(before, after, change),
    ...overfullLinks(before, after, change),
  ];
}

function repeatedValues(before: State, { target, added, attributes }: Change): readonly string[] {
  const row: Row | undefined = added ?? target;
  if (row === undefined) return [];
  return attributesOf(row.type).flatMap(({ name, isUnique }) => {
    const value = attributes[name] ?? null;
    if (!isUnique || value === null || (added === undefined && value === row.attributes[name])) return [];
    const isTaken = rowsOf(before, row.type).some((each) => each.attributes[name] === value);
    return isTaken ? [`/data/attributes/${name}`] : [];
  });
}

/** Points at the first field that the document has, or else at the link that moved the row, or at the path. */
function repeatedTogether(before: State, after: State, { target, added, named, moves }: Change): readonly string[] {
  return resourceTypes.flatMap((type) =>
    togetherUnique(type).flatMap((names) => {
      const valuesOf = (row: Row | undefined): readonly unknown[] =>
        names.map((name) => row?.attributes[name] ?? row?.targets[name]?.[0] ?? null);
      const isRepeated = (row: Row): boolean => {
        const values = valuesOf(row);
        if (values.includes(null) || isDeepStrictEqual(values, valuesOf(rowOf(before, type, row.id)))) return false;
        return rowsOf(after, type).some((other) => other !== row && isDeepStrictEqual(valuesOf(other), values));
      };
      /** Negative if the row is not moved. */
      const placeOf = (row: Row): number =>
        moves.findIndex(({ link, item }) => link.item === type && item === row.id && names.includes(link.ofItem));
      const [row] = rowsOf(after, type)
        .filter(isRepeated)
        .toSorted((one, other) => placeOf(one) - placeOf(other));
      if (row === undefined) return [];
      const moved = moves[placeOf(row)];
      const isOwn = [target, added].some((own) => own?.type === type && own.id === row.id);
      const sent = isOwn ? names.find((name) => named[name] !== undefined) : undefined;
      return [sent === undefined ? (moved?.at ?? TARGET) : (named[sent] ?? TARGET)];
    }),
  );
}

/** A link may stay overfull, but not grow. */
function overfullLinks(before: State, after: State, { moves }: Change): readonly string[] {
  const isOverfull = (end: End, id: string): boolean => {
    const [was, is] = [before, after].map((state) => {
      const row = rowOf(state, end.from, id);
      return row === undefined ? 0 : relatedTo(state, end, row).length;
    });
    return is !== undefined && was !== undefined && is > was && is > mostOf(end.from, end.name);
  };
  const overfull = moves.filter(({ link, item, to }) =>
    ends.some((end) => end.link === link && to !== null && isOverfull(end, end.isOfItem ? item : to)),
  );
  return [...new Set(overfull.map(({ by = '/data' }) => by))];
}
