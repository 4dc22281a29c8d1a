import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { knownParameters } from '#adapters/http/api/parameters';

describe('The query parameters', () => {
  it('are all described in the guide to queries', () => {
    const guide = readFileSync('docs/query.md', 'utf8');
    expect(knownParameters.map(({ shape }) => shape).filter((shape) => !guide.includes(`\`${shape}\``))).to.deep.equal(
      [],
    );
  });
});
