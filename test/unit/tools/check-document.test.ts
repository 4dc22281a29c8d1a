import { expect } from 'chai';
import { checkDocument } from '../../support/check-document.ts';
import {
  ATOMIC,
  ATOMIC_TYPE,
  CURSOR_TYPE,
  CURSORS,
  INCLUDED,
  INCLUDED_TYPE,
  MEDIA_TYPE,
} from '../../support/media-types.ts';

const person = { type: 'person', id: '1', attributes: {}, links: { self: '/persons/1' } };
const reordered = Object.fromEntries(Object.entries(person).toReversed());
const item = { ...person, meta: { page: { cursor: 'abc' } } };
const links = {
  self: '/persons',
  first: '/persons?page[after]=',
  last: '/persons?page[before]=',
  prev: null,
  next: null,
};
const described = { describedby: '/openapi.json' };
const results = {
  'atomic:results': [{ data: person }, {}],
  links: described,
  jsonapi: { version: '1.1', ext: [ATOMIC] },
};
const pageLinks = { ...links, ...described, self: { href: '/persons', type: CURSOR_TYPE } };
const page = {
  data: [item],
  links: pageLinks,
  meta: { count: 1, page: { total: 1 } },
  jsonapi: { version: '1.1', profile: [CURSORS] },
};
const jsonapi = { version: '1.0' };
const error = { status: '400', code: 'invalid-parameter', title: 'Invalid', detail: 'Not a size.' };
const typed = { ...error, links: { type: '/docs/errors#invalid-parameter' } };
const lost = { ...error, code: 'object-not-found', links: { type: '/docs/errors#object-not-found' } };
const newer = {
  data: person,
  included: [{ ...person, type: 'computer' }],
  links: { ...described, self: { href: '/persons/1?include=computers', type: MEDIA_TYPE } },
  jsonapi: { version: '1.1' },
};
const tooLarge = {
  ...error,
  source: { parameter: 'page[size]' },
  links: { type: `${CURSORS}max-size-exceeded` },
};

