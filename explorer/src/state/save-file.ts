// Saves files through the browser.
import { queryFor } from '@jsonapi-person-computer/client';
import { announce } from './announce.ts';
import { authorization, hasCredential } from './credential.ts';

/** Saves the file of a link that the browser cannot follow by itself: one that needs credentials or QUERY. */
export async function saveFile(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): Promise<void> {
  const { href, download } = event.currentTarget;
  if (!needsFetch(href)) return;
  event.preventDefault();
  await fetchFile(href, download);
}

/** Saves the file at a URL. */
export async function saveFrom(href: string, name: string): Promise<void> {
  if (needsFetch(href)) await fetchFile(href, name);
  else clickLink(href, name);
}

/** Saves text as a file. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}

/** For requests that a link cannot make: with credentials, or with QUERY. */
function needsFetch(href: string): boolean {
  return queryFor(href) !== undefined || hasCredential();
}

async function fetchFile(href: string, name: string): Promise<void> {
  const query = queryFor(href);
  const headers = { ...query?.headers, ...authorization() };
  const response = await fetch(query?.url ?? href, { ...query, headers }).catch(() => undefined);
  if (response?.ok === true) saveBlob(await response.blob(), name);
  else announce('The file could not be exported. Try again.');
}

function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  clickLink(href, name);
  URL.revokeObjectURL(href);
}

function clickLink(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
