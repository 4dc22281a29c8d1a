import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/locks';
import { relationshipNames } from '#domain/schema';
import { exampleOf } from '../contract/rows-of-types.ts';

/** Adds two resources of each type, 1 and 2: every to-one relationship of 1 leads to 1, of 2 to 2; by default in memory. */
export async function twoOfEverything(unitOfWork: UnitOfWork = new MemoryUnitOfWork()): Promise<UnitOfWork> {
  await unitOfWork.write(async ({ repositories }) => {
    for (const type of lockOrder)
      for (const index of [1, 2]) {
        const targets = relationshipNames(type, 'one').map((name) => [name, String(index)] as const);
        await repositories[type].add({ ...exampleOf(type, index), targets: Object.fromEntries(targets) });
      }
  });
  return unitOfWork;
}
