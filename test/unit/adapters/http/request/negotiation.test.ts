import { expect } from 'chai';
import { CURSOR_PROFILE, INCLUDED_PROFILE } from '#adapters/http/api/media-types';
import { askedProfiles, prefers } from '#adapters/http/request/negotiation';

const JSON_API = 'application/vnd.api+json';

const html = [
  'text/html',
  'TEXT/HTML',
  'text/*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
  `text/html, ${JSON_API};q=0.9`,
  `text/html;q=0.2, ${JSON_API};q=0.1`,
  `${JSON_API};q=0, */*`,
  'text/html;q=0.5, application/*;q=0.1, */*;q=0.9',
  'application/json;q=0.3, text/*;q=0.4',
];

const document = [
  undefined,
  '',
  '*/*',
  JSON_API,
  'application/json',
  'application/*',
  `text/html, ${JSON_API}`,
  `text/html, application/json`,
  'text/html, */*',
  `text/html;q=0.9, ${JSON_API}`,
  'text/html;q=0.5, */*',
  'text/*;q=0.1, application/json;q=0.2',
  'text/html;q=0',
  '*/*;q=0',
  'text/html;q=nonsense',
  'text/html;level=1',
  `"text/html", ${JSON_API}`,
  `${JSON_API};profile="text/html"`,
  `text/html, ${JSON_API};ext=x`,
  `${JSON_API};charset=utf-8, */*`,
];

describe('prefers', () => {
  for (const accept of html)
    it(`ranks HTML first in ${accept}`, () => {
      expect(prefers(accept, 'text/html')).to.equal(true);
    });
  for (const accept of document)
    it(`ranks JSON:API first, or nothing, in ${accept ?? 'no header'}`, () => {
      expect(prefers(accept, 'text/html')).to.equal(false);
    });
});

describe('askedProfiles', () => {
  const [included, cursors] = [INCLUDED_PROFILE, CURSOR_PROFILE].map((uri) => `${JSON_API};profile="${uri}"`);
  const both = `${JSON_API};profile="${CURSOR_PROFILE} ${INCLUDED_PROFILE}"`;
  /** The profiles asked for on a view and on a list. */
  const cases: readonly (readonly [accept: string | undefined, ofView: string, ofList: string])[] = [
    [undefined, '', ''],
    ['', '', ''],
    ['*/*', '', ''],
    [JSON_API, '', ''],
    [included, 'included', 'included'],
    [cursors, '', 'cursors'],
    [both, 'cursors included', 'cursors included'],
    [`${JSON_API};profile=${INCLUDED_PROFILE}`, 'included', 'included'],
    [`${JSON_API};PROFILE = "x ${INCLUDED_PROFILE}"`, 'included', 'included'],
    [`${JSON_API};profile="${INCLUDED_PROFILE.replace('urn', String.raw`\urn`)}"`, 'included', 'included'],
    [`${included}, ${JSON_API}`, 'included', 'included'],
    [`${included};q=0.5, ${JSON_API};q=0.6`, '', ''],
    [`${included};q=0.5, ${cursors};q=0.6`, 'included', 'cursors'],
    [`${included};q=0.5, ${both};q=0.5`, 'included', 'included'],
    [`${included};q=0`, '', ''],
    [`${included};charset=utf-8`, '', ''],
    [`${included};profile="x"`, '', ''],
    [`application/json;profile="${INCLUDED_PROFILE}"`, '', ''],
  ];
  for (const [accept, ofView, ofList] of cases)
    it(`are "${ofView}" of a view, and "${ofList}" of a list, in ${accept ?? 'no header'}`, () => {
      const namesOf = (asked: ReturnType<typeof askedProfiles>): string =>
        Object.entries(asked)
          .flatMap(([name, isAsked]) => (isAsked ? [name] : []))
          .toSorted()
          .join(' ');
      expect(namesOf(askedProfiles(accept, 'view'))).to.equal(ofView);
      expect(namesOf(askedProfiles(accept, 'list'))).to.equal(ofList);
      for (const offer of ['document', 'atomic', 'json', 'file'] as const)
        expect(namesOf(askedProfiles(accept, offer))).to.equal('');
    });
});
