// Sends requests with openapi-fetch. The build puts the library into this module, so that the client has no dependencies.
import createClient from 'openapi-fetch';
import { withoutLongUrl } from './long-query.js';
export function fetchClient(settings) {
    const client = createClient(settings);
    return async (method, path, request) => {
        let isQuery = false;
        const send = (given) => {
            const sent = withoutLongUrl(given);
            isQuery = sent !== given;
            return settings.fetch(sent);
        };
        const exchange = await client.request(method, path, { ...request, fetch: send });
        return { ...exchange, isQuery };
    };
}
