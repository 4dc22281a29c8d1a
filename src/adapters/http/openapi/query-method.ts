// The method QUERY (RFC 10008), which OpenAPI 3.1 cannot describe: an extension of the GET that returns the same.
import type { OperationObject } from 'openapi3-ts/oas31';
import { MAX_QUERY_BYTES, type BodyLimits } from '../api/limits.ts';
import { FORM_TYPE } from '../api/media-types.ts';
import { methodsOf, type Operation } from '../api/operations.ts';
import { responseRef } from './components.ts';
import { queryIdOf } from './operation-wording.ts';

/**
 * Describes QUERY at a GET that also answers it. The parameters in `query` are sent in the body; all else is as in the description of GET.
 * @param described the operation object of GET
 */
export function queryExtension(
  operation: Operation,
  described: OperationObject,
  { maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>,
): Pick<OperationObject, `x-${string}`> {
  if (!methodsOf(operation).includes('QUERY')) return {};
  return {
    'x-query': {
      operationId: queryIdOf(described.operationId ?? ''),
      mediaType: FORM_TYPE,
      maxBytes: Math.min(MAX_QUERY_BYTES, maxBodyBytes),
      // As text, like those of `mapping`: OpenAPI has no references inside of extensions.
      responses: { 413: responseRef('BodyTooLarge').$ref },
    },
  };
}
