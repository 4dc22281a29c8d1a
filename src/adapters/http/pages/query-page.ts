// The page at `/docs/query`: docs/query.md and docs/paging.md as HTML, or for another model, a summary with its types.
import { readFile } from 'node:fs/promises';
import type { ApiConfig } from '../api/api-config.ts';
import type { Framed } from './page-frame.ts';
import { queryOfModel } from './query-of-model.ts';
import { textPage } from './text-page.ts';

const QUERY = new URL('../../../../docs/query.md', import.meta.url);
const PAGING = new URL('../../../../docs/paging.md', import.meta.url);

export async function queryPage({ service, resources }: Pick<ApiConfig, 'service' | 'resources'>): Promise<Buffer> {
  const source = service.model === undefined ? await bothDocuments() : queryOfModel(Object.values(resources));
  const frame: Framed = { brand: service.name, root: '../', current: 'docs/query' };
  return textPage({ title: 'The query language', source, targetOf, hasContents: true }, frame);
}

/** The document about paging is the last section, so its headings are one level deeper. */
async function bothDocuments(): Promise<string> {
  const [query, paging] = await Promise.all([readFile(QUERY, 'utf8'), readFile(PAGING, 'utf8')]);
  return `${query}\n${paging.replaceAll(BLOCK_OR_HEADING, (found) => (found === '#' ? '##' : found))}`;
}

/** A code block, or the beginning of a heading. */
const BLOCK_OR_HEADING = /^```.*?^```$|^#/gms;

/** Links between the two documents stay on the page. The service's only other documents are the errors and the profile. */
function targetOf(href: string): string | undefined {
  if (/^(?:#|https:|profiles\/)/.test(href)) return href;
  if (/^(?:query|paging)\.md#/.test(href)) return href.slice(href.indexOf('#'));
  return /^errors\.md(?:#|$)/.test(href) ? href.replace('.md', '') : undefined;
}
