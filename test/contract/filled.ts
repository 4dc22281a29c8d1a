// A storage with rows of every type, linked by every relationship, and the records that reads should return.
import type { ResourceRecord } from '#application/model/query';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import type { Entity } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { linkedIn, type Link } from '#domain/relationships';
import { isManyToMany, relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import { addDraft, clear, everyEntity } from './fixtures.ts';
import { exampleOf, manyToManyLinks } from './rows-of-types.ts';

/** The number of rows of each type: more than a page. Every third row has no optional attributes. */
const ROWS = 7;

/** The records of each type, by identifier. */
export type Filled = (type: ResourceType) => readonly ResourceRecord[];

/** Empties the storage and fills it. */
export async function fillEveryType(unitOfWork: UnitOfWork): Promise<Filled> {
  await clear(unitOfWork);
  return storedRecords(unitOfWork, await unitOfWork.write(fill));
}

/**
 * The records of everything stored, with all attributes and linkage.
 * @param manyToMany the many-to-many links
 */
export async function storedRecords(unitOfWork: UnitOfWork, manyToMany: readonly Link[]): Promise<Filled> {
  const stored = await everyEntity(unitOfWork);
  const records = Map.groupBy(
    stored.map((entity) => recordOf(entity, stored, manyToMany)),
    ({ type }) => type,
  );
  return (type) => records.get(type) ?? [];
}

/** The records at the end of a path of relationships. */
export function linkedBy(filled: Filled, path: readonly string[], record: ResourceRecord): readonly ResourceRecord[] {
  const [relationship, ...rest] = path;
  if (relationship === undefined) return [record];
  const ids = record.linkage[relationship] ?? [];
  const linked = filled(relationshipOf(record.type, relationship).to).filter(({ id }) => ids.includes(id));
  return linked.flatMap((each) => linkedBy(filled, rest, each));
}

/**
 * Adds rows and links. If a type has several relationships to another type, they refer to different resources, or to none if they are optional.
 * @returns the many-to-many links
 */
async function fill(transaction: Transaction): Promise<readonly Link[]> {
  const { repositories } = transaction;
  const ids = new Map<ResourceType, readonly string[]>();
  const added = new Map<ResourceType, readonly Entity[]>();
  for (const type of lockOrder) {
    const rows: Entity[] = [];
    for (let index = 0; index < ROWS; index += 1) {
      const targets = relationshipNames(type, 'one').map((name, number) => {
        const possible = ids.get(relationshipOf(type, name).to) ?? [];
        return [name, possible[(index + number) % ROWS] ?? null] as const;
      });
      const { attributes } = exampleOf(type, index);
      const given = Object.entries(attributes).map(([name, value]) => [
        name,
        index % 3 === 2 && schema[type].attributes[name]?.isRequired !== true ? null : value,
      ]);
      const draft = { type, attributes: Object.fromEntries(given), targets: Object.fromEntries(targets) };
      rows.push(await addDraft(transaction, draft));
    }
    added.set(type, rows);
    // No row refers to the last one of each type.
    ids.set(
      type,
      rows.slice(0, -1).map(({ id }) => id),
    );
  }
  for (const type of lockOrder) {
    const rows = added.get(type) ?? [];
    await repositories[type].save(rows.map((row, index) => linkedInCircle(row, index, ids)));
  }
  return linkManyToMany(transaction, ids);
}

/** Sets the targets whose type is the entity's own or added later. Links within a type form a tree whose root refers to itself. */
function linkedInCircle(entity: Entity, index: number, ids: ReadonlyMap<ResourceType, readonly string[]>): Entity {
  const { type } = entity;
  const late = relationshipNames(type, 'one').flatMap((name, number) => {
    const { to, isRequired } = relationshipOf(type, name);
    if (isRequired || lockOrder.indexOf(to) < lockOrder.indexOf(type) || index % 4 === 3) return [];
    return [[name, ids.get(to)?.[Math.floor(index / 2) + number] ?? null] as const];
  });
  return { ...entity, targets: { ...entity.targets, ...Object.fromEntries(late) } };
}

/** Links each resource to at most three others. */
async function linkManyToMany(
  { repositories }: Transaction,
  ids: ReadonlyMap<ResourceType, readonly string[]>,
): Promise<readonly Link[]> {
  const all: Link[] = [];
  for (const { type, relationship, to } of manyToManyLinks) {
    const targets = ids.get(to) ?? [];
    const added = (ids.get(type) ?? []).flatMap((id, index) =>
      Array.from({ length: index % 4 }, (_, step) => targets[(index + step) % ROWS])
        .filter((target) => target !== undefined)
        .map((target) => ({ type, id, relationship, target })),
    );
    await repositories[type].relink(relationship, { added, removed: [] });
    all.push(...added);
  }
  return all;
}

function recordOf(entity: Entity, stored: readonly Entity[], manyToMany: readonly Link[]): ResourceRecord {
  const { type, id, attributes, targets } = entity;
  const idsIn = (name: string): readonly string[] => {
    const declared = relationshipOf(type, name);
    if (isManyToMany(declared)) return linkedIn(manyToMany, entity, name).toSorted(compareIdentifiers);
    const { to, cardinality, inverse } = declared;
    const target = targets[name] ?? null;
    if (cardinality === 'one') return target === null ? [] : [target];
    return stored.filter((other) => other.type === to && other.targets[inverse] === id).map((member) => member.id);
  };
  const linkage = Object.keys(schema[type].relationships).map((name) => [name, idsIn(name)]);
  return { type, id, attributes, linkage: Object.fromEntries(linkage) };
}
