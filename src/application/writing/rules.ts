// Judges a change by the declared rules. A unique value is guarded by an index of the storage, too: of two writes at the same time one collides, and
// finds the value of the other when it is tried again. How many resources lead to a locked one stays as it is counted.
import { NEW, type ChangeSet, type Entities } from '../../domain/relationships.ts';
import type { AtMostRule, UniqueRule } from '../../domain/rules.ts';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '../../domain/schema.ts';
import { RuleBrokenError, type BrokenRule } from '../errors.ts';
import { hasIdentifier, type Filter } from '../model/filter.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';

/**
 * @param locked what the change is about, as it is now
 * @throws RuleBrokenError with every rule that would be broken
 */
export async function requireRules(reader: ResourceReader, locked: Entities, change: ChangeSet): Promise<void> {
  const broken: BrokenRule[] = [];
  for (const type of resourceTypes)
    for (const rule of schema[type].rules) {
      const holds =
        rule.kind === 'unique'
          ? await isUnique(reader, locked, change, { type, rule })
          : await isAtMost(reader, change, { type, rule });
      if (!holds) broken.push({ type, rule });
    }
  if (broken.length > 0) throw new RuleBrokenError(broken);
}

interface Of<Declared> {
  readonly type: ResourceType;
  readonly rule: Declared;
}

async function isUnique(
  reader: ResourceReader,
  locked: Entities,
  { added, revised }: ChangeSet,
  { type, rule: { attribute } }: Of<UniqueRule>,
): Promise<boolean> {
  const before = revised && locked[revised.type].get(revised.id)?.attributes[attribute];
  for (const entity of [added, revised]) {
    const value = entity?.type === type ? (entity.attributes[attribute] ?? null) : null;
    if (value === null || (entity === revised && value === before)) continue;
    const filter: Filter = { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'value', value } };
    if ((await countOf(reader, type, filter)) > 0) return false;
  }
  return true;
}

async function isAtMost(
  reader: ResourceReader,
  { moves = [] }: ChangeSet,
  { type, rule: { relationship, most } }: Of<AtMostRule>,
): Promise<boolean> {
  const { to: item, inverse } = relationshipOf(type, relationship);
  const moving = moves.filter((move) => move.type === item && move.relationship === inverse);
  for (const target of new Set(moving.map(({ to }) => to))) {
    if (target === null) continue;
    const [joining, leaving] = [moving.filter(({ to }) => to === target), moving.filter(({ from }) => from === target)];
    const grows = joining.length - leaving.length;
    const filter: Filter = { kind: 'related', relationship: inverse, filter: hasIdentifier(target) };
    if (grows > 0 && grows + (target === NEW ? 0 : await countOf(reader, item, filter)) > most) return false;
  }
  return true;
}

async function countOf(reader: ResourceReader, type: ResourceType, filter: Filter): Promise<number> {
  const page = { kind: 'numbered', size: 1, number: 1 } as const;
  const { total = 0 } = await reader.find({ type, filter, sort: [], page, attributes: [], linkage: [], total: true });
  return total;
}
