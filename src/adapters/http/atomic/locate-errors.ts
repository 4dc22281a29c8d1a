// Errors of an operation are those of the single request. Their pointers lead to the operation in its list.
import { answerTo } from '../jsonapi/documents/error-answers.ts';
import { ApiError, type ErrorObject } from '../jsonapi/documents/errors.ts';
import { quote } from '../jsonapi/documents/messages.ts';
import { isJsonObject, member, type Json, type JsonObject } from '../jsonapi/documents/read-json.ts';
import { OPERATIONS } from './check-size.ts';
import type { OperationTarget } from './operation-target.ts';

/** Where an error can be. */
export interface Place {
  readonly index: number;
  /** The operation with its local identifiers. */
  readonly sent: Json;
  /** Undefined as long as it is unknown. */
  readonly namedBy: OperationTarget['namedBy'] | undefined;
}

/** An error object whose pointer starts at an operation, or that has none because it is about the target. */
export function locate(error: ErrorObject, { index, sent, namedBy = 'ref' }: Place): ErrorObject {
  const { source, detail } = error.code === 'id-conflict' ? ofIdentity(error, sent) : error;
  const pointer = source !== undefined && 'pointer' in source ? source.pointer : `/${namedBy}`;
  const prefix = `/${OPERATIONS}/${index}`;
  return {
    ...error,
    // Some details begin with the pointer.
    detail: pointer !== '' && detail.startsWith(`${pointer} `) ? prefix + detail : detail,
    source: { pointer: prefix + pointer },
  };
}

/**
 * An error that an operation threw, as the answer to the list.
 * @param document the operation as a request of its own
 * @returns the same error, if it is not about the operation
 */
export function locateThrown(error: unknown, place: Place, document: JsonObject): unknown {
  const answer = answerTo(error, { parameter: 'id', document });
  if (answer === undefined || answer.status >= 500) return error;
  const located = answer.errors.map((each) => locate(each, place));
  return new ApiError(located, answer.headers, answer.omitted);
}

/** Another identity than that of the target: a local identifier is named as such. */
function ofIdentity({ detail, source }: ErrorObject, operation: Json): Pick<ErrorObject, 'detail' | 'source'> {
  const [sent, expected] = [lidIn(operation, 'data'), lidIn(operation, 'ref')];
  return {
    detail: typeof expected === 'string' ? `The lid of this resource is ${quote(expected)}` : detail,
    ...(sent !== undefined ? { source: { pointer: '/data/lid' } } : source && { source }),
  };
}

function lidIn(operation: Json, name: string): Json | undefined {
  const identifier = isJsonObject(operation) ? member(operation, name) : undefined;
  return isJsonObject(identifier) ? member(identifier, 'lid') : undefined;
}
