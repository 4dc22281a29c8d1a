import type { Fetch } from './retrying.ts';

const TOKEN = 'Consistency-Token';

export interface Consistency {
  /** Sends each request with the latest token. */
  readonly fetch: Fetch;
  /** Call it with a token received outside of a response. Ignores an empty one. */
  readonly note: (token: string) => void;
}

/**
 * Sends each request with the latest `Consistency-Token` received. Every replica then shows the client its own writes and the changes that it
 * has received. A service without replicas sends no tokens.
 */
export function consistent(send: Fetch): Consistency {
  let latest = '';
  const note = (token: string): void => {
    // The later of two tokens compares greater as text.
    if (token > latest) latest = token;
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

function withToken(request: Request, token: string): Request {
  if (token === '' || request.headers.has(TOKEN)) return request;
  const marked = new Request(request);
  marked.headers.set(TOKEN, token);
  return marked;
}
