import type { Entity } from '../../../domain/entity.ts';
import { NoOwnerError, NotFoundError, PersonMismatchError } from '../../../application/errors.ts';
import type { Guard } from '../../../application/writing.ts';
import type { SentChanges } from '../jsonapi/documents/read-resource.ts';
import type { StoredAttributes } from '../jsonapi/resources/resource.ts';

/**
 * Runs a use case with a guard that makes, after the given one, those checks of the document that need the stored resource.
 * @throws ApiError when the document is invalid
 * @throws Error when the use case has not called the guard, so that its change may be invalid
 */
export async function runChecked<Result>(
  sent: SentChanges,
  guard: Guard<Entity>,
  run: (guard: Guard<Entity>) => Promise<Result>,
): Promise<Result> {
  const check = { isDone: false };
  try {
    const result = await run((target) => {
      guard(target);
      sent.requireValid(attributesOf(target));
      check.isDone = true;
    });
    if (!check.isDone) throw new Error('a use case has changed a resource without calling its guard');
    return result;
  } catch (error) {
    // Errors of the document come first, even if there is no resource to compare it with.
    if (error instanceof NotFoundError || error instanceof NoOwnerError || error instanceof PersonMismatchError)
      sent.requireValid(undefined);
    throw error;
  }
}

/** The text properties. That includes the id and `ownerId`, which do no harm: no read-only attribute is rendered from them. */
function attributesOf(entity: Entity): StoredAttributes {
  const members: readonly (readonly [string, unknown])[] = Object.entries(entity);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null || typeof value === 'string' ? [[name, value]] : [])),
  );
}
