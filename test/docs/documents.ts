import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, linksOf } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The documents with examples and tables that the writer writes. */
export const written: readonly string[] = [
  'README.md',
  'docs/api.md',
  'docs/query.md',
  'docs/errors.md',
  'docs/conformance.md',
];

/** All documents for readers: those beside the README, and what is below `docs`. */
export function everyDocument(): readonly string[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
  return [...readdirSync(ROOT), ...below].filter((name) => name.endsWith('.md'));
}

/** Where a document is in the file system. */
export function pathOf(document: string): string {
  return join(ROOT, document);
}

export function readDocument(document: string): string {
  return readFileSync(pathOf(document), 'utf8');
}

/** The links of a document that lead to no file of this project, or to no heading of it. */
export function brokenLinks(document: string): readonly string[] {
  return linksOf(readDocument(document)).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(pathOf(target))) return true;
    return anchor !== undefined && !anchorsOf(readDocument(target)).has(anchor);
  });
}
