/** Reads the errors of an answer from its body, parsed if it is JSON. */
export function errorsIn(body) {
    const { errors, meta } = objectOf(body);
    const { omitted } = objectOf(meta);
    return {
        errors: Array.isArray(errors) ? errors.filter((error) => isObject(error)) : [],
        omitted: typeof omitted === 'number' ? omitted : 0,
    };
}
function objectOf(value) {
    return isObject(value) ? value : {};
}
function isObject(value) {
    return typeof value === 'object' && value !== null;
}
