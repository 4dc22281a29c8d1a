// Shorthand to fill and query a storage through its ports, with resources of any type.
import { everything } from '#application/model/filter';
import type { Query, ResourceRecord } from '#application/model/query';
import type { View } from '#application/model/view';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import type { Draft, Entity } from '#domain/entity';
import { perType, relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import { exampleOf, manyToManyLinks, nextIndex } from './rows-of-types.ts';

/** Every attribute and linkage of each resource, with nothing included. */
export const wholeView: View = {
  selections: perType((type) => ({
    attributes: Object.keys(schema[type].attributes),
    linkage: Object.keys(schema[type].relationships),
  })),
  include: undefined,
};

/** A query for all resources of a type, identifiers only; `changes` override it. */
export function queryFor(type: ResourceType, changes: Partial<Query> = {}): Query {
  return {
    type,
    filter: everything,
    sort: [],
    page: undefined,
    attributes: [],
    linkage: [],
    total: false,
    ...changes,
  };
}

export async function findIds(reader: ResourceReader, query: Query): Promise<string[]> {
  return (await reader.find(query)).records.map(({ id }) => id);
}

/** A draft with a new target for each required relationship that has none. */
export async function completed(transaction: Transaction, draft: Draft): Promise<Draft> {
  const targets = { ...draft.targets };
  for (const name of relationshipNames(draft.type, 'one')) {
    const { to, isRequired } = relationshipOf(draft.type, name);
    if (isRequired) targets[name] ??= (await addDraft(transaction, exampleOf(to, nextIndex()))).id;
  }
  return { ...draft, targets };
}

/** Completes a draft and adds it. */
export async function addDraft(transaction: Transaction, draft: Draft): Promise<Entity> {
  return transaction.repositories[draft.type].add(await completed(transaction, draft));
}

/** Adds resources with all attributes and no relationships, except required ones. */
export function addRows(unitOfWork: UnitOfWork, type: ResourceType, count: number): Promise<readonly string[]> {
  return unitOfWork.write(async (transaction) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await addDraft(transaction, exampleOf(type, nextIndex()))).id);
    return ids;
  });
}

/** The identifier of a deleted resource. */
export async function unusedId(unitOfWork: UnitOfWork, type: ResourceType): Promise<string> {
  const [id = ''] = await addRows(unitOfWork, type, 1);
  await unitOfWork.write(async ({ repositories }) => {
    await repositories[type].lock([id]);
    await repositories[type].remove([id]);
  });
  return id;
}

/** Every stored record. */
export function everyRecord(unitOfWork: UnitOfWork): Promise<readonly ResourceRecord[]> {
  return unitOfWork.read(async (reader) => {
    const records: ResourceRecord[] = [];
    for (const type of lockOrder)
      records.push(...(await reader.find(queryFor(type, wholeView.selections[type]))).records);
    return records;
  });
}

/** Every stored entity, including versions. */
export function everyEntity(unitOfWork: UnitOfWork): Promise<readonly Entity[]> {
  return unitOfWork.write(lockEverything);
}

export function clear(unitOfWork: UnitOfWork): Promise<void> {
  return unitOfWork.write(async (transaction) => {
    const { repositories } = transaction;
    const stored = await lockEverything(transaction);
    const idsOf = (type: ResourceType): readonly string[] =>
      stored.filter((entity) => entity.type === type).map(({ id }) => id);
    for (const { type, relationship } of manyToManyLinks) {
      const removed = await repositories[type].linksOf(relationship, idsOf(type));
      await repositories[type].relink(relationship, { added: [], removed });
    }
    for (const type of lockOrder.toReversed()) await repositories[type].remove(idsOf(type));
  });
}

async function lockEverything(transaction: Transaction): Promise<readonly Entity[]> {
  const entities: Entity[] = [];
  for (const type of lockOrder) {
    const ids = await findIds(transaction.reader, queryFor(type));
    entities.push(...(await transaction.repositories[type].lock(ids)));
  }
  return entities;
}
