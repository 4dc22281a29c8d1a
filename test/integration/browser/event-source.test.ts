import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { testBrowser } from '../../browser/browser.ts';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf } from '../../docs/markdown.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

describe('The example of EventSource in docs/changes.md, in a browser', () => {
  const examples = fencesOf(readDocument('docs/changes.md')).filter(({ language }) => language === 'js');
  let service: TestService;
  let client: ApiClient;
  let page: Page;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:', CHANGES_STREAM_SECONDS: '1' });
    client = new ApiClient(service.url);
    page = await (await testBrowser()).newPage();
    await page.goto(`${service.url}/`);
  });
  after(async () => {
    await page.close();
    await service.stop();
  });

  const addComputer = async (serial: string): Promise<void> => {
    const { status } = await client.post('/computers', { data: { type: 'computer', attributes: { serial } } });
    expect(status).to.equal(201);
  };
  const shown = (): Promise<unknown> => page.evaluate('shown');

  it('shows changes, including those made while it is disconnected', async () => {
    expect(examples).to.have.lengthOf(1);
    const ended = page.waitForEvent('console', (message) => message.text() === 'stream-timeout');
    await page.evaluate(`(() => {
      window.shown = [];
      const show = ({ attributes }) => shown.push(attributes.after.serial);
      ${examples[0]?.lines.join('\n') ?? ''}
      window.source = source;
    })()`);
    await eventually('it is open', async () => (await page.evaluate('source.readyState')) === 1);
    await addComputer('A-1');
    await eventually('the first is shown', async () => expect(await shown()).to.deep.equal(['A-1']));
    await ended;
    await addComputer('B-2');
    await eventually('the second is shown', async () => expect(await shown()).to.deep.equal(['A-1', 'B-2']));
    await page.evaluate('source.close()');
  });

  it('gives up if the response is not a stream', async () => {
    await page.evaluate(`void (window.refused = new EventSource('/changes?page[after]=p${'A'.repeat(80)}'))`);
    await eventually('it is closed', async () => (await page.evaluate('refused.readyState')) === 2);
  });
});
