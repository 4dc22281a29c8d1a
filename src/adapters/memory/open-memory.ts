import type { UnitOfWork } from '../../application/ports/unit-of-work.ts';
import { MemoryStore } from './store.ts';
import { MemoryUnitOfWork } from './unit-of-work.ts';

export interface MemoryStorage {
  readonly unitOfWork: UnitOfWork;
}

/** A new, empty storage in memory, which is gone with the last reference to it. */
export function openMemory(): MemoryStorage {
  return { unitOfWork: new MemoryUnitOfWork(new MemoryStore()) };
}
