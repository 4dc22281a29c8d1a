import { StorageUnavailableError } from '../application/errors.ts';
import type { Positions } from '../application/ports/positions.ts';
import type { Reads, UnitOfWork } from '../application/ports/unit-of-work.ts';

/**
 * Wraps a unit of work to refuse everything while the storage is not ready.
 * @param pendingReason why it is not ready; undefined when it is
 * @throws StorageUnavailableError from each method
 */
export function gatedUnitOfWork(
  unitOfWork: UnitOfWork & Positions,
  pendingReason: () => string | undefined,
): UnitOfWork & Positions {
  const requireOpen = (): void => {
    const reason = pendingReason();
    if (reason !== undefined) throw new StorageUnavailableError(reason);
  };
  return {
    epoch: async () => {
      requireOpen();
      return unitOfWork.epoch();
    },
    ...gatedReads(unitOfWork, requireOpen),
    since: (position) => gatedReads(unitOfWork.since(position), requireOpen),
    timeline: () => unitOfWork.timeline(),
    position: () => unitOfWork.position(),
    write: async (work) => {
      requireOpen();
      return unitOfWork.write(work);
    },
    purgeAnswers: async (limit) => {
      requireOpen();
      return unitOfWork.purgeAnswers(limit);
    },
  };
}

function gatedReads(reads: Reads, requireOpen: () => void): Reads {
  return {
    reader: {
      find: async (query) => {
        requireOpen();
        return reads.reader.find(query);
      },
    },
    read: async (work) => {
      requireOpen();
      return reads.read(work);
    },
    async *stream(work) {
      requireOpen();
      yield* reads.stream(work);
    },
  };
}
