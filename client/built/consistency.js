const TOKEN = 'Consistency-Token';
/**
 * Sends each request with the latest `Consistency-Token` received. Every replica then shows the client its own writes and the changes that it
 * has received. A service without replicas sends no tokens.
 */
export function consistent(send) {
    let latest = '';
    const note = (token) => {
        // The later of two tokens compares greater as text.
        if (token > latest)
            latest = token;
    };
    return {
        note,
        fetch: async (original) => {
            const response = await send(withToken(original, latest));
            note(response.headers.get(TOKEN) ?? '');
            return response;
        },
    };
}
function withToken(request, token) {
    if (token === '' || request.headers.has(TOKEN))
        return request;
    const marked = new Request(request);
    marked.headers.set(TOKEN, token);
    return marked;
}
