// The two storages that are asked the same, and the same rows in both.
import { sql } from 'kysely';
import { MemoryStore } from '../../src/adapters/memory/store.ts';
import { MemoryUnitOfWork } from '../../src/adapters/memory/unit-of-work.ts';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';
import { SqlUnitOfWork } from '../../src/adapters/persistence/unit-of-work.ts';
import type { ResourceReader } from '../../src/application/ports/resource-reader.ts';
import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import type { Entity } from '../../src/domain/entity.ts';
import type { ResourceType } from '../../src/application/model/schema.ts';
import { idsOf, type World } from './world.ts';

export interface FilledStorages {
  readonly memory: ResourceReader;
  readonly database: ResourceReader;
}

/** Fills a database, which it empties, and a new storage in memory with the same rows under the same identifiers, through the ports. */
export async function fillStorages(database: Database, world: World): Promise<FilledStorages> {
  await sql`truncate person, computer restart identity`.execute(database.kysely);
  const store = new LeapingStore(world);
  const memory = new MemoryUnitOfWork(store);
  const unitOfWork = new SqlUnitOfWork(database);
  await fill(memory, world, () => Promise.resolve());
  await fill(unitOfWork, world, async (type, id) => {
    await sql`select setval(pg_get_serial_sequence(${type}, 'id'), ${id}::bigint, false)`.execute(database.kysely);
  });
  return { memory: memory.reader, database: unitOfWork.reader };
}

/** Gives the identifiers of a world, which leap. */
class LeapingStore extends MemoryStore {
  readonly #left: Readonly<Record<ResourceType, string[]>>;

  constructor(world: World) {
    super();
    this.#left = { person: [...idsOf(world, 'person')], computer: [...idsOf(world, 'computer')] };
  }

  override nextId(type: ResourceType): string {
    const id = this.#left[type].shift();
    if (id === undefined) throw new Error(`the world has no more rows of ${type}`);
    return id;
  }
}

type LeapTo = (type: ResourceType, id: string) => Promise<void>;

async function fill(unitOfWork: UnitOfWork, world: World, leapTo: LeapTo): Promise<void> {
  const personIds = idsOf(world, 'person');
  await fillTable(world, 'person', leapTo, (places) =>
    unitOfWork.write(async ({ persons }) => {
      for (const { row, id } of places(world.person, personIds)) requireId(await persons.add(row), id);
    }),
  );
  await fillTable(world, 'computer', leapTo, (places) =>
    unitOfWork.write(async ({ persons, computers }) => {
      await persons.lock(personIds);
      for (const { row, id } of places(world.computer, idsOf(world, 'computer'))) {
        const ownerId = row.owner === null ? null : (personIds[row.owner] ?? null);
        requireId(await computers.add({ serial: row.serial, ownerId }), id);
      }
    }),
  );
}

/** The rows of one transaction and the identifiers that they must get. */
type Places = <Row>(
  rows: readonly Row[],
  ids: readonly string[],
) => readonly { readonly row: Row; readonly id: string }[];

/** One transaction for the rows before the leap and one for those after it. */
async function fillTable(
  { leaps, ...world }: World,
  type: ResourceType,
  leapTo: LeapTo,
  add: (places: Places) => Promise<void>,
): Promise<void> {
  const leap = leaps[type];
  const { length } = world[type];
  const after = Math.min(leap?.after ?? length, length);
  if (after > 0) await add(placesBetween(0, after));
  if (leap === undefined || after === length) return;
  await leapTo(type, leap.to);
  await add(placesBetween(after, length));
}

function placesBetween(start: number, end: number): Places {
  return (rows, ids) => rows.slice(start, end).map((row, index) => ({ row, id: ids[start + index] ?? '' }));
}

function requireId({ id }: Entity, expected: string): void {
  if (id !== expected) throw new Error(`a row got the identifier ${id} instead of ${expected}`);
}
