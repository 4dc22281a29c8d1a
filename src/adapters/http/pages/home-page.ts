import type { ExampleRequest } from '../api/api-config.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import type { Resource } from '../api/resource-description.ts';
import type { Api, Handler } from '../handlers/handler.ts';
import { escapeHtml as escape } from './html.ts';
import { framed } from './page-frame.ts';
import { servedFile } from './served-file.ts';

/** The page at `/`, for browsers; other clients get the entry point of the API. */
export function home(api: Api): Handler {
  return servedFile('index.html', async () =>
    Buffer.from(framed(homePage(api), { brand: api.service.name, root: '' })),
  );
}

/** The links are relative, so the page works under any prefix. */
function homePage({ service, resources, examples, linkTo, isPublic }: Api): string {
  // Empty without a public URL: the service does not know its address, and the Host header could be forged.
  const base = linkTo('');
  const address = base === '' ? USUAL_ADDRESS : base;
  const all = Object.values<Resource>(resources);
  const plurals = new Intl.ListFormat('en').format(all.map(({ plural }) => plural));
  const lists = all.map((resource) => `<li>${linkToList(resource)}${isPublic ? placeOfCount(resource) : ''}</li>`);
  const commands = examples.requests.map((example) => commandBlock(example.title, commandOf(example, address)));
  const seed =
    examples.seed === undefined
      ? []
      : [commandBlock('Create sample data', `${examples.seed} --url ${quoted(address)}`)];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(service.name)}</title>
    <!-- theme -->
    <link rel="stylesheet" href="docs/text.css" />
    <script src="docs/home.js" type="module"></script>
  </head>
  <body data-address="${escape(address)}">
    <!-- header -->
    <main id="main" tabindex="-1">
      <h1>${escape(service.name)} <small>${escape(service.version)}</small></h1>
      <p>A <a href="https://jsonapi.org/format/1.0/">JSON:API 1.0</a> service over ${escape(plurals)}.</p>
      <nav aria-label="Next steps">
        <ul>
          <li><a href="explorer/">Explorer</a>: browse, filter, change and export the data</li>
          <li><a href="docs/">Reference</a>: every operation, with a form to try it</li>
          <li><a href="docs/query">Query language</a>: filters, sorting, pagination and related resources, with examples</li>
          <li><a href="docs/errors">Errors</a>: every error code, and what to do about it</li>
          <li><a href="openapi.json">OpenAPI document</a>: the reference for programs</li>
        </ul>
      </nav>
      <h2>Data</h2>
      <ul>
        ${lists.join('\n        ')}
      </ul>
      <h2>In a shell</h2>
      ${[...commands, ...seed].join('\n      ')}
    </main>
  </body>
</html>
`;
}

function linkToList({ path, plural }: Resource): string {
  return `<a href="${escape(path.slice(1))}">${escape(plural)}</a>`;
}

/** A placeholder that the page's script fills with the number of resources. */
function placeOfCount({ path, type }: Resource): string {
  return ` <span class="count" data-counted-by="${escape(path.slice(1))}?page[size]=1&amp;fields[${escape(type)}]="></span>`;
}

function commandBlock(title: string, command: string): string {
  return `<h3>${escape(title)}</h3>
      <div class="command"><pre><code>${escape(command)}</code></pre></div>`;
}

/** Stands for the service's address in the examples until the page's script replaces it with the address of the page. */
const USUAL_ADDRESS = 'http://localhost:3000';

/** An example as a shell command. */
function commandOf({ path, body }: ExampleRequest, address: string): string {
  const url = quoted(address + path);
  // -g: curl would otherwise expand the brackets in the URL.
  return body === undefined
    ? `curl -g ${url}`
    : `curl -H 'Content-Type: ${MEDIA_TYPE}' -d '${JSON.stringify(body)}' ${url}`;
}

/** Quotes a URL for a shell. */
function quoted(url: string): string {
  return `'${url.replaceAll("'", '%27')}'`;
}
