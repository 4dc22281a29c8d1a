// The page at `/docs/query`: docs/query.md as HTML, or for another model, a summary with its types.
import { readFile } from 'node:fs/promises';
import type { ApiConfig } from '../api/api-config.ts';
import type { Framed } from './page-frame.ts';
import { queryOfModel } from './query-of-model.ts';
import { textPage } from './text-page.ts';

const SOURCE = new URL('../../../../docs/query.md', import.meta.url);

export async function queryPage({ service, resources }: Pick<ApiConfig, 'service' | 'resources'>): Promise<Buffer> {
  const source = service.model === undefined ? await readFile(SOURCE, 'utf8') : queryOfModel(Object.values(resources));
  const frame: Framed = { brand: service.name, root: '../', current: 'docs/query' };
  return textPage({ title: 'The query language', source, targetOf, hasContents: true }, frame);
}

/** The only other documents that the service has are the errors and the profile. */
function targetOf(href: string): string | undefined {
  if (/^(?:#|https:|profiles\/)/.test(href)) return href;
  return /^errors\.md(?:#|$)/.test(href) ? href.replace('.md', '') : undefined;
}
