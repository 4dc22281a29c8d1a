import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WatchedPages } from '../../browser/watched-page.ts';
import { depth } from '../../support/depth.ts';

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

/** The proof of a tool, which the gate leaves out. */
describe('A watched page', () => {
  if (depth === 'gate') return;
  let server: Server;
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  before((done) => {
    server = createServer(({ url: target = '' }, response) => {
      const { pathname, searchParams } = new URL(target, 'http://x');
      const [body, script] = planted[searchParams.get('case') ?? ''] ?? ['', 'fetch("present")'];
      if (pathname === '/broken') response.destroy();
      else if (pathname === '/script.js') response.setHeader('Content-Type', 'text/javascript').end(script);
      else if (pathname === '/page')
        response
          .setHeader('Content-Type', 'text/html')
          .setHeader('Content-Security-Policy', POLICY)
          .end(
            `<!doctype html><title>x</title><link rel=icon href=present><p>x</p>${body}<script src="script.js?${target.split('?')[1] ?? ''}"></script>`,
          );
      else response.writeHead(pathname === '/present' ? 200 : 404).end();
    }).listen(0, '127.0.0.1', done);
  });
  after(() => server.close());

  for (const [what, [, , problem]] of Object.entries(planted))
    it(`fails its test for ${what}`, async () => {
      const pages = new WatchedPages(url);
      const page = await pages.open(`/page?case=${encodeURIComponent(what)}`);
      await page.waitForLoadState('networkidle');
      const failure = await pages.close().catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message').that.matches(problem);
    });

  it('passes without problems, and with those that are expected', async () => {
    const pages = new WatchedPages(url);
    await pages.open('/page');
    await pages.close();
    await (await pages.open('/page?case=an%20error%20in%20the%20console')).waitForLoadState('networkidle');
    pages.expectProblem(/planted/);
    await pages.close();
  });

  it('fails its test if an expected problem does not come', async () => {
    const pages = new WatchedPages(url);
    await pages.open('/page');
    pages.expectProblem(/planted/);
    const failure = await pages.close().catch((error: unknown) => error);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/no problem matches \/planted\//);
  });
});
