import { queryFor } from '@jsonapi-person-computer/client';
import { announce } from './announce.ts';
import { authorization, hasCredential } from './credential.ts';

/** Saves the file of a link that the browser cannot follow by itself: one that needs credentials or QUERY. */
export async function saveFile(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): Promise<void> {
  const { href, download } = event.currentTarget;
  const query = queryFor(href);
  if (query === undefined && !hasCredential()) return;
  event.preventDefault();
  const headers = { ...query?.headers, ...authorization() };
  const response = await fetch(query?.url ?? href, { ...query, headers }).catch(() => undefined);
  if (response?.ok !== true) {
    announce('The file could not be exported; try again');
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = download;
  link.click();
  URL.revokeObjectURL(link.href);
}
