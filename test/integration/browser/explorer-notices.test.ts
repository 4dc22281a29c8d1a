import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { fillSmallWorld, openPerson } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';

const LONGER_THAN_SHOWN = 10_000;

describePages('A notice of the explorer', { data: fillSmallWorld }, ({ itOpens }) => {
  itOpens('covers nothing, stays while somebody is at it, and gives way to a failure', async (pages) => {
    const { page, form } = await openPerson(pages);
    await page.clock.install();
    const notice = page.getByText('Person 1 saved.');
    const save = async (email: string): Promise<void> => {
      await form.getByLabel('email', { exact: true }).fill(email);
      await form.getByRole('button', { name: 'Save' }).click();
    };
    await save('ada@example.org');
    await notice.hover();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { top, bottom } = await edgesOf(page.locator('.notice'));
      const [list, panel] = [await edgesOf(page.locator('.main')), await edgesOf(page.locator('.panel'))];
      for (const place of [list, panel]) expect(place.bottom, `${width}`).to.be.at.most(top);
      if (width > 900) expect(list.right, `list beside panel, ${width}`).to.be.at.most(panel.left);
      const request = await edgesOf(page.getByRole('region', { name: 'Last request' }));
      expect(request.top, `request, ${width}`).to.be.at.least(bottom);
      expect(request.bottom, `request, ${width}`).to.equal(844);
    }
    await page.mouse.move(0, 0);
    await notice.hover();
    await page.clock.fastForward(LONGER_THAN_SHOWN);
    await notice.waitFor();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(LONGER_THAN_SHOWN);
    await notice.waitFor({ state: 'detached' });

    await save('countess@example.org');
    await notice.waitFor();
    await save('no address');
    await form.locator('[name=email][aria-invalid=true]').waitFor();
    expect(await notice.count()).to.equal(0);
    pages.expectProblem(/status of 422/);
  });
});

type Edges = Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;

async function edgesOf(element: Locator): Promise<Edges> {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height, left: x, right: x + width };
}
