import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { knownParameters } from '#adapters/http/api/parameters';

describe('The query parameters', () => {
  it('are all described in the guide to queries, or with the route of the feed', () => {
    const [guide, ofFeed] = ['docs/query.md', 'docs/api.md'].map((file) => readFileSync(file, 'utf8'));
    const missing = knownParameters.filter(({ shape, takenBy }) => {
      const page = takenBy.every((scope) => scope === 'changes' || scope === 'stream') ? ofFeed : guide;
      return page?.includes(`\`${shape}\``) !== true;
    });
    expect(missing.map(({ shape }) => shape)).to.deep.equal([]);
  });
});
