// The page at `/docs/errors`: docs/errors.md as HTML, the same for every model. It cannot be switched off, because JSON:API 1.1 errors link to it.
import { readFileSync } from 'node:fs';
import type { ApiConfig } from '../api/api-config.ts';
import { isErrorCode } from '../api/errors.ts';
import type { PagePath } from './page-frame.ts';
import { textPage } from './text-page.ts';

const SOURCE = new URL('../../../../docs/errors.md', import.meta.url);

/** The files in the folder `docs` that the page loads. */
export const filesOfErrorsPage: readonly string[] = ['icon.svg', 'text.css', 'theme.css', 'theme.js'];

const WITHOUT_PAGES: readonly PagePath[] = ['openapi.json'];

/** Reads the document immediately, so that a service without it fails to start. */
export function errorsPage({ service, hasPages }: Pick<ApiConfig, 'service' | 'hasPages'>): () => Promise<Buffer> {
  const source = readFileSync(SOURCE, 'utf8');
  const frame = { brand: service.name, root: '../', ...(!hasPages && { links: WITHOUT_PAGES }) };
  return () => textPage({ title: 'Errors', source, targetOf: targetsOf(hasPages), isAnchor: isErrorCode }, frame);
}

/** The service has only two other documents, the query language and paging. Both are on one page, which exists only if pages are on. */
function targetsOf(hasPages: boolean): (href: string) => string | undefined {
  return (href) => {
    if (/^(?:#|https:)/.test(href)) return href;
    return hasPages && /^(?:query|paging)\.md(?:#|$)/.test(href) ? href.replace(/^\w+\.md/, 'query') : undefined;
  };
}
