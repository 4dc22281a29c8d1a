// The rows of a storage, regardless of any policy, with the names that clients use.
import { isDeepStrictEqual } from 'node:util';
import { everything } from '#application/model/filter';
import type { ResourceIdentifier } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Entity } from '#domain/entity';
import { perType, relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { manyToManyLinks } from '../contract/rows-of-types.ts';
import { requiredFirst } from '../support/required-first.ts';
import { inStorage, itemSides, links, nameIn, onTheWire, type End, type Link, type Values } from './ledger-schema.ts';

/** A stored resource. */
export interface Row {
  readonly type: ResourceType;
  readonly id: string;
  /** Null is unset. */
  readonly attributes: Values;
  /** The holders of an item, by relationship, ascending. A to-one relationship has at most one. */
  readonly targets: Targets;
  readonly version: number;
}

export type Targets = Readonly<Record<string, readonly string[]>>;

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
export function itemsOf(state: State, { item, ofItem }: Link, holderId: string): readonly Row[] {
  return rowsOf(state, item).filter(({ targets }) => targets[ofItem]?.includes(holderId));
}

/** The holders of an item. */
export function holdersOf(state: State, { ofItem, holder }: Link, { targets }: Row): readonly Row[] {
  return (targets[ofItem] ?? []).flatMap((id) => rowOf(state, holder, id) ?? []);
}

/** The rows that a relationship of a row leads to. */
export function relatedTo(state: State, { link, isOfItem }: End, row: Row): readonly Row[] {
  return isOfItem ? holdersOf(state, link, row) : itemsOf(state, link, row.id);
}

/**
 * Reads all rows.
 * @throws Error if the two sides of a link disagree
 */
export async function readState({ reader }: Pick<UnitOfWork, 'reader'>): Promise<State> {
  const linkage = new Map<string, Readonly<Record<string, readonly string[]>>>();
  const state = new Map<string, Row>();
  for (const type of resourceTypes) {
    const page = { kind: 'numbered', size: Number.MAX_SAFE_INTEGER, number: 1 } as const;
    const attributes = Object.keys(schema[type].attributes);
    const names = Object.keys(schema[type].relationships);
    const query = { type, filter: everything, sort: [], page, attributes, linkage: names, total: false, version: true };
    for (const record of (await reader.find(query)).records) {
      const { id, version = 0 } = record;
      const shown = Object.entries(record.linkage).map(([name, ids]) => [nameIn(type, name), ids] as const);
      const items = itemSides(type).map((name) => [nameIn(type, name), record.linkage[name] ?? []] as const);
      const row = { type, id, attributes: onTheWire(type, record.attributes), version };
      state.set(nameOf(row), { ...row, targets: Object.fromEntries(items) });
      linkage.set(nameOf(row), Object.fromEntries(shown));
    }
  }
  for (const link of links)
    for (const holder of rowsOf(state, link.holder)) {
      const shown = linkage.get(nameOf(holder))?.[link.ofHolder];
      const held = itemsOf(state, link, holder.id).map(({ id }) => id);
      if (!isDeepStrictEqual(shown, held))
        throw new Error(`${nameOf(holder)} has the ${link.ofHolder} ${String(shown)}, but ${String(held)} name it`);
    }
  return state;
}

/** A row to store. */
export interface PlantedRow {
  readonly type: ResourceType;
  readonly attributes: Values;
  /** The holders of an item, by relationship, as indexes into the planted rows of their type. */
  readonly targets: Readonly<Record<string, number | readonly number[]>>;
}

/** The identifiers of rows by type, in order. */
export type Ids = Readonly<Record<ResourceType, readonly string[]>>;

/** Stores rows in one transaction. */
export function plantRows(unitOfWork: Pick<UnitOfWork, 'write'>, rows: readonly PlantedRow[]): Promise<Ids> {
  return unitOfWork.write(async ({ repositories }) => {
    const ids = perType((): string[] => []);
    const planted: { readonly row: PlantedRow; readonly entity: Entity }[] = [];
    /** The holders that are stored already. */
    const holdersIn = ({ type, targets }: PlantedRow, name: string): readonly string[] => {
      const there = ids[relationshipOf(type, name).to];
      return [targets[nameIn(type, name)] ?? []].flat().flatMap((index) => there[index % there.length] ?? []);
    };
    const targetsOf = (row: PlantedRow): Entity['targets'] =>
      Object.fromEntries(relationshipNames(row.type, 'one').map((name) => [name, holdersIn(row, name)[0] ?? null]));
    for (const type of requiredFirst) {
      const added: string[] = [];
      for (const row of rows.filter((each) => each.type === type)) {
        const draft = { type, attributes: inStorage(type, row.attributes), targets: targetsOf(row) };
        const entity = await repositories[type].add(draft);
        planted.push({ row, entity });
        added.push(entity.id);
      }
      ids[type].push(...added);
    }
    // Holders that were stored after their items exist only now.
    const complete = planted.map(({ row, entity }) => ({ ...entity, targets: targetsOf(row) }));
    for (const type of requiredFirst) await repositories[type].save(complete.filter((each) => each.type === type));
    for (const { type, relationship } of manyToManyLinks) {
      const added = planted
        .filter(({ row }) => row.type === type)
        .flatMap(({ row, entity: { id } }) =>
          [...new Set(holdersIn(row, relationship))].map((target) => ({ type, id, relationship, target })),
        );
      await repositories[type].relink(relationship, { added, removed: [] });
    }
    return ids;
  });
}
