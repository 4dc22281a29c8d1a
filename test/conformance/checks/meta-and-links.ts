import { expect } from 'chai';
import { check, checkLast, everyDocument, everyPart, expectStatus, partsOf, type Checks } from '../check.ts';
import { newComputer, newPerson, pathOf, relatedOf } from '../resources.ts';

/** The characters of a URI reference (RFC 3986). */
export const URI_REFERENCE = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})+$/i;

export const metaAndLinks: Checks = {
  'meta-objects#1': everyPart('metas', 'has objects as meta', (value, where) => {
    expect(value, where).to.be.an('object');
  }),

  'meta-object-members#1': check(
    'returns the number of matches and the confirmation of a deletion in meta',
    async (session) => {
      const person = await newPerson(session, [await newComputer(session), await newComputer(session)]);
      const list = await session.get(`${relatedOf(person)}?page[size]=1`);
      expect(list.document.meta).to.deep.equal({ count: 2 });
      expect((await session.delete(pathOf(person))).document.meta).to.deep.equal({
        message: 'Object successfully deleted',
      });
    },
  ),

  'top-level-links#2': everyPart('linkLists', 'has objects as links', (value, where) => {
    expect(value, where).to.be.an('object');
  }),

  'top-level-links-members#1': checkLast('has a URL in every link', async (session) => {
    // Links of pages that do not exist may be null, and the types of errors are at jsonapi.org.
    const links = partsOf(session, 'links').filter(
      ({ value, where }) =>
        !(value === null && /\/(prev|next)$/.test(where)) && !/\/errors\/\d+\/links\/type$/.test(where),
    );
    expect(links.length).to.be.above(0);
    for (const { value, where } of links) {
      const href: unknown = typeof value === 'string' ? value : value.href;
      expect(href, where).to.be.a('string').that.matches(URI_REFERENCE);
      expect(await session.pathOf(href as string), where).to.match(/^\//);
    }
  }),

  'top-level-json-api-member#1': everyDocument('has a jsonapi member in every document', ({ response }, where) => {
    expect(response.document, where).to.have.property('jsonapi');
  }),

  'json-api-type#1': everyPart('versions', 'has objects as jsonapi', (value, where) => {
    expect(value, where).to.be.an('object');
  }),

  'json-api-version#1': everyPart('versions', 'declares version 1.0', (value, where) => {
    expect(value.version, where).to.equal('1.0');
  }),

  'fetch-url-support#1': checkLast('serves every self and related link', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    const paths = [
      pathOf(person),
      relatedOf(person),
      relatedOf(computer),
      `${pathOf(computer)}?include=owner.computers`,
    ];
    for (const path of [
      ...paths,
      '/computers?page[size]=1',
      '/persons?sort=-id&page[size]=2&fields[person]=computers',
    ]) {
      const { document } = await session.get(path);
      const self = await session.follow(document.links.self);
      expectStatus(self, 200);
      // In 1.0, only the self link of a list keeps the query parameters.
      if (Array.isArray(document.data) || session.version === '1.1') expect(self.document).to.deep.equal(document);
      else expect(self.document.data).to.include({ type: document.data.type, id: document.data.id });
      for (const resource of [document.data, document.included ?? []].flat()) {
        const { links, relationships } = resource;
        expect((await session.follow(links.self)).document.data.id).to.equal(resource.id);
        for (const relationship of Object.values<{ links: { related: string } }>(relationships))
          expectStatus(await session.follow(relationship.links.related), 200);
      }
    }
  }),
};
