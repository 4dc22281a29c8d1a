import { errorsIn } from './error-document.js';
import { judgeAnswer, judgeFailure, retryAfterMillis } from './judge.js';
/** A request that was answered with an error. */
export class JsonApiError extends Error {
    name = 'JsonApiError';
    status;
    /** The service's error objects; none if something before it answered, such as a proxy. */
    errors;
    /** The number of further errors that the service left out. */
    omitted;
    /** The outcome of the request: refused for good, not done, or possibly done all the same. */
    verdict;
    response;
    /** @param body of the response; parsed, if it is JSON */
    constructor(response, body) {
        const { errors, omitted } = errorsIn(body);
        const details = errors.map(({ code, detail }) => `${code}: ${detail}`);
        if (omitted > 0)
            details.push(`and ${omitted} more`);
        super([`${response.status} ${response.statusText}`.trim(), ...details].join('\n'));
        this.status = response.status;
        this.errors = errors;
        this.omitted = omitted;
        this.verdict = judgeAnswer(response, body);
        this.response = response;
    }
    /** The id under which the service has logged the request. */
    get requestId() {
        return this.response.headers.get('X-Request-Id') ?? undefined;
    }
    /** The time that the service asks to wait before the request is sent again. */
    get retryAfterMillis() {
        return retryAfterMillis(this.response.headers);
    }
}
/** The resource no longer matches `ifMatch` (412), because somebody has changed it since. Nothing was done. */
export class PreconditionFailedError extends JsonApiError {
    name = 'PreconditionFailedError';
}
export function errorOf(response, body) {
    return response.status === 412 ? new PreconditionFailedError(response, body) : new JsonApiError(response, body);
}
/** @param error what a request was rejected with */
export function verdictOf(error) {
    return error instanceof JsonApiError ? error.verdict : judgeFailure(error);
}
