export { createClient } from './client.js';
export { JsonApiError, PreconditionFailedError } from './json-api-error.js';
export { MEDIA_TYPE, } from './operations.js';
export { related } from './related.js';
export { retrying } from './retrying.js';
export { serializeQuery } from './serialize-query.js';
export { tagOf } from './tags.js';
