import { isObject, memberOf } from './json.js';
/** Reads the errors in a response body, which is parsed if it is JSON. */
export function errorsIn(body) {
    const errors = memberOf(body, 'errors');
    const omitted = memberOf(memberOf(body, 'meta'), 'omitted');
    return {
        errors: Array.isArray(errors) ? errors.filter((error) => isObject(error)) : [],
        omitted: typeof omitted === 'number' ? omitted : 0,
    };
}
