// The rows of a storage, regardless of any policy, with the names that clients use.
import { isDeepStrictEqual } from 'node:util';
import { everything } from '#application/model/filter';
import type { ResourceIdentifier } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/locks';
import { perType, relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { inStorage, links, nameIn, onTheWire, type Link, type Values } from './ledger-schema.ts';

/** A stored resource. */
export interface Row {
  readonly type: ResourceType;
  readonly id: string;
  /** Null is unset. */
  readonly attributes: Values;
  /** By to-one relationship. */
  readonly targets: Readonly<Record<string, string | null>>;
  readonly version: number;
}

/** Rows by `nameOf`. */
export type State = ReadonlyMap<string, Row>;

export function nameOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${id}`;
}

export function rowOf(state: State, type: ResourceType, id: string): Row | undefined {
  return state.get(nameOf({ type, id }));
}

export function rowsOf(state: State, type: ResourceType): readonly Row[] {
  return [...state.values()].filter((row) => row.type === type);
}

/** The items of a holder. */
export function itemsOf(state: State, { item, one }: Link, holderId: string): readonly Row[] {
  return rowsOf(state, item).filter(({ targets }) => targets[one] === holderId);
}

/** The row that a to-one relationship of another leads to. */
export function holderOf(state: State, { one, holder }: Link, { targets }: Row): Row | undefined {
  const id = targets[one] ?? null;
  return id === null ? undefined : rowOf(state, holder, id);
}

/**
 * Reads all rows.
 * @throws Error if the two sides of a link disagree
 */
export async function readState({ reader }: Pick<UnitOfWork, 'reader'>): Promise<State> {
  const members = new Map<string, readonly string[]>();
  const state = new Map<string, Row>();
  for (const type of resourceTypes) {
    const page = { kind: 'numbered', size: Number.MAX_SAFE_INTEGER, number: 1 } as const;
    const attributes = Object.keys(schema[type].attributes);
    const linkage = Object.keys(schema[type].relationships);
    const query = { type, filter: everything, sort: [], page, attributes, linkage, total: false, version: true };
    for (const record of (await reader.find(query)).records) {
      const { id, version = 0 } = record;
      const targets = relationshipNames(type, 'one').map(
        (name) => [nameIn(type, name), record.linkage[name]?.[0] ?? null] as const,
      );
      const row = { type, id, attributes: onTheWire(type, record.attributes), version };
      state.set(nameOf(row), { ...row, targets: Object.fromEntries(targets) });
      for (const name of relationshipNames(type, 'many'))
        members.set(`${nameIn(type, name)} of ${nameOf(row)}`, record.linkage[name] ?? []);
    }
  }
  for (const link of links)
    for (const holder of rowsOf(state, link.holder)) {
      const shown = members.get(`${link.many} of ${nameOf(holder)}`);
      const held = itemsOf(state, link, holder.id).map(({ id }) => id);
      if (!isDeepStrictEqual(shown, held))
        throw new Error(`${nameOf(holder)} has the ${link.many} ${String(shown)}, but ${String(held)} name it`);
    }
  return state;
}

/** A row to store. */
export interface PlantedRow {
  readonly type: ResourceType;
  readonly attributes: Values;
  /** By to-one relationship: the index among the planted rows of its type. */
  readonly targets: Readonly<Record<string, number>>;
}

/** The identifiers of rows by type, in order. */
export type Ids = Readonly<Record<ResourceType, readonly string[]>>;

/** Stores rows in one transaction. */
export function plantRows(unitOfWork: Pick<UnitOfWork, 'write'>, rows: readonly PlantedRow[]): Promise<Ids> {
  return unitOfWork.write(async ({ repositories }) => {
    const ids: Partial<Record<ResourceType, readonly string[]>> = {};
    for (const type of lockOrder) {
      const added: string[] = [];
      for (const { attributes, targets } of rows.filter((row) => row.type === type)) {
        const leading = relationshipNames(type, 'one').map((name) => {
          const [{ to }, index] = [relationshipOf(type, name), targets[nameIn(type, name)]];
          const { [to]: there = [] } = ids;
          return [name, index === undefined ? null : (there[index % there.length] ?? null)] as const;
        });
        const draft = { type, attributes: inStorage(type, attributes), targets: Object.fromEntries(leading) };
        added.push((await repositories[type].add(draft)).id);
      }
      ids[type] = added;
    }
    return perType((type) => ids[type] ?? []);
  });
}

/** Removes all rows. */
export async function removeRows(unitOfWork: Pick<UnitOfWork, 'reader' | 'write'>): Promise<void> {
  const state = await readState(unitOfWork);
  await unitOfWork.write(async ({ repositories }) => {
    const idsOf = (type: ResourceType): readonly string[] => rowsOf(state, type).map(({ id }) => id);
    for (const type of lockOrder) await repositories[type].lock(idsOf(type));
    for (const type of lockOrder.toReversed()) await repositories[type].remove(idsOf(type));
  });
}
