import { keyHeader } from './keys.js';
import { MEDIA_TYPE } from './operations.js';
import { newKeyHeader } from './retrying.js';
import { matching } from './tags.js';
/** @param ofAll the headers that the client sends with every request */
export function headersOf(method, { body, ifMatch, idempotencyKey: key, headers = {} }, ofAll) {
    const given = {
        ...(ifMatch !== undefined && { 'If-Match': matching(ifMatch) }),
        ...(body !== undefined && { 'Content-Type': MEDIA_TYPE }),
        ...(key !== undefined && { 'Idempotency-Key': keyHeader(key) }),
        ...headers,
    };
    return key === undefined ? { ...given, ...newKeyHeader(method, new Headers({ ...ofAll, ...given })) } : given;
}
