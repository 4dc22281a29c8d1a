import { expect } from 'chai';
import { WatchedPages } from '../../browser/watched-page.ts';
import { depth } from '../../support/depth.ts';
import { listenLocally, type LocalServer } from '../../support/local-server.ts';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; img-src 'self'";

/** Scripts of pages with one problem each, and how it is reported. */
const planted: Readonly<Record<string, readonly [body: string, script: string, problem: RegExp]>> = {
  'an error in the console': ['', 'console.error("planted")', /console: planted/],
  'a warning in the console': ['', 'console.warn("planted")', /console: planted/],
  'an uncaught error': ['', 'throw new Error("planted")', /error: .*planted/],
  'a rejection that nobody handles': ['', 'Promise.reject(new Error("planted"))', /error: .*planted/],
  'an answer with an error': ['', 'fetch("missing")', /console: .*404.*missing/],
  'a request that breaks': ['', 'fetch("broken").catch(() => 0)', /request failed: .*broken/],
  'a request to elsewhere': ['', 'fetch("http://elsewhere.example/x").catch(() => 0)', /to elsewhere: .*elsewhere/],
  'a request to another port': ['', 'fetch("http://127.0.0.1:9/x").catch(() => 0)', /to elsewhere: .*:9/],
  'a web socket': ['', 'new WebSocket("ws://" + location.host + "/x")', /web socket: ws:/],
  'an inline script': ['<script>1</script>', '', /policy: script-src-elem blocked inline/],
  'an inline style': ['<p style="color: red">x</p>', '', /policy: style-src-attr blocked inline/],
  'a style set by a script': ['', 'document.body.setAttribute("style", "color: red")', /policy: style-src-attr/],
  'an image from elsewhere': ['<img src="http://elsewhere.example/x.png">', '', /policy: img-src blocked/],
  'a use of eval': ['', 'try { eval("1") } catch {}', /policy: script-src blocked eval/],
};

/** Tests a test tool, so the gate leaves it out. */
describe('A watched page', () => {
  if (depth === 'gate') return;
  let server: LocalServer;
  const url = (): string => server.url;
  const failures = new Map<string, unknown>();

  before(async () => {
    server = await listenLocally(({ url: target = '' }, response) => {
      const { pathname, search, searchParams } = new URL(target, 'http://x');
      const [body, script] = planted[searchParams.get('case') ?? ''] ?? ['', 'fetch("present")'];
      if (pathname === '/broken') response.destroy();
      else if (pathname === '/script.js') response.setHeader('Content-Type', 'text/javascript').end(script);
      else if (pathname === '/page')
        response
          .setHeader('Content-Type', 'text/html')
          .setHeader('Content-Security-Policy', POLICY)
          .end(
            `<!doctype html><title>x</title><link rel=icon href=present><p>x</p>${body}<script src="script.js${search}"></script>`,
          );
      else response.writeHead(pathname === '/present' ? 200 : 404).end();
    });
    // Concurrently, because a page counts as idle only after half a second without requests.
    const opened = Object.keys(planted).map(async (what) => {
      const pages = new WatchedPages(url);
      const page = await pages.open(`/page?case=${encodeURIComponent(what)}`);
      await page.waitForLoadState('networkidle');
      failures.set(what, await failureOf(pages));
    });
    await Promise.all(opened);
  });
  after(() => server.close());

  for (const [what, [, , problem]] of Object.entries(planted))
    it(`fails its test for ${what}`, () => {
      expect(failures.get(what)).to.be.an('error').with.property('message').that.matches(problem);
    });

  it('passes without problems, and with those that are expected', async () => {
    const pages = new WatchedPages(url);
    await pages.open('/page');
    await pages.close();
    await pages.open('/page?case=an%20error%20in%20the%20console');
    pages.expectProblem(/planted/);
    await pages.close();
  });

  it('fails its test if an expected problem does not come', async () => {
    const pages = new WatchedPages(url);
    await pages.open('/page');
    pages.expectProblem(/planted/);
    expect(await failureOf(pages))
      .to.be.an('error')
      .with.property('message')
      .that.matches(/no problem matches \/planted\//);
  });
});

function failureOf(pages: WatchedPages): Promise<unknown> {
  return pages.close().catch((error: unknown) => error);
}
