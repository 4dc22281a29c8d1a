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
const modern = {
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
  it('accepts results of operations, pages and errors of the profile, and documents of JSON:API 1.1', () => {
    checkDocument(results, 200, ATOMIC_TYPE);
    checkDocument({ errors: [typed], links: described, jsonapi: results.jsonapi }, 400, ATOMIC_TYPE);
    checkDocument(page, 200, CURSOR_TYPE);
    checkDocument({ ...page, data: [], meta: undefined, included: [person] }, 200, CURSOR_TYPE);
    checkDocument(modern, 200);
    checkDocument({ ...modern, data: [{ type: 'computer', id: '1' }] }, 200);
    checkDocument({ meta: { message: 'Done' }, links: described, jsonapi: modern.jsonapi }, 200);
    checkDocument(withModernErrors({ ...typed, source: { header: 'If-Match' }, meta: { header: 'If-Match' } }), 400);
    checkDocument(withModernErrors(tooLarge), 400);
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
    ['a profile that the media type does not name', { ...modern, jsonapi: page.jsonapi }, MEDIA_TYPE],
    [
      'a profile that jsonapi does not name',
      { ...modern, links: { ...described, self: { href: '/', type: INCLUDED_TYPE } } },
      INCLUDED_TYPE,
    ],
    ['another profile', { ...modern, links: pageLinks, jsonapi: { version: '1.1', profile: [INCLUDED] } }, CURSOR_TYPE],
    ['1.1 without describedby', { ...modern, links: { self: modern.links.self } }, MEDIA_TYPE],
    ['results without describedby', { ...results, links: undefined }, ATOMIC_TYPE],
    ['self as a string in 1.1', { ...modern, links: { ...described, self: '/persons/1' } }, MEDIA_TYPE],
    ['no self in 1.1', { ...modern, links: described }, MEDIA_TYPE],
    [
      'self with another type',
      { ...modern, links: { ...described, self: { href: '/', type: CURSOR_TYPE } } },
      MEDIA_TYPE,
    ],
    ['self without a type', { ...modern, links: { ...described, self: { href: '/' } } }, MEDIA_TYPE],
    [
      'self with another member',
      { ...modern, links: { ...described, self: { ...modern.links.self, rel: 'x' } } },
      MEDIA_TYPE,
    ],
    ['another link object', { ...modern, links: { ...modern.links, first: modern.links.self } }, MEDIA_TYPE],
    ['a primary resource in included', { ...modern, included: [person] }, MEDIA_TYPE],
    ['a listed resource in included', { ...modern, data: [person], included: [reordered] }, MEDIA_TYPE],
    ['an error in 1.1 without a type', withModernErrors(error), MEDIA_TYPE],
    ['an error with the type of another code', withModernErrors({ ...typed, code: 'not-found' }), MEDIA_TYPE],
    ['an error with two sources', withModernErrors({ ...typed, source: { pointer: '', header: 'A' } }), MEDIA_TYPE],
    ['a path parameter as a source in 1.1', withModernErrors({ ...lost, source: { parameter: 'id' } }), MEDIA_TYPE],
    ['a lid', { ...modern, data: { ...person, lid: 'a' } }, MEDIA_TYPE],
    ['a link object in 1.0', { ...modern, jsonapi }, MEDIA_TYPE],
    ['describedby in 1.0', { data: [], links: { ...links, ...described }, jsonapi }, MEDIA_TYPE],
    ['an error with a type in 1.0', { errors: [typed], jsonapi }, MEDIA_TYPE],
    ['a header as a source in 1.0', { errors: [{ ...error, source: { header: 'A' } }], jsonapi }, MEDIA_TYPE],
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
    }).to.throw('not a media type of the service');
  });
});

function withModernErrors(...errors: readonly object[]): object {
  return { errors, links: described, jsonapi: modern.jsonapi };
}

function withLinks(links: object): object {
  return { errors: [{ ...tooLarge, links }], jsonapi };
}

function withSource(source: object): object {
  return { errors: [{ ...tooLarge, source }], jsonapi };
}
