import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';

let browser: Promise<Browser> | undefined;

/** The browser that all tests share; started for the first of them. */
export function testBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

/** Closes it after the last test. */
export async function stopTestBrowser(): Promise<void> {
  await (await browser)?.close();
}
