import type { Entity } from '../../../domain/entity.ts';
import { NoOwnerError, NotFoundError, PersonMismatchError } from '../../../application/errors.ts';
import type { Guard } from '../../../application/writing.ts';
import type { SentChanges } from '../jsonapi/documents/read-resource.ts';
import type { StoredAttributes } from '../jsonapi/resources/resource.ts';

/**
 * Runs a use case with the guard that completes the checks of a document, which need the stored resource.
 * @throws ApiError with what is wrong with the document
 * @throws Error when the use case has not called the guard: what it has changed may be invalid
 */
export async function runChecked<Result>(
  sent: SentChanges,
  run: (guard: Guard<Entity>) => Promise<Result>,
): Promise<Result> {
  const check = { isDone: false };
  try {
    const result = await run((target) => {
      sent.requireValid(attributesOf(target));
      check.isDone = true;
    });
    if (!check.isDone) throw new Error('a use case has changed a resource without calling its guard');
    return result;
  } catch (error) {
    // What is wrong with the document comes first, also where there was nothing to compare it with.
    if (error instanceof NotFoundError || error instanceof NoOwnerError || error instanceof PersonMismatchError)
      sent.requireValid(undefined);
    throw error;
  }
}

/** What an entity has besides numbers: its attributes, among others. */
function attributesOf(entity: Entity): StoredAttributes {
  const members: readonly (readonly [string, unknown])[] = Object.entries(entity);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null || typeof value === 'string' ? [[name, value]] : [])),
  );
}