describe('The check of every document of the tests', () => {
  it('accepts results of operations, pages of the profile, and errors with a type of the profile', () => {
    checkDocument(results, 200, ATOMIC_TYPE);
    checkDocument({ errors: [typed], links: described, jsonapi: results.jsonapi }, 400, ATOMIC_TYPE);
    checkDocument(page, 200, CURSOR_TYPE);
    checkDocument({ ...page, data: [], meta: undefined, included: [person] }, 200, CURSOR_TYPE);
    checkDocument(newer, 200);
    checkDocument({ ...newer, data: [{ type: 'computer', id: '1' }] }, 200);
    checkDocument({ meta: { message: 'Done' }, links: described, jsonapi: newer.jsonapi }, 200);
    checkDocument(withNewerErrors({ ...typed, source: { header: 'If-Match' }, meta: { header: 'If-Match' } }), 400);
    checkDocument(withNewerErrors(tooLarge), 400);
    checkDocument({ data: [item, person, { ...person, id: '2' }], links, jsonapi }, 200);
    checkDocument({ errors: [tooLarge], jsonapi }, 400);
  });

  for (const [what, document, mediaType] of [
    ['1.0 with the extension', { ...results, jsonapi }, ATOMIC_TYPE],
    ['results without the extension', { ...results, jsonapi }, MEDIA_TYPE],
    ['only empty results', { ...results, 'atomic:results': [{}] }, ATOMIC_TYPE],
    ['no results', { ...results, 'atomic:results': [] }, ATOMIC_TYPE],
    ['a result with an unknown member', { ...results, 'atomic:results': [{ data: person, lid: '1' }] }, ATOMIC_TYPE],
    ['a result without an id', { ...results, 'atomic:results': [{ data: { type: 'person' } }] }, ATOMIC_TYPE],
    ['results and errors', { ...results, errors: [error] }, ATOMIC_TYPE],
    ['data beside results', { ...results, data: null }, ATOMIC_TYPE],
    ['1.0 with the profile', { ...page, jsonapi }, CURSOR_TYPE],
    ['an item without a cursor', { ...page, data: [person] }, CURSOR_TYPE],
    ['a cursor that needs escaping', { ...page, data: [{ ...person, meta: { page: { cursor: 'a=' } } }] }, CURSOR_TYPE],
    ['a page without next', { ...page, links: { ...pageLinks, next: undefined } }, CURSOR_TYPE],
    ['a count without a total', { ...page, meta: { count: 1 } }, CURSOR_TYPE],
    ['a single resource with the profile', { ...page, data: item }, CURSOR_TYPE],
    ['a duplicate resource', { data: [person, reordered], links, jsonapi }, MEDIA_TYPE],
    ['a duplicate included resource', { data: [], included: [person, item, reordered], jsonapi }, MEDIA_TYPE],
    ['a duplicate error', { errors: [error, tooLarge, error], jsonapi }, MEDIA_TYPE],
    ['a profile that the media type does not name', { ...newer, jsonapi: page.jsonapi }, MEDIA_TYPE],
    [
      'a profile that jsonapi does not name',
      { ...newer, links: { ...described, self: { href: '/', type: INCLUDED_TYPE } } },
      INCLUDED_TYPE,
    ],
    ['another profile', { ...newer, links: pageLinks, jsonapi: { version: '1.1', profile: [INCLUDED] } }, CURSOR_TYPE],
    ['1.1 without describedby', { ...newer, links: { self: newer.links.self } }, MEDIA_TYPE],
    ['results without describedby', { ...results, links: undefined }, ATOMIC_TYPE],
    ['self as a text in 1.1', { ...newer, links: { ...described, self: '/persons/1' } }, MEDIA_TYPE],
    ['no self in 1.1', { ...newer, links: described }, MEDIA_TYPE],
    ['self of another type', { ...newer, links: { ...described, self: { href: '/', type: CURSOR_TYPE } } }, MEDIA_TYPE],
    ['self without a type', { ...newer, links: { ...described, self: { href: '/' } } }, MEDIA_TYPE],
    [
      'self with another member',
      { ...newer, links: { ...described, self: { ...newer.links.self, rel: 'x' } } },
      MEDIA_TYPE,
    ],
    ['another link object', { ...newer, links: { ...newer.links, first: newer.links.self } }, MEDIA_TYPE],
    ['a primary resource in included', { ...newer, included: [person] }, MEDIA_TYPE],
    ['a listed resource in included', { ...newer, data: [person], included: [reordered] }, MEDIA_TYPE],
    ['an error of 1.1 without a type', withNewerErrors(error), MEDIA_TYPE],
    ['an error with the type of another', withNewerErrors({ ...typed, code: 'not-found' }), MEDIA_TYPE],
    ['an error about two things', withNewerErrors({ ...typed, source: { pointer: '', header: 'A' } }), MEDIA_TYPE],
    ['an error about a part of the path', withNewerErrors({ ...lost, source: { parameter: 'id' } }), MEDIA_TYPE],
    ['a lid', { ...newer, data: { ...person, lid: 'a' } }, MEDIA_TYPE],
    ['a link object in 1.0', { ...newer, jsonapi }, MEDIA_TYPE],
    ['describedby in 1.0', { data: [], links: { ...links, ...described }, jsonapi }, MEDIA_TYPE],
    ['the type of an error in 1.0', { errors: [typed], jsonapi }, MEDIA_TYPE],
    ['the header of an error in 1.0', { errors: [{ ...error, source: { header: 'A' } }], jsonapi }, MEDIA_TYPE],
    ['another type of error', { errors: [{ ...tooLarge, links: { type: `${CURSORS}other` } }], jsonapi }, MEDIA_TYPE],
    ['a type beside another link', withLinks({ ...tooLarge.links, about: '/' }), MEDIA_TYPE],
    ['a type of an error of another parameter', withSource({ parameter: 'page[after]' }), MEDIA_TYPE],
    ['an unknown member of an error with a type', { errors: [{ ...tooLarge, more: 1 }], jsonapi }, MEDIA_TYPE],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(() => {
        checkDocument(JSON.parse(JSON.stringify(document)), 200, mediaType);
      }).to.throw(/in \{/);
    });
  }

  it('refuses a media type that the service does not have', () => {
    expect(() => {
      checkDocument(page, 200, `${MEDIA_TYPE};profile="https://example.com/"`);
    }).to.throw('no media type of the service');
  });
});

function withNewerErrors(...errors: readonly object[]): object {
  return { errors, links: described, jsonapi: newer.jsonapi };
}

function withLinks(links: object): object {
  return { errors: [{ ...tooLarge, links }], jsonapi };
}

function withSource(source: object): object {
  return { errors: [{ ...tooLarge, source }], jsonapi };
}
