// Pages rendered from Markdown: documents of the project, or a summary of a model.
import { escapeHtml } from './html.ts';
import { framed, type Framed } from './page-frame.ts';

export interface TextPage {
  readonly title: string;
  /** Markdown. */
  readonly source: string;
  /** The target of a link in the text; undefined to show only the link's text. */
  readonly targetOf: (href: string) => string | undefined;
  /** True if a table cell that contains only this code gets it as its id; by default, no cell gets an id. */
  readonly isAnchor?: (code: string) => boolean;
  /** True if the page lists its sections; by default, it does not. */
  readonly hasContents?: boolean;
}

/** Renders a page in the folder `docs`. Imports the library only when needed, so as not to delay the start. */
export async function textPage(page: TextPage, frame: Framed): Promise<Buffer> {
  const { title, source, targetOf, isAnchor, hasContents = false } = page;
  const { Marked } = await import('marked');
  const sections: Section[] = [];
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchorOf(this.parser.parseInline(tokens, this.parser.textRenderer));
        const text = this.parser.parseInline(tokens);
        sections.push({ depth, anchor, text });
        return `<h${depth} id="${anchor}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      tablecell({ tokens }) {
        const [only, ...others] = tokens;
        const code = only?.type === 'codespan' && others.length === 0 ? String(only['text']) : undefined;
        if (code === undefined || isAnchor?.(code) !== true) return false;
        return `<td id="${escapeHtml(code)}">${this.parser.parseInline(tokens)}</td>\n`;
      },
    },
  });
  const text = await markdown.parse(source);
  return Buffer.from(framed(pageOf(title, hasContents ? contentsOf(sections) + text : text), frame));
}

interface Section {
  readonly depth: number;
  readonly anchor: string;
  /** HTML. */
  readonly text: string;
}

/** The list of sections and subsections. */
function contentsOf(sections: readonly Section[]): string {
  const items = sections
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ depth, anchor, text }) => `<li class="level-${depth}"><a href="#${anchor}">${text}</a></li>`);
  return `<details class="contents">
  <summary>Contents</summary>
  <nav aria-label="Contents">
    <ul>
      ${items.join('\n      ')}
    </ul>
  </nav>
</details>
`;
}

/** The same anchor that GitHub generates, because the documents link to those. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function pageOf(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <!-- theme -->
    <link rel="stylesheet" href="text.css" />
  </head>
  <body>
    <!-- header -->
    <main id="main" tabindex="-1">
${text}
    </main>
  </body>
</html>
`;
}
