const TOKEN = 'Consistency-Token';
/**
 * Sends each request with the latest `Consistency-Token` received, so that a client sees its own writes on any replica. A service
 * without replicas sends none.
 */
export function consistent(send) {
    let latest = '';
    return async (original) => {
        const response = await send(withToken(original, latest));
        const token = response.headers.get(TOKEN) ?? '';
        // Of two tokens the greater text is the later one.
        if (token > latest)
            latest = token;
        return response;
    };
}
function withToken(request, token) {
    if (token === '' || request.headers.has(TOKEN))
        return request;
    const marked = new Request(request);
    marked.headers.set(TOKEN, token);
    return marked;
}
