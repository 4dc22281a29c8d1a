import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, linksOf, sectionOf, tablesOf } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The documents whose answers and tables `npm run docs` generates. */
export const generatedDocuments: readonly string[] = [
  'README.md',
  'docs/use.md',
  'docs/configuration.md',
  'docs/api.md',
  'docs/query.md',
  'docs/paging.md',
  'docs/changes.md',
  'docs/errors.md',
  'docs/explorer.md',
  'docs/evidence.md',
];

/** All Markdown documents: those in the root folder, below `docs`, and the README files of other folders. */
export function everyDocument(): readonly string[] {
  const below = ['docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(ROOT), ...below, 'bench/README.md', 'client/README.md'].filter((name) => name.endsWith('.md'));
}

/** The absolute path of a document. */
export function pathOf(document: string): string {
  return join(ROOT, document);
}

export function readDocument(document: string): string {
  return readFileSync(pathOf(document), 'utf8');
}

/**
 * The relative links of a document whose target file or heading does not exist.
 * The notes of released versions may link to old addresses, which docs/README.md resolves.
 */
export function brokenLinks(document: string): readonly string[] {
  const [current, released] = document === 'CHANGELOG.md' ? changelog() : [readDocument(document), ''];
  const old = oldAddresses();
  const isOld = (link: string): boolean => old.includes(link.split('#')[0] ?? '');
  return [
    ...linksOf(current).filter((link) => isBroken(document, link)),
    ...linksOf(released).filter((link) => !isOld(link) && isBroken(document, link)),
  ];
}

function isBroken(document: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(pathOf(target))) return true;
  return anchor !== undefined && !anchorsOf(readDocument(target)).has(anchor);
}

/** The documents and headings that a source file names, such as `docs/changes.md#starting-over`, and that do not exist. */
export function brokenMentions(file: string): readonly string[] {
  const mentions = readFileSync(pathOf(file), 'utf8').matchAll(/\b(?:docs\/[\w-]+|[A-Z]{6,})\.md(?:#[\w-]+)?/g);
  return [...mentions].flatMap(([mention]) => (isBroken('README.md', mention) ? [mention] : []));
}

/** The notes of the next version, and those of released ones. */
function changelog(): readonly [current: string, released: string] {
  const text = readDocument('CHANGELOG.md');
  const released = text.search(/^## \d/m);
  return [text.slice(0, released), text.slice(released)];
}

/** The addresses, from the root folder, of documents that have moved. */
export function oldAddresses(): readonly string[] {
  const rows = tablesOf(sectionOf(readDocument('docs/README.md'), 'Old addresses') ?? '').flat();
  return rows.slice(1).map(([address = '']) => address.replaceAll('`', ''));
}
