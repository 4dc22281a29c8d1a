import { expect } from 'chai';
import { queryPage } from '#adapters/http/pages/query-page';
import { resources } from '#test/support/model';

const service = { name: 'A service', version: '1', description: 'A service' };

describe('The page about the query language', () => {
  for (const [what, model] of [
    ['of the default model', {}],
    ['of a model in a folder', { model: 'digest' }],
  ] as const)
    it(`lists all of its sections: ${what}`, async () => {
      const html = (await queryPage({ service: { ...service, ...model }, resources })).toString();
      const found = (pattern: RegExp): readonly unknown[] => [...html.matchAll(pattern)].map(([, anchor]) => anchor);
      const listed = found(/<li class="level-[23]"><a href="#([^"]*)"/g);
      expect(listed).to.have.property('length').greaterThan(3);
      expect(listed).to.deep.equal(found(/<h[23] id="([^"]*)"/g));
    });
});
