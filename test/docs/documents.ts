import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, linksOf } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The documents whose answers and tables `npm run docs` generates. */
export const generatedDocuments: readonly string[] = [
  'README.md',
  'docs/getting-started.md',
  'docs/configuration.md',
  'docs/api.md',
  'docs/query.md',
  'docs/changes.md',
  'docs/export.md',
  'docs/errors.md',
  'docs/explorer.md',
  'docs/conformance.md',
];

/** The Markdown documents in the root folder and below `docs`. */
export function everyDocument(): readonly string[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
  return [...readdirSync(ROOT), ...below].filter((name) => name.endsWith('.md'));
}

/** The absolute path of a document. */
export function pathOf(document: string): string {
  return join(ROOT, document);
}

export function readDocument(document: string): string {
  return readFileSync(pathOf(document), 'utf8');
}

/** The relative links of a document whose target file or heading does not exist. */
export function brokenLinks(document: string): readonly string[] {
  return linksOf(readDocument(document)).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(pathOf(target))) return true;
    return anchor !== undefined && !anchorsOf(readDocument(target)).has(anchor);
  });
}
