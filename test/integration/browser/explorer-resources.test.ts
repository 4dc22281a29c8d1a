import { expect } from 'chai';
import { relationshipsOf } from '../../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../../src/adapters/http/jsonapi/resources/resources.ts';
import { openedPanel, openExplorer } from '../../browser/explorer.ts';
import { watchedIt } from '../../browser/watched-page.ts';
import { inScope } from '../../support/scope.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The explorer knows no resource by name: also run with the printers of the tutorial. */
describe('The explorer learns from the document', () => {
  let service: TestService;
  const itOpens = watchedIt(() => service.url);

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
  });
  after(() => service.stop());

  for (const resource of inScope(Object.values(resources)))
    itOpens(`to list and create ${resource.plural}`, async (pages) => {
      const { plural, label, path } = resource;
      const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as { readonly paths: object };
      expect(description.paths).to.include.keys(path, `${path}/{id}`);
      const page = await openExplorer(pages);
      await page
        .getByRole('navigation', { name: 'Resources' })
        .getByRole('link', { name: new RegExp(plural, 'i') })
        .click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${plural}$`, 'i') }).waitFor();
      await page.getByText(`There are no ${plural} yet.`).waitFor();
      await page.getByRole('link', { name: `New ${label.toLowerCase()}` }).click();
      const panel = await openedPanel(page, `New ${label.toLowerCase()}`);
      for (const name of Object.keys(relationshipsOf(resource))) await panel.getByRole('group', { name }).waitFor();
    });
});
