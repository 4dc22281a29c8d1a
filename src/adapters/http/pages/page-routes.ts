// The pages for people: a fixed table of paths and files, so that no part of a request reaches the file system.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Answer } from '../answer/answer.ts';
import type { Handler, ReceivedRequest, Route } from '../handlers/handler.ts';
import { servedFile } from './served-file.ts';

const own = (name: string): URL => new URL(`files/${name}`, import.meta.url);

/** The reference page, and what the page at `/` is made of: that one has no folder of its own. */
const docs: Readonly<Record<string, URL>> = {
  'index.html': own('docs.html'),
  'docs.css': own('docs.css'),
  'docs.js': own('docs.js'),
  'home.css': own('home.css'),
  'home.js': own('home.js'),
  'icon.svg': own('icon.svg'),
  'swagger-ui.css': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  'swagger-ui-bundle.js': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
};

const EXPLORER = new URL('../../../../explorer/built/', import.meta.url);

/** The routes of the pages. */
export function pageRoutes(): readonly Route[] {
  return [...folderRoutes('docs', docs), ...folderRoutes('explorer', filesIn(EXPLORER))];
}

/** @param files by name; `index.html` is the page of the folder */
function folderRoutes(folder: string, files: Readonly<Record<string, URL>>): readonly Route[] {
  return [
    fileRoute(`/${folder}`, folder, redirectTo(`${folder}/`)),
    ...Object.entries(files).map(([name, url]) => {
      const path = name === 'index.html' ? '' : name;
      return fileRoute(
        `/${folder}/${path}`,
        folder,
        servedFile(name, () => readFile(url)),
      );
    }),
  ];
}

/** All files of a folder, read at the start. */
export function filesIn(folder: URL): Readonly<Record<string, URL>> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, new URL(name, folder)]));
}

function fileRoute(path: string, name: string, handler: Handler): Route {
  const headerUse = { needsIfMatch: false, keyUse: 'ignored', refusesConditions: false } as const;
  return { name, method: 'GET', path, offers: 'file', headerUse, handler };
}

/**
 * Redirects to a relative reference, which is right below any prefix that a proxy adds. The query string stays: it can be a question that
 * somebody shared.
 */
function redirectTo(reference: string): Handler {
  return async ({ queryString }: ReceivedRequest): Promise<Answer> => {
    const location = queryString === '' ? reference : `${reference}?${queryString}`;
    return { status: 308, headers: { Location: location, 'Content-Type': 'text/plain' }, text: '' };
  };
}
