// The ledger's own check of the rules that the model declares.
import { itemsOf, rowOf, rowsOf, type Row, type State } from './ledger-rows.ts';
import { attributesOf, mostOf } from './ledger-schema.ts';
import type { Change } from './ledger-changes.ts';

/** Where the broken rules are to be pointed at, one pointer for each. */
export function brokenRules(before: State, after: State, change: Change): readonly string[] {
  return [...repeatedValues(before, change), ...overfullLinks(before, after, change)];
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

/** A link may stay overfull, but not grow. */
function overfullLinks(before: State, after: State, { moves }: Change): readonly string[] {
  const overfull = moves.filter(({ link, to }) => {
    if (to === null || rowOf(after, link.holder, to) === undefined) return false;
    const [was, is] = [before, after].map((state) => itemsOf(state, link, to).length);
    return is !== undefined && was !== undefined && is > was && is > mostOf(link);
  });
  return [...new Set(overfull.map(({ by = '/data' }) => by))];
}
