// The two storages to compare, filled with the same rows.
import { sql } from 'kysely';
import { MemoryStore } from '#adapters/memory/store';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import type { Entity } from '#domain/entity';
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import { manyToManyLinks } from '../contract/rows-of-types.ts';
import { requiredFirst } from '../support/required-first.ts';
import { idsOf, linksOf, targetsOf, type RowOfWorld, type World } from './world.ts';

export interface FilledStorages {
  readonly memory: ResourceReader;
  readonly database: ResourceReader;
}

/** Empties the database, then fills it and a new memory storage, through the ports, with the same rows and identifiers. */
export async function fillStorages(database: Database, world: World): Promise<FilledStorages> {
  const memory = await fillMemory(world);
  const unitOfWork = await fillDatabase(database, world);
  return { memory: memory.reader, database: unitOfWork.reader };
}

/** Fills a memory storage, by default a new one. */
export async function fillMemory(
  world: World,
  store: MemoryStore = new LeapingStore(world),
): Promise<MemoryUnitOfWork> {
  const memory = new MemoryUnitOfWork(store);
  await fill(memory, world, () => Promise.resolve());
  return memory;
}

/** Empties the database, then fills it. */
export async function fillDatabase(database: Database, world: World): Promise<SqlUnitOfWork> {
  const tables = Object.values(database.tables).map(({ name }) => sql.table(name));
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(database.kysely);
  const unitOfWork = new SqlUnitOfWork(database);
  await fill(unitOfWork, world, async (type, id) => {
    const { name } = database.tables[type];
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${id}::bigint, false)`.execute(database.kysely);
  });
  return unitOfWork;
}

/** Assigns the identifiers of a world, leaps included. */
export class LeapingStore extends MemoryStore {
  readonly #left: Readonly<Record<ResourceType, string[]>>;

  constructor(world: World) {
    super();
    this.#left = perType((type) => [...idsOf(world, type)]);
  }

  override nextId(type: ResourceType): string {
    const id = this.#left[type].shift();
    if (id === undefined) throw new Error(`the world has no more rows of ${type}`);
    return id;
  }
}

type LeapTo = (type: ResourceType, id: string) => Promise<void>;

/** Adds each resource after those that it requires, with its links to existing resources. Then adds the other links. */
async function fill(unitOfWork: UnitOfWork, world: World, leapTo: LeapTo): Promise<void> {
  for (const type of requiredFirst) {
    const early = relationshipNames(type, 'one').filter((name) => !isLate(type, name));
    const targetTypes = early.map((name) => relationshipOf(type, name).to);
    await fillTable(world, type, leapTo, (places) =>
      unitOfWork.write(async ({ repositories }) => {
        for (const target of lockOrder.filter((each) => targetTypes.includes(each)))
          await repositories[target].lock(idsOf(world, target));
        for (const { row, id } of places) {
          const targets = Object.entries(targetsOf(world, type, row)).map(
            ([name, target]) => [name, early.includes(name) ? target : null] as const,
          );
          const draft = { type, attributes: row.attributes, targets: Object.fromEntries(targets) };
          requireId(await repositories[type].add(draft), id);
        }
      }),
    );
  }
  await unitOfWork.write((transaction) => linkLate(transaction, world));
}

/** True if a to-one relationship refers to its own type, or to one that is added later. */
function isLate(type: ResourceType, relationship: string): boolean {
  return requiredFirst.indexOf(relationshipOf(type, relationship).to) >= requiredFirst.indexOf(type);
}

async function linkLate({ repositories }: Transaction, world: World): Promise<void> {
  const holding = lockOrder.filter((type) => relationshipNames(type, 'one').some((name) => isLate(type, name)));
  if (holding.length + manyToManyLinks.length === 0) return;
  const added = new Map<ResourceType, readonly Entity[]>();
  for (const type of lockOrder) added.set(type, await repositories[type].lock(idsOf(world, type)));
  for (const type of holding) {
    const targets = world.rows[type].map((row) => targetsOf(world, type, row));
    await repositories[type].save(
      (added.get(type) ?? []).map((entity, index) => ({ ...entity, targets: targets[index] ?? entity.targets })),
    );
  }
  for (const { type, relationship } of manyToManyLinks)
    await repositories[type].relink(relationship, { added: linksOf(world, type, relationship), removed: [] });
}

/** A row and its expected identifier. */
interface Place {
  readonly row: RowOfWorld;
  readonly id: string;
}

/** Adds the rows before and after the leap, each in one transaction. */
async function fillTable(
  world: World,
  type: ResourceType,
  leapTo: LeapTo,
  add: (places: readonly Place[]) => Promise<void>,
): Promise<void> {
  const leap = world.leaps[type];
  const ids = idsOf(world, type);
  const places = world.rows[type].map((row, index) => ({ row, id: ids[index] ?? '' }));
  const after = leap?.after ?? places.length;
  if (after > 0) await add(places.slice(0, after));
  if (leap === undefined || after >= places.length) return;
  await leapTo(type, leap.to);
  await add(places.slice(after));
}

function requireId({ id }: Entity, expected: string): void {
  if (id !== expected) throw new Error(`a row got the identifier ${id} instead of ${expected}`);
}
