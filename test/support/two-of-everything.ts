import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import { relationshipNames, relationshipOf } from '#domain/schema';
import { exampleOf, manyToManyLinks } from '../contract/rows-of-types.ts';
import { requiredFirst } from './required-first.ts';

const IDS = ['1', '2'];

/** Adds two resources of each type, 1 and 2, by default in memory. Every relationship links 1 to 1, and 2 to 2. */
export async function twoOfEverything(unitOfWork: UnitOfWork = new MemoryUnitOfWork()): Promise<UnitOfWork> {
  await unitOfWork.write(async ({ repositories }) => {
    for (const type of requiredFirst) {
      const required = relationshipNames(type, 'one').filter((name) => relationshipOf(type, name).isRequired);
      for (const [index, id] of IDS.entries()) {
        const { targets, ...draft } = exampleOf(type, index + 1);
        await repositories[type].add({ ...draft, targets: { ...targets, ...targetsAt(required, id) } });
      }
    }
    for (const type of lockOrder) {
      const added = await repositories[type].lock(IDS);
      await repositories[type].save(
        added.map((entity) => ({ ...entity, targets: targetsAt(relationshipNames(type, 'one'), entity.id) })),
      );
    }
    for (const { type, relationship } of manyToManyLinks)
      await repositories[type].relink(relationship, {
        added: IDS.map((id) => ({ type, id, relationship, target: id })),
        removed: [],
      });
  });
  return unitOfWork;
}

function targetsAt(relationships: readonly string[], id: string): Readonly<Record<string, string>> {
  return Object.fromEntries(relationships.map((name) => [name, id]));
}
