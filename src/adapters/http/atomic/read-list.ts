// The form of a list of operations: what must be so before any operation can be looked at.
import { ApiError, throwIfAny } from '../jsonapi/documents/errors.ts';
import {
  invalidDocument,
  isJsonList,
  isJsonObject,
  member,
  wrongForm,
  type Json,
} from '../jsonapi/documents/read-json.ts';
import { OPERATIONS } from './check-size.ts';

/** What the extension does not allow beside a list of operations. */
const EXCLUDED = ['data', 'included', 'errors', 'atomic:results'];

/**
 * The operations of a document, at least one, each unchecked.
 * @throws ApiError 400
 */
export function readList(document: Json): readonly Json[] {
  if (!isJsonObject(document)) throw new ApiError([invalidDocument('', 'The document must be an object')]);
  const operations = member(document, OPERATIONS);
  const problems = EXCLUDED.filter((name) => member(document, name) !== undefined).map((name) =>
    invalidDocument(`/${name}`, `"${name}" must not be beside "${OPERATIONS}"`),
  );
  if (isJsonList(operations) && operations.length > 0) {
    throwIfAny(problems);
    return operations;
  }
  throw new ApiError([...problems, wrongForm(`/${OPERATIONS}`, operations, 'an array of at least one operation')]);
}
