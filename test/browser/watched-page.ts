// Pages that fail their test if anything is wrong with them, whether the test looks at it or not.
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { depth } from '../support/depth.ts';
import { testBrowser } from './browser.ts';

/** For waiting for a state of a page; enough for a busy machine. */
const PATIENCE_MILLIS = 60_000;

type Define = (title: string, body: (pages: WatchedPages, context: Mocha.Context) => Promise<void>) => void;

export interface WatchedIt {
  /** Defines a test that runs only in the campaign. */
  readonly itOpens: Define;
  /** Defines a test that runs at both depths, because a change outside the pages can break it. */
  readonly journey: Define;
}

/**
 * Makes an `it` for tests of pages. Each test gets pages of its own, and fails if there were problems with them.
 * @param url of the service, which may start later
 */
export function watchedIt(url: () => string): WatchedIt {
  const journey: Define = (title, body) =>
    it(title, async function () {
      const pages = new WatchedPages(url);
      try {
        await body(pages, this);
      } catch (error) {
        // The content of the page, or a problem with it, may explain a timeout.
        const shown = await pages.outline().catch(String);
        const problems = await pages.close().catch(String);
        if (error instanceof Error) addToMessage(error, [shown, problems].join('\n'));
        throw error;
      }
      await pages.close();
    });
  return { journey, itOpens: depth === 'campaign' ? journey : () => undefined };
}

/** Opens pages of one service. Each has storage and cache of its own. */
export class WatchedPages {
  readonly #url: () => string;
  readonly #contexts: BrowserContext[] = [];
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  /** @param url of the service, which may start later */
  constructor(url: () => string) {
    this.#url = url;
  }

  /** @param path of the service */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.blank(options);
    await page.goto(path);
    return page;
  }

  /** A page at which nothing is open yet, so that its requests can be intercepted. */
  async blank(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = await testBrowser();
    const context = await browser.newContext({ baseURL: this.#url(), ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    await this.#watch(context);
    return context.newPage();
  }

  /** Says that the test causes a problem; one that does not come fails the test. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** The content of each page by address, as accessibility roles. */
  async outline(): Promise<string> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    const shown = pages.map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}`);
    return (await Promise.all(shown)).join('\n');
  }

  /**
   * Closes all pages.
   * @throws Error with the problems that were not expected, and the expected ones that did not come
   */
  async close(): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    // When this call returns, every earlier report of the page has arrived.
    await Promise.all(pages.map((page) => page.evaluate('0')));
    // Closing aborts requests, which is not a problem.
    const problems = [...this.#problems];
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    this.#problems.length = 0;
    const expected = this.#expected.splice(0);
    const wrong = [
      ...problems.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
      ...expected
        .filter((pattern) => !problems.some((problem) => pattern.test(problem)))
        .map((pattern) => `no problem matches ${String(pattern)}`),
    ];
    if (wrong.length > 0) throw new Error(`problems of the page:\n${wrong.join('\n')}`);
  }

  async #watch(context: BrowserContext): Promise<void> {
    const note = (problem: string): void => {
      this.#problems.push(problem);
    };
    await context.exposeBinding('reportViolation', (_, violation: string) => note(`policy: ${violation}`));
    await context.addInitScript(REPORT_VIOLATIONS);
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        note(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => note(`error: ${String(error.error())}`));
    context.on('request', (request) => {
      if (!this.#isOwn(request)) note(`request to elsewhere: ${request.url()}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A page may break off its own requests: those of an answer that nobody waits for any more.
      if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.url()} ${reason}`);
    });
    context.on('page', (page) => {
      page.on('crash', () => note('the page has crashed'));
      page.on('websocket', (socket) => note(`web socket: ${socket.url()}`));
    });
  }

  #isOwn(request: Request): boolean {
    const { protocol, origin } = new URL(request.url());
    return protocol === 'data:' || protocol === 'blob:' || origin === new URL(this.#url()).origin;
  }
}

/** Reports show the message as it stands in the stack. */
function addToMessage(error: Error, text: string): void {
  const { message, stack = '' } = error;
  error.message = `${message}\n${text}`;
  error.stack = stack.replace(message, () => error.message);
}

/** Runs in the page before everything else. */
const REPORT_VIOLATIONS = `
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    reportViolation(violatedDirective + ' blocked ' + blockedURI + ' (' + sourceFile + ':' + lineNumber + ')'));
`;
