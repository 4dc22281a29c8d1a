import { EmptyRelationshipError, NotFoundError, RelatedMismatchError } from '../../../application/errors.ts';
import type { Guard } from '../../../application/writing/commands.ts';
import type { SentChanges } from '../jsonapi/documents/read-resource.ts';

/**
 * Runs a use case with a guard that makes, after the given one, those checks of the document that need the stored resource.
 * @throws ApiError when the document is invalid
 * @throws Error when the use case has not called the guard, so that its change may be invalid
 */
export async function runChecked<Result>(
  sent: Pick<SentChanges, 'requireValid'>,
  guard: Guard,
  run: (guard: Guard) => Promise<Result>,
): Promise<Result> {
  const check = { isDone: false };
  try {
    const result = await run((target) => {
      guard(target);
      sent.requireValid(target.attributes);
      check.isDone = true;
    });
    if (!check.isDone) throw new Error('a use case has changed a resource without calling its guard');
    return result;
  } catch (error) {
    // Errors of the document come first, even if there is no resource to compare it with.
    const isOfTarget =
      error instanceof NotFoundError ||
      error instanceof EmptyRelationshipError ||
      error instanceof RelatedMismatchError;
    if (isOfTarget) sent.requireValid(undefined);
    throw error;
  }
}
