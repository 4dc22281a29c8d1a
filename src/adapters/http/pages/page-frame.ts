// The parts common to all pages: their theme, and the header that links them.
import { escapeHtml } from './html.ts';

export interface Framed {
  /** The name of the service. */
  readonly brand: string;
  /** The relative path from the page to `/`, such as `../`. It works under any prefix. */
  readonly root: string;
  /** The path of the page, if the header links to it. */
  readonly current?: PagePath;
  /** The pages that the header links to; by default, all. */
  readonly links?: readonly PagePath[];
}

const TEXTS = {
  'explorer/': 'Explorer',
  'docs/': 'Reference',
  'docs/query': 'Query',
  'openapi.json': 'openapi.json',
} as const;

export type PagePath = keyof typeof TEXTS;

const EVERY: readonly PagePath[] = ['explorer/', 'docs/', 'docs/query', 'openapi.json'];

/**
 * Fills in the frame of a page.
 * @param page HTML with the comments `theme` in its head and `header` in its body, and a main element with the id `main`
 */
export function framed(page: string, frame: Framed): string {
  return page.replace('<!-- theme -->', theme(frame)).replace('<!-- header -->', () => header(frame));
}

/** The script comes first and blocks rendering, so the theme is set before anything is drawn. */
function theme({ root }: Framed): string {
  return [
    '<meta name="color-scheme" content="light dark" />',
    `<script src="${root}docs/theme.js"></script>`,
    `<link rel="icon" href="${root}docs/icon.svg" type="image/svg+xml" />`,
    `<link rel="stylesheet" href="${root}docs/theme.css" />`,
  ].join('\n    ');
}

function header({ brand, root, current, links = EVERY }: Framed): string {
  const items = links.map((path) => {
    const here = path === current ? ' aria-current="page"' : '';
    return `<a href="${root}${path}"${here}>${TEXTS[path]}</a>`;
  });
  return `<a class="skip" href="#main">Skip to the ${current === 'explorer/' ? 'list' : 'content'}</a>
    <header class="top">
      <a class="top-brand" href="${root === '' ? './' : root}">${escapeHtml(brand)}</a>
      <nav aria-label="Pages">
        ${items.join('\n        ')}
      </nav>
      <button type="button" class="theme-switch">
        <span class="to-dark">${MOON}<span>Dark mode</span></span>
        <span class="to-light">${SUN}<span>Light mode</span></span>
      </button>
    </header>`;
}

const MOON = icon('M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10');
const SUN = icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
);

function icon(path: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}" /></svg>`;
}
