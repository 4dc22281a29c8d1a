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

  it('has the documents about queries and paging, whose links to each other stay on the page', async () => {
    const html = (await queryPage({ service, resources })).toString();
    const found = (pattern: RegExp): readonly string[] => [...html.matchAll(pattern)].map(([, text = '']) => text);
    const anchors = found(/ id="([^"]*)"/g);
    expect(anchors).to.include.members(['operators', 'paging', 'pages-by-cursor', 'exports']);
    expect(new Set(anchors).size).to.equal(anchors.length);
    expect(found(/<h1[^>]*>(.*?)<\/h1>/g)).to.deep.equal(['The query language']);
    const targets = found(/ href="#([^"]*)"/g);
    expect(targets).to.include.members(['included-sets', 'the-method-query']);
    expect(targets.filter((target) => !anchors.includes(target))).to.deep.equal([]);
  });

  it('shows code as it is in the documents', async () => {
    const html = (await queryPage({ service, resources })).toString();
    expect(html).to.include('\n# → 200: person 1 ADA LOVELACE').and.not.include('\n## → ');
  });
});
