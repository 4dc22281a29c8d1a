import type { HeadersObject } from 'openapi3-ts/oas31';
import { headerRef } from './names.ts';

/** Headers of every answer that OpenAPI clients have a use for. */
export const commonHeaders: HeadersObject = {
  'X-Request-Id': headerRef('RequestId'),
  'Cache-Control': headerRef('CacheControl'),
};
