import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { isJsonList, isJsonObject, member, type Json } from '../jsonapi/documents/read-json.ts';
import { checkLinkages } from '../jsonapi/documents/read-linkage.ts';
import type { BodyLimits } from '../middleware/read-body.ts';

/** The member with the list of operations; its colon is not escaped in pointers. */
export const OPERATIONS = 'atomic:operations';

/**
 * Checks how much a list of operations asks for, whatever its form.
 * @throws ApiError 413
 */
export function checkSize(document: Json, limits: BodyLimits): void {
  const { maxOperations } = limits;
  const operations = isJsonObject(document) ? member(document, OPERATIONS) : undefined;
  if (!isJsonList(operations)) return;
  if (operations.length > maxOperations) {
    const detail = `The document lists more than ${maxOperations} operations; send them in several requests`;
    const source = { pointer: `/${OPERATIONS}` };
    throw new ApiError([errorObject('body-too-large', detail, source, { limit: maxOperations })]);
  }
  checkLinkages(operations, limits);
}
