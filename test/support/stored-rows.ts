// The rows of a storage, regardless of any policy, with the names that clients use.
import { isDeepStrictEqual } from 'node:util';
import { everything } from '#application/model/filter';
import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { createComputer, createPerson, deleteComputer, deletePerson } from '#product/use-cases';
import { lockAll } from '#application/writing/lock-all';
import { writeOnce } from './write-once.ts';

/** The types that rules on rows are tested with. */
export type RowType = 'person' | 'computer';

/** @throws Error for any other type */
function rowTypeOf(type: string): RowType {
  if (type === 'person' || type === 'computer') return type;
  throw new Error(`rules on rows are not tested with ${type}`);
}

/** A stored resource. Persons have no owner. */
export interface Row {
  readonly type: RowType;
  readonly id: string;
  /** By wire name; null is unset. */
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly owner: string | null;
  readonly version: number;
}

/** Rows by `nameOf`. */
export type State = ReadonlyMap<string, Row>;

export function nameOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${id}`;
}

/** The computers of a person. */
function computersOf(state: State, id: string): readonly Row[] {
  return [...state.values()].filter(({ owner }) => owner === id);
}

/**
 * Reads all rows.
 * @throws Error if a person and a computer disagree about their link
 */
export async function readState({ reader }: Pick<UnitOfWork, 'reader'>): Promise<State> {
  const find = async (type: RowType, attributes: readonly string[], link: string) => {
    const page = { kind: 'numbered', size: Number.MAX_SAFE_INTEGER, number: 1 } as const;
    const query = { type, filter: everything, sort: [], page, attributes, linkage: [link], total: false };
    return (await reader.find({ ...query, version: true })).records;
  };
  const persons = await find('person', ['name', 'email', 'birthDate'], 'computers');
  const computers = await find('computer', ['serial'], 'owner');
  const rows = [
    ...persons.map((record) => {
      const { name, email, birthDate } = record.attributes;
      return rowFrom(record, { name, email, birth_date: birthDate }, null);
    }),
    ...computers.map((record) => rowFrom(record, record.attributes, record.linkage['owner']?.[0] ?? null)),
  ];
  const state: State = new Map(rows.map((row) => [nameOf(row), row]));
  for (const { id, linkage } of persons) {
    const held = computersOf(state, id).map((each) => each.id);
    if (!isDeepStrictEqual(linkage['computers'], held))
      throw new Error(`person ${id} has the computers ${String(linkage['computers'])}, but ${String(held)} name them`);
  }
  return state;
}

function rowFrom(
  { type, id, version = 0 }: ResourceRecord,
  values: Readonly<Record<string, unknown>>,
  owner: string | null,
): Row {
  const attributes = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : null]),
  );
  return { type: rowTypeOf(type), id, attributes, owner, version };
}

/** A row to store, under a name of the test's own. */
export type PlantedRow =
  | {
      readonly person: string;
      readonly name?: string;
      readonly email?: string | null;
      readonly birthDate?: string | null;
    }
  | { readonly computer: string; readonly serial?: string; readonly owner?: string };

/**
 * Stores rows, persons first, in one transaction.
 * @param rows the name of a row is by default the person's `name` or the computer's `serial`
 * @returns what is stored, by the names of rows
 */
export function plantRows(
  unitOfWork: Pick<UnitOfWork, 'write'>,
  rows: readonly PlantedRow[],
): Promise<ReadonlyMap<string, Pick<Row, 'type' | 'id'>>> {
  return writeOnce(unitOfWork)(async (transaction) => {
    const planted = new Map<string, Pick<Row, 'type' | 'id'>>();
    for (const row of rows) {
      if (!('person' in row)) continue;
      const { person, name = person, email = null, birthDate = null } = row;
      const { id } = await createPerson(transaction, { attributes: { name, email, birthDate }, linkage: {} });
      planted.set(person, { type: 'person', id });
    }
    for (const row of rows) {
      if (!('computer' in row)) continue;
      const { computer: name, serial = name, owner } = row;
      const linkage = owner === undefined ? {} : { owner: planted.get(owner)?.id ?? owner };
      const { id } = await createComputer(transaction, { attributes: { serial }, linkage });
      planted.set(name, { type: 'computer', id });
    }
    return planted;
  });
}

/** Removes all rows. */
export async function removeRows(unitOfWork: Pick<UnitOfWork, 'reader' | 'write'>): Promise<void> {
  const named = [...(await readState(unitOfWork)).values()];
  await writeOnce(unitOfWork)(async (transaction) => {
    const locked = await lockAll(transaction, {
      named,
      linked: [],
      relinked: [],
      removed: named,
      removesAdded: false,
      removedTargets: [],
      added: [],
    });
    for (const { type, id } of named) await (type === 'person' ? deletePerson : deleteComputer)(locked, id);
  });
}
