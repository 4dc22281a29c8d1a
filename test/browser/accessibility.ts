import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Expects that axe-core finds nothing serious on a page as it is.
 * @param screen says in the failure how the page is shown
 */
export async function expectAccessible(page: Page, screen = 'page'): Promise<void> {
  // While data is loaded, what is shown of the old is faded.
  await eventually('a page that has loaded and rests', () =>
    page.evaluate<boolean>(
      '!document.querySelector("[aria-busy=true]") && document.getAnimations().every((each) => each.playState === "finished")',
    ),
  );
  // Evaluated, not added as a script: the policy of the page would refuse that.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
  expect(found, [screen, ...found.slice(0, 3)].join('\n')).to.deep.equal([]);
}

/** Expects that a page can be read without scrolling sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(needed).to.be.at.most(there);
}
