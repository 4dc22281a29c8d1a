// A storage with random rows of every type. A few rows of each type are related to most others, and many values are equal or unset.
import type { ResourceType } from '#domain/schema';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import type { Entity, Targets } from '#domain/entity';
import type { Link } from '#domain/relationships';
import { relationshipNames, relationshipOf, schema, type Attributes } from '#domain/schema';
import type { Random } from '../chaos/random.ts';
import { storedRecords, type Filled } from './filled.ts';
import { addDraft, clear } from './fixtures.ts';
import { exampleOf, manyToManyLinks } from './rows-of-types.ts';
import { isOneToOne, isUnique } from './rules-of-types.ts';

/** The number of rows of each type. */
const ROWS = 24;
/** The number of rows of each type that most others are related to. */
const CROWDED = 4;
/** The number of distinct values of an attribute that is not unique. */
const VALUES = 4;

/** Empties the storage and fills it. */
export async function fillCrowded(unitOfWork: UnitOfWork, random: Random): Promise<Filled> {
  await clear(unitOfWork);
  return storedRecords(unitOfWork, await unitOfWork.write((transaction) => fill(transaction, random)));
}

/** @returns the many-to-many links */
async function fill(transaction: Transaction, random: Random): Promise<readonly Link[]> {
  const { repositories } = transaction;
  const added = new Map<ResourceType, Entity[]>();
  for (const type of lockOrder) {
    const rows: Entity[] = [];
    added.set(type, rows);
    for (let index = 0; index < ROWS; index += 1) {
      const early = relationshipNames(type, 'one').filter((name) => !isLate(type, name));
      const none = relationshipNames(type, 'one').map((name) => [name, null]);
      const targets = { ...Object.fromEntries(none), ...targetsOf(type, early, index, added, random) };
      rows.push(await addDraft(transaction, { type, attributes: attributesOf(type, index, random), targets }));
    }
  }
  for (const type of lockOrder) {
    const late = relationshipNames(type, 'one').filter((name) => isLate(type, name));
    const linked = (added.get(type) ?? []).map((row, index) => ({
      ...row,
      targets: { ...row.targets, ...targetsOf(type, late, index, added, random) },
    }));
    await repositories[type].save(linked);
  }
  return linkManyToMany(transaction, added, random);
}

/** True if the target type is added later, or is the same type. */
function isLate(type: ResourceType, relationship: string): boolean {
  return lockOrder.indexOf(relationshipOf(type, relationship).to) >= lockOrder.indexOf(type);
}

function attributesOf(type: ResourceType, index: number, random: Random): Attributes {
  const values = Object.entries(schema[type].attributes).map(([name, { isRequired }]) => {
    const value = exampleOf(type, isUnique(type, name) ? index : random.below(VALUES)).attributes[name] ?? null;
    return [name, isRequired || random.below(3) > 0 ? value : null];
  });
  return Object.fromEntries(values) as Attributes;
}

function targetsOf(
  type: ResourceType,
  names: readonly string[],
  index: number,
  added: ReadonlyMap<ResourceType, readonly Entity[]>,
  random: Random,
): Targets {
  const targets = names.map((name) => {
    const { to, isRequired } = relationshipOf(type, name);
    const ids = (added.get(to) ?? []).map(({ id }) => id);
    if (isOneToOne(type, name)) return [name, ids[index] ?? null] as const;
    if (!isRequired && random.below(6) === 0) return [name, null] as const;
    return [name, random.pick(random.below(4) === 0 ? ids : ids.slice(0, CROWDED)) ?? null] as const;
  });
  return Object.fromEntries(targets);
}

async function linkManyToMany(
  { repositories }: Transaction,
  entities: ReadonlyMap<ResourceType, readonly Entity[]>,
  random: Random,
): Promise<readonly Link[]> {
  const all: Link[] = [];
  for (const { type, relationship, to } of manyToManyLinks) {
    const ids = (entities.get(to) ?? []).map(({ id }) => id);
    const added = (entities.get(type) ?? []).flatMap(({ id }, index) =>
      random.sample(ids, index < CROWDED ? ROWS : CROWDED).map((target) => ({ type, id, relationship, target })),
    );
    await repositories[type].relink(relationship, { added, removed: [] });
    all.push(...added);
  }
  return all;
}
