// Links in JSON:API 1.1: strings or link objects.
import { expect } from 'chai';
import { check, checkLast, expectStatus, partsOf, type Checks } from '../check.ts';
import {
  newComputer,
  newComputers,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  serialsStartingWith,
} from '../resources.ts';
import { hrefOf, type Link } from '../session.ts';
import { URI_REFERENCE } from './meta-and-links.ts';
import { ERROR_TYPE } from './top-level.ts';

export const linkObjects: Checks = {
  'top-level-link-members': check(
    'links a document to itself, the API description, related resources and pages',
    async (session) => {
      const computer = await newComputer(session);
      const list = `/computers?${serialsStartingWith(await newComputers(session, ['a', 'b']))}&page[size]=1`;
      const own = ['self', 'describedby'];
      const { links } = (await session.get(pathOf(computer))).document;
      expect(links).to.have.all.keys(own);
      expect((await session.get(relationshipOf(computer))).document.links).to.have.all.keys(...own, 'related');
      expect((await session.get(list)).document.links).to.have.all.keys(...own, 'first', 'last', 'next');
      const description = await session.read(links.describedby as Link);
      expect(description.status).to.equal(200);
      expect(await description.json())
        .to.have.property('openapi')
        .that.is.a('string');
    },
  ),

  'links-link': checkLast('sends each link as a URL, a link object or null', async (session) => {
    const links = partsOf(session, 'links');
    expect(links.length).to.be.above(0);
    for (const { value, where } of links) {
      if (value === null) {
        expect(where).to.match(/\/links\/(?:prev|next)$/);
        continue;
      }
      const href: unknown = hrefOf(value as Link);
      expect(href, where).to.be.a('string').that.matches(URI_REFERENCE);
      if (!ERROR_TYPE.test(String(href))) expect(await session.pathOf(value as Link), where).to.match(/^\//);
    }
  }),

  'link-object-href': checkLast('sends a URL that can be followed in every link object', async (session) => {
    const objects = partsOf(session, 'linkObjects');
    expect(objects.length).to.be.above(0);
    for (const { value, where } of objects) expect(value.href, where).to.be.a('string').that.matches(URI_REFERENCE);
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    for (const path of [
      pathOf(person),
      `${pathOf(person)}?include=computers&fields[computer]=serial`,
      relationshipOf(person),
      `${relationshipOf(person)}?include=computers`,
      `${relatedOf(computer)}?fields[person]=birth_date`,
      `/computers?filter[id]=${computer.id}&include=owner`,
    ]) {
      const { document } = await session.get(path);
      expect(document.links.self, path).to.be.an('object');
      const again = await session.follow(document.links.self as Link);
      expectStatus(again, 200);
      expect(again.document, path).to.deep.equal(document);
    }
  }),

  'link-object-members': checkLast(
    'sends only defined members in link objects, and the media type in self',
    (session) => {
      const allowed = ['href', 'rel', 'describedby', 'title', 'type', 'hreflang', 'meta'];
      for (const { value, where } of partsOf(session, 'linkObjects'))
        expect(allowed, where).to.include.members(Object.keys(value as object));
      const selves = session.withDocument().filter(({ response }) => typeof response.document.links?.self === 'object');
      expect(selves.length).to.be.above(0);
      for (const { method, path, response } of selves)
        expect(response.document.links.self.type, `${method} ${path}`).to.equal(response.headers['content-type']);
    },
  ),
};
