import { expect } from 'chai';
import { errorCodes } from '#adapters/http/api/errors';
import { errorsPage } from '#adapters/http/pages/errors-page';

const service = { name: 'A service', version: '1', description: 'A service' };

async function page(hasPages: boolean): Promise<string> {
  return (await errorsPage({ service, hasPages })()).toString();
}

function targetsIn(html: string): readonly string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
}

describe('The page about errors', () => {
  it('has an anchor for each error code', async () => {
    const ids = [...(await page(true)).matchAll(/<td id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).to.have.members(errorCodes);
  });

  it('has no duplicate id', async () => {
    const ids = [...(await page(true)).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).to.include.members(['errors', 'all-codes']);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('links to the query language and the other pages', async () => {
    const targets = targetsIn(await page(true));
    expect(targets).to.include.members(['query#pages-by-cursor', '../explorer/', '../docs/', '../openapi.json']);
    expect(targets.filter((target) => target.includes('.md'))).to.deep.equal([]);
  });

  it('does not link to the other pages if they are off', async () => {
    const targets = new Set(targetsIn(await page(false)));
    expect([...targets].filter((target) => !target.startsWith('#'))).to.have.members([
      'text.css',
      '../docs/theme.js',
      '../docs/icon.svg',
      '../docs/theme.css',
      '../',
      '../openapi.json',
    ]);
  });
});
