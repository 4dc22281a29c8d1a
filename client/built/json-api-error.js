import { errorsIn } from './error-document.js';
import { memberOf } from './json.js';
import { judgeAnswer, judgeFailure, retryAfterMillis } from './judge.js';
/** Thrown for an error response. */
export class JsonApiError extends Error {
    name = 'JsonApiError';
    status;
    /** The service's error objects; empty if something in front of it responded, such as a proxy. */
    errors;
    /** The number of further errors that the service left out. */
    omitted;
    /** The outcome of the request: refused for good, not done, or possibly done. */
    verdict;
    response;
    /** @param body the response body, parsed if it is JSON */
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
/**
 * A QUERY that replaced a GET with a URL over 4 KiB got 405 or 501: the service, or a proxy in front of it, does not support QUERY here.
 * Nothing was done.
 */
export class QueryNotSupportedError extends JsonApiError {
    name = 'QueryNotSupportedError';
    /** The last line of the message. */
    explanation = 'The URL would exceed 4 KiB, so the request was sent as QUERY, but the service or a proxy in front of it does not support QUERY here';
    constructor(response, body) {
        super(response, body);
        this.message += `\n${this.explanation}`;
    }
}
const REASONS = ['too-old', 'other-history', 'other-view'];
/** The changes feed cannot continue from this position (410). Start over: get the position of `now`, then read the lists again. */
export class PositionExpiredError extends JsonApiError {
    name = 'PositionExpiredError';
    reason;
    /** The paths of the lists to read again. */
    refetch;
    constructor(response, body, { reason, refetch }) {
        super(response, body);
        this.reason = reason;
        this.refetch = refetch;
    }
}
/** @param isQuery true if a GET was sent as QUERY */
export function errorOf(response, body, isQuery) {
    // Not retried as GET: the service that the client was built for supports QUERY, and GET would fail as well with a slightly longer URL.
    if (isQuery && (response.status === 405 || response.status === 501))
        return new QueryNotSupportedError(response, body);
    if (response.status === 412)
        return new PreconditionFailedError(response, body);
    const expiry = response.status === 410 ? expiryIn(body) : undefined;
    return expiry === undefined ? new JsonApiError(response, body) : new PositionExpiredError(response, body, expiry);
}
/** Undefined if the body is not from the service, or has a reason unknown to this client. */
function expiryIn(body) {
    const meta = errorsIn(body).errors.find(({ code }) => code === 'position-expired')?.meta;
    const reason = REASONS.find((each) => each === memberOf(meta, 'reason'));
    const refetch = memberOf(meta, 'refetch');
    if (reason === undefined || !Array.isArray(refetch))
        return undefined;
    return { reason, refetch: refetch.filter((path) => typeof path === 'string') };
}
/** @param error the error with which a request rejected */
export function verdictOf(error) {
    return error instanceof JsonApiError ? error.verdict : judgeFailure(error);
}
