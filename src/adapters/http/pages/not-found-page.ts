// The page for unknown paths. It does not repeat the path, because the browser already shows it.
import { framed } from './page-frame.ts';

/**
 * @param brand the name of the service
 * @param path of the request; links are relative to it, so the page works under any prefix
 */
export function notFoundPage(brand: string, path: string): string {
  const root = '../'.repeat(path.split('/').length - 2);
  const start = root === '' ? './' : root;
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Not found</title>
    <!-- theme -->
    <link rel="stylesheet" href="${root}docs/text.css" />
  </head>
  <body>
    <!-- header -->
    <main id="main" tabindex="-1">
      <h1>Not found</h1>
      <p>There is no page at this address. Check the spelling: case and slashes matter.</p>
      <ul>
        <li><a href="${start}">Home</a>: all resource types, and commands to try</li>
        <li><a href="${root}explorer/">Explorer</a>: browse and change the data</li>
        <li><a href="${root}docs/">Reference</a>: every path and method</li>
      </ul>
    </main>
  </body>
</html>
`;
  return framed(page, { brand, root });
}
