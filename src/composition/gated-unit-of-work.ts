import { StorageUnavailableError } from '../application/errors.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';

/**
 * A unit of work that refuses while the storage is not ready for any.
 * @param closedBecause the reason; undefined when it is ready
 */
export function gated(unitOfWork: UnitOfWork, closedBecause: () => string | undefined): UnitOfWork {
  const requireOpen = (): void => {
    const reason = closedBecause();
    if (reason !== undefined) throw new StorageUnavailableError(reason);
  };
  return {
    reader: {
      find: async (query) => {
        requireOpen();
        return unitOfWork.reader.find(query);
      },
    },
    read: async (work) => {
      requireOpen();
      return unitOfWork.read(work);
    },
    async *stream(work) {
      requireOpen();
      yield* unitOfWork.stream(work);
    },
    write: async (work) => {
      requireOpen();
      return unitOfWork.write(work);
    },
  };
}
