import type { Browser } from 'playwright-core';

let browser: Promise<Browser> | undefined;

/** The browser that all tests share; started for the first of them. */
export function testBrowser(): Promise<Browser> {
  // Imported lazily: the hooks of all tests import this file, and few tests need a browser.
  browser ??= import('./chromium.ts').then(({ launchChromium }) => launchChromium());
  return browser;
}

/** Closes it after the last test. */
export async function stopTestBrowser(): Promise<void> {
  await (await browser)?.close();
}
