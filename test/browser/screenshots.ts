// Makes the pictures of the documentation: `npm run docs:screenshots`. They show the data of `seed`.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startTestService } from '../support/test-service.ts';
import { stopTestBrowser } from './browser.ts';
import { WatchedPages } from './watched-page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Picture {
  readonly path: string;
  readonly options?: BrowserContextOptions;
  /** Does something on the page first. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const filter = encodeURIComponent(
  JSON.stringify([
    {
      or: [
        { name: 'birth_date', op: 'between', val: ['1960-01-01', '1979-12-31'] },
        { name: 'computers', op: 'eq', val: null },
      ],
    },
  ]),
);

const pictures: Readonly<Record<string, Picture>> = {
  explorer: { path: '/explorer/#/person?size=10' },
  'explorer-filter': {
    path: `/explorer/#/person?size=10&filter=${filter}&open=person/2`,
    options: { colorScheme: 'dark' },
  },
  reference: {
    path: '/docs/#/persons/createPerson',
    reach: (page) => page.getByRole('heading', { level: 1, name: 'Create a person' }).waitFor(),
  },
};

/** Shows the usual address and a plausible time instead of those of this run, which would change the picture each time. */
const usual = `(url) => {
  for (const command of document.querySelectorAll('.request-command, .trial pre'))
    command.textContent = command.textContent.replaceAll(url, 'http://localhost:3000');
  for (const time of document.querySelectorAll('.request-time')) time.textContent = '7 ms';
}`;

/** A page that follows the changes would never be idle. */
const unseen = "Object.defineProperty(document, 'visibilityState', { value: 'hidden' })";

const service = await startTestService({ DATABASE_URL: 'memory:' });
const pages = new WatchedPages(() => service.url);
try {
  const seed = ['src/cli/start.js', 'seed', '--persons', '400', '--url', service.url];
  await promisify(execFile)(process.execPath, seed, { cwd: root });
  mkdirSync(`${root}/docs/images`, { recursive: true });
  for (const [name, { path, options, reach }] of Object.entries(pictures)) {
    const page = await pages.blank({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    await page.addInitScript(unseen);
    await page.goto(path);
    if (path.startsWith('/explorer/')) await page.locator('.row-link').nth(9).waitFor();
    await reach?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(`(${usual})(${JSON.stringify(service.url)})`);
    await page.screenshot({ path: `${root}/docs/images/${name}.png` });
    await pages.close();
  }
} finally {
  await stopTestBrowser();
  await service.stop();
}
