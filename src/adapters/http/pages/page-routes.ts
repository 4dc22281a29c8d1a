// The pages for people: a fixed table of paths and files, so that no part of a request reaches the file system.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Answer } from '../answer/answer.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { ERRORS_PAGE, QUERY_PAGE } from '../api/operations.ts';
import type { Handler, ReceivedRequest, Route } from '../handlers/handler.ts';
import { errorsPage, filesOfErrorsPage } from './errors-page.ts';
import { framed, type Framed } from './page-frame.ts';
import { queryPage } from './query-page.ts';
import { servedFile } from './served-file.ts';

const own = (name: string): URL => new URL(`files/${name}`, import.meta.url);

const BUILT = new URL('../../../../explorer/built/', import.meta.url);

/** Files shared by all pages, the script of the home page, which has no folder of its own, and the profile. */
const docs: Readonly<Record<string, URL>> = {
  'home.js': own('home.js'),
  'icon.svg': own('icon.svg'),
  'text.css': own('text.css'),
  'theme.css': own('theme.css'),
  'theme.js': own('theme.js'),
  'profiles/included-sets.md': new URL('../../../../docs/profiles/included-sets.md', import.meta.url),
};

/** All pages or, if pages are off, only the one about errors. */
export function pageRoutes(config: Pick<ApiConfig, 'service' | 'resources' | 'hasPages'>): readonly Route[] {
  const brand = config.service.name;
  const errors = fileRoute(ERRORS_PAGE, 'docs', servedFile('errors.html', errorsPage(config)));
  if (!config.hasPages) {
    const needed = Object.entries(docs).filter(([name]) => filesOfErrorsPage.includes(name));
    return [errors, ...needed.map(([name, url]) => fileRoute(`/docs/${name}`, 'docs', unchanged(name, url)))];
  }
  const query = servedFile('query.html', () => queryPage(config));
  return [
    ...folderRoutes('docs', { ...docs, ...filesIn(new URL('docs/', BUILT)) }, brand),
    errors,
    fileRoute(QUERY_PAGE, 'docs', query),
    ...folderRoutes('explorer', filesIn(new URL('explorer/', BUILT)), brand),
  ];
}

/** @param files by name; `index.html` is the page of the folder */
function folderRoutes(
  folder: 'docs' | 'explorer',
  files: Readonly<Record<string, URL>>,
  brand: string,
): readonly Route[] {
  const frame: Framed = { brand, root: '../', current: `${folder}/` };
  const page = async (url: URL): Promise<Buffer> => Buffer.from(framed(await readFile(url, 'utf8'), frame));
  return [
    fileRoute(`/${folder}`, folder, redirectTo(`${folder}/`)),
    ...Object.entries(files).map(([name, url]) =>
      name === 'index.html'
        ? fileRoute(
            `/${folder}/`,
            folder,
            servedFile(name, () => page(url)),
          )
        : fileRoute(`/${folder}/${name}`, folder, unchanged(name, url)),
    ),
  ];
}

/** Serves a file unchanged. */
function unchanged(name: string, url: URL): Handler {
  return servedFile(name, () => readFile(url));
}

/** The files of a folder, read at the start. */
export function filesIn(folder: URL): Readonly<Record<string, URL>> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, new URL(name, folder)]));
}

function fileRoute(path: string, name: string, handler: Handler): Route {
  const headerUse = { needsIfMatch: false, keyUse: 'ignored', refusesConditions: false, resumes: false } as const;
  return { name, methods: ['GET'], path, offers: 'file', headerUse, credentials: 'ignored', handler };
}

/**
 * Redirects to a relative reference, which works under any prefix that a proxy adds. The query string is kept, because it can be part of a
 * shared link.
 */
function redirectTo(reference: string): Handler {
  return async ({ queryString }: ReceivedRequest): Promise<Answer> => {
    const location = queryString === '' ? reference : `${reference}?${queryString}`;
    return { status: 308, headers: { Location: location, 'Content-Type': 'text/plain' }, text: '' };
  };
}
