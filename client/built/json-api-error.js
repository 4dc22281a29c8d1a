import { MEDIA_TYPE } from './operations.js';
/** A request that was answered with an error. */
export class JsonApiError extends Error {
    name = 'JsonApiError';
    status;
    /** The service's error objects; none if something before it answered, such as a proxy. */
    errors;
    /** How many errors there are besides, which the service left out. */
    omitted;
    response;
    /** @param body of the response; parsed, if it is JSON */
    constructor(response, body) {
        const { errors, meta } = isErrorDocument(response, body) ? body : { errors: [] };
        const omitted = meta?.omitted ?? 0;
        const details = errors.map(({ code, detail }) => `${code}: ${detail}`);
        if (omitted > 0)
            details.push(`and ${omitted} more`);
        super([`${response.status} ${response.statusText}`.trim(), ...details].join('\n'));
        this.status = response.status;
        this.errors = errors;
        this.omitted = omitted;
        this.response = response;
    }
    /** The id under which the service has logged the request. */
    get requestId() {
        return this.response.headers.get('X-Request-Id') ?? undefined;
    }
}
/** The resource is no longer as `ifMatch` says (412): somebody has changed it since. Nothing was done. */
export class PreconditionFailedError extends JsonApiError {
    name = 'PreconditionFailedError';
}
export function errorOf(response, body) {
    return response.status === 412 ? new PreconditionFailedError(response, body) : new JsonApiError(response, body);
}
function isErrorDocument({ headers }, body) {
    return (headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true &&
        typeof body === 'object' &&
        body !== null &&
        'errors' in body);
}
