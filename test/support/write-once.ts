import { allRowsOf } from '#application/access/judge-rows';
import { Permitted } from '#application/access/permitted-changes';
import { noRequest } from '#application/model/origin';
import { everythingAllowed } from '#application/model/permissions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { inOrder } from '#application/writing/order-of-changes';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { TransactionChanges } from '#domain/changes';
import { perType } from '#domain/schema';

/**
 * Runs work in a write transaction, by somebody who may do everything. Unlike a `writeRunner` it does not retry.
 * @example await writeOnce(unitOfWork)((transaction) => deletePerson(transaction, '1'))
 */
export function writeOnce(
  unitOfWork: Pick<UnitOfWork, 'write'>,
): <Result>(work: (transaction: WriteTransaction) => Promise<Result>) => Promise<Result> {
  return (work) =>
    unitOfWork.write(async (transaction) => {
      const changes = new TransactionChanges();
      const result = await work({
        ...transaction,
        changes,
        allRows: allRowsOf(transaction.reader),
        permissions: everythingAllowed,
        maxCascade: Infinity,
      });
      const changed = inOrder(changes.list());
      if (changed.length > 0) await transaction.changes.write(changed, noRequest);
      return result;
    });
}

/** A proof for tests that write past the use cases. */
export const permitted = await Permitted.by(
  {
    permissions: everythingAllowed,
    allRows: allRowsOf({ find: () => Promise.reject(new Error('nothing is judged')) }),
  },
  {},
  { visible: perType(() => new Map()), stored: perType(() => new Map()), links: [], isCut: false },
);
