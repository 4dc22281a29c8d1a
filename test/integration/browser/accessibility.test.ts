import { expect } from 'chai';
import { expectAccessible, expectNoSidewaysScroll } from '../../browser/accessibility.ts';
import { watchedIt } from '../../browser/watched-page.ts';

const page = (body: string): string => `<!doctype html><html lang="en"><title>x</title><main><h1>x</h1>${body}</main>`;

describe('The checks of accessibility', () => {
  const { itOpens } = watchedIt(() => 'http://127.0.0.1');

  for (const [fault, body] of [
    ['image-alt', '<img src="data:,">'],
    ['label', '<input>'],
    ['color-contrast', '<p style="color: #bbb; background: #fff">faint</p>'],
    ['button-name', '<button></button>'],
  ] as const)
    itOpens(`find a planted ${fault}`, async (pages) => {
      const opened = await pages.blank();
      await opened.setContent(page(body));
      const failure: unknown = await expectAccessible(opened).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message').that.contains(`${fault}:`);
    });

  itOpens('find nothing where nothing is wrong', async (pages) => {
    const opened = await pages.blank();
    await opened.setContent(page('<label>x <input></label>'));
    await expectAccessible(opened);
    await expectNoSidewaysScroll(opened);
  });

  itOpens('find a page that is too wide', async (pages) => {
    const opened = await pages.blank({ viewport: { width: 360, height: 640 } });
    await opened.setContent(page('<p style="width: 400px">wide</p>'));
    const failure: unknown = await expectNoSidewaysScroll(opened).catch((error: unknown) => error);
    expect(failure).to.be.an('error');
  });
});
