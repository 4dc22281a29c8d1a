import { expect } from 'chai';
import { checkDocument } from '../../support/check-document.ts';
import { ATOMIC, ATOMIC_TYPE, CURSOR_TYPE, CURSORS, MEDIA_TYPE } from '../../support/media-types.ts';

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
const described = { links: { describedby: '/openapi.json' } };
const results = { 'atomic:results': [{ data: person }, {}], ...described, jsonapi: { version: '1.1', ext: [ATOMIC] } };
const pageLinks = { ...links, self: { href: '/persons', type: CURSOR_TYPE }, ...described.links };
const page = {
  data: [item],
  links: pageLinks,
  meta: { count: 1, page: { total: 1 } },
  jsonapi: { version: '1.1', profile: [CURSORS] },
};
const jsonapi = { version: '1.0' };
const error = { status: '400', code: 'invalid-parameter', title: 'Invalid', detail: 'Not a size.' };
const typed = { ...error, links: { type: '/docs/errors#invalid-parameter' } };
const modern = { ...described, jsonapi: { version: '1.1' } };
const tooLarge = {
  ...error,
  source: { parameter: 'page[size]' },
  links: { type: `${CURSORS}max-size-exceeded` },
};

describe('The check of every document of the tests', () => {
  it('accepts results of operations, pages of the profile, and errors with a type of the profile', () => {
    checkDocument(results, 200, ATOMIC_TYPE);
    checkDocument({ ...described, errors: [typed], jsonapi: results.jsonapi }, 400, ATOMIC_TYPE);
    checkDocument(page, 200, CURSOR_TYPE);
    checkDocument({ ...page, data: [], meta: undefined, included: [person] }, 200, CURSOR_TYPE);
    checkDocument({ data: [item, person, { ...person, id: '2' }], links, jsonapi }, 200);
    checkDocument({ errors: [tooLarge], jsonapi }, 400);
  });

  it('accepts documents of JSON:API 1.1 without a parameter', () => {
    const self = { href: '/persons/1', type: MEDIA_TYPE };
    checkDocument({ ...modern, data: person, links: { self, ...described.links } }, 200);
    checkDocument({ ...modern, meta: {} }, 200);
    const header = { source: { header: 'If-Match' }, meta: { header: 'If-Match' } };
    checkDocument(
      { ...modern, errors: [typed, { ...typed, ...header }, { ...tooLarge, source: { pointer: '' } }] },
      400,
    );
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
    ['a text as self of a page', { ...page, links: { ...pageLinks, self: '/persons' } }, CURSOR_TYPE],
    ['another type of self', { ...page, links: { ...pageLinks, self: { href: '/', type: MEDIA_TYPE } } }, CURSOR_TYPE],
    ['1.1 without a link to the API description', { ...modern, meta: {}, links: undefined }, MEDIA_TYPE],
    ['an error of 1.1 without a type', { ...modern, errors: [error] }, MEDIA_TYPE],
    [
      'two sources of an error',
      { ...modern, errors: [{ ...typed, source: { header: 'a', pointer: '' } }] },
      MEDIA_TYPE,
    ],
    ['a count without a total', { ...page, meta: { count: 1 } }, CURSOR_TYPE],
    ['a single resource with the profile', { ...page, data: item }, CURSOR_TYPE],
    ['a duplicate resource', { data: [person, reordered], links, jsonapi }, MEDIA_TYPE],
    ['a duplicate included resource', { data: [], included: [person, item, reordered], jsonapi }, MEDIA_TYPE],
    ['a duplicate error', { errors: [error, tooLarge, error], jsonapi }, MEDIA_TYPE],
    ['a profile that the media type does not name', { ...modern, data: [], jsonapi: page.jsonapi }, MEDIA_TYPE],
    ['another type of error', { errors: [{ ...tooLarge, links: { type: `${CURSORS}other` } }], jsonapi }, MEDIA_TYPE],
    ['a type beside another link', withLinks({ ...tooLarge.links, about: '/' }), MEDIA_TYPE],
    ['a type of an error of another parameter', withSource({ parameter: 'page[after]' }), MEDIA_TYPE],
    ['an unknown member of an error with a type', { errors: [{ ...tooLarge, more: 1 }], jsonapi }, MEDIA_TYPE],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(() => {
        checkDocument(JSON.parse(JSON.stringify(document)), 200, mediaType);
      }).to.throw(/in \{|expected/);
    });
  }

  it('refuses a media type that the service does not have', () => {
    expect(() => {
      checkDocument({ ...modern, meta: {} }, 200, `${MEDIA_TYPE};profile="https://example.com/"`);
    }).to.throw('no media type of the service');
  });
});

function withLinks(links: object): object {
  return { errors: [{ ...tooLarge, links }], jsonapi };
}

function withSource(source: object): object {
  return { errors: [{ ...tooLarge, source }], jsonapi };
}
