// The page at `/docs/query`: docs/query.md as HTML, or for another model, a summary with its types.
import { readFile } from 'node:fs/promises';
import type { ApiConfig } from '../api/api-config.ts';
import { escapeHtml } from './html.ts';
import { framed } from './page-frame.ts';
import { queryOfModel } from './query-of-model.ts';

const SOURCE = new URL('../../../../docs/query.md', import.meta.url);

export async function queryPage({ service, resources }: Pick<ApiConfig, 'service' | 'resources'>): Promise<Buffer> {
  const source = service.model === undefined ? await readFile(SOURCE, 'utf8') : queryOfModel(Object.values(resources));
  // Loaded when somebody opens the page, so as not to delay the start.
  const { Marked } = await import('marked');
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        return `<h${depth} id="${anchorOf(this.parser.parseInline(tokens, this.parser.textRenderer))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Of the other documents, only the text of the profile is served.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^(?:#|https:|profiles\/)/.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
      },
    },
  });
  const text = await markdown.parse(source);
  return Buffer.from(framed(page(text), { brand: service.name, root: '../' }));
}

/** As in a repository on GitHub, for which the links of the document are made. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function page(text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The query language</title>
    <!-- theme -->
    <link rel="stylesheet" href="text.css" />
  </head>
  <body>
    <!-- header -->
    <main>
${text}
    </main>
  </body>
</html>
`;
}
