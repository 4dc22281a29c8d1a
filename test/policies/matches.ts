// Asks an open service for the matches of a filter.
import { resources } from '#test/support/model';
import type { ResourceType } from '#domain/schema';
import type { Where } from './claims.ts';
import type { Service } from './services.ts';

/** Finds the identifiers of all matches; undefined if the service refuses the filter. */
export type Matching = (type: ResourceType, where: Where) => Promise<ReadonlySet<string> | undefined>;

/** @param service with all data, and without a policy */
export function matchingIn(service: Service): Matching {
  return async (type, where) => {
    const { path } = resources[type];
    const filter = encodeURIComponent(JSON.stringify(where));
    const target = `${path}?filter=${filter}&fields[${type}]=&page[size]=0`;
    const { status, text } = await service.ask({ method: 'GET', route: path, target, headers: {} });
    if (status === 400) return undefined;
    if (status !== 200) throw new Error(`GET ${target} answers ${text}`);
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly id: string }[] };
    return new Set(data.map(({ id }) => id));
  };
}
