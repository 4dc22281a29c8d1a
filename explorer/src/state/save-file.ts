import { announce } from './announce.ts';
import { authorization } from './credential.ts';

/** Saves the file behind a link, requested with the credentials of the signed-in user. */
export async function saveFile(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): Promise<void> {
  event.preventDefault();
  const { href, download } = event.currentTarget;
  const response = await fetch(href, { headers: authorization() }).catch(() => undefined);
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
