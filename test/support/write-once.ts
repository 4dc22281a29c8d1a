import { Permitted } from '#application/access/permitted-changes';
import { everythingAllowed } from '#application/model/permissions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Attempt } from '#application/writing/attempts';
import { perType } from '#domain/schema';

/**
 * Runs work in a write transaction, by somebody who may do everything. Unlike a `writeRunner` it does not retry.
 * @example await writeOnce(unitOfWork)((attempt) => deletePerson(attempt, '1'))
 */
export function writeOnce(
  unitOfWork: Pick<UnitOfWork, 'write'>,
): <Result>(work: (attempt: Attempt) => Promise<Result>) => Promise<Result> {
  return (work) => unitOfWork.write((transaction) => work({ ...transaction, permissions: everythingAllowed }));
}

/** A proof for tests that write past the use cases. */
export const permitted = await Permitted.by(
  { permissions: everythingAllowed, reader: { find: () => Promise.reject(new Error('nothing is judged')) } },
  {},
  { visible: perType(() => new Map()), stored: perType(() => new Map()) },
);
