// Entity tags that answers had, for requests with preconditions: tags made up are never those of a resource.
import type { Answer } from './check-answer.ts';
import { pathOf, type DrawnRequest } from './requests.ts';

const CONDITIONS = ['If-Match', 'If-None-Match'];

export class SeenTags {
  readonly #byPath = new Map<string, string>();

  /** Puts the tag that its path had last into the preconditions of a request that is to have it. */
  apply(request: DrawnRequest): DrawnRequest {
    const tag = this.#byPath.get(pathOf(request));
    if (!request.takesSeenTag || tag === undefined) return request;
    const headers = Object.entries(request.headers).map(([name, value]) => [
      name,
      CONDITIONS.includes(name) ? tag : value,
    ]);
    return { ...request, headers: Object.fromEntries(headers) as DrawnRequest['headers'] };
  }

  note(request: DrawnRequest, { headers }: Answer): void {
    const tag = headers.get('ETag');
    if (tag !== null) this.#byPath.set(pathOf(request), tag);
  }
}
