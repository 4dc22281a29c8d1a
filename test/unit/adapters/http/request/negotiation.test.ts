import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { ApiError } from '#adapters/http/api/errors';
import { ATOMIC, CURSOR_PROFILE, INCLUDED_PROFILE } from '#adapters/http/api/media-types';
import type { Offer } from '#adapters/http/api/operation-traits';
import { negotiate, prefers, type SentBody } from '#adapters/http/request/negotiation';

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
  `text/html, ${JSON_API};profile="x";q=0.9`,
  `text/html;q=0.2, ${JSON_API};profile="x";q=0.1`,
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

describe('negotiate', () => {
  const [included, cursors] = [INCLUDED_PROFILE, CURSOR_PROFILE].map((uri) => `${JSON_API};profile="${uri}"`);
  const both = `${JSON_API};profile="${CURSOR_PROFILE} ${INCLUDED_PROFILE}"`;
  const none = `${JSON_API};profile="x"`;
  const atomic = `${JSON_API};ext="${ATOMIC}"`;

  /** The version and the profiles that are asked for, or the status of the error. */
  function asked(headers: IncomingHttpHeaders, offer: Offer, body: SentBody = 'none'): string {
    try {
      const { version, ...profiles } = negotiate({ headers } as IncomingMessage, offer, body);
      return [version, ...Object.entries(profiles).flatMap(([name, isAsked]) => (isAsked ? [name] : []))].join(' ');
    } catch (error) {
      if (error instanceof ApiError) return String(error.status);
      throw error;
    }
  }

  /** The results for a view and for a list. */
  const cases: readonly (readonly [accept: string | undefined, ofView: string, ofList: string])[] = [
    [undefined, '1.0', '1.0'],
    ['', '1.0', '1.0'],
    ['*/*', '1.0', '1.0'],
    [JSON_API, '1.0', '1.0'],
    [none, '1.1', '1.1'],
    [`${JSON_API};profile=""`, '1.0', '1.0'],
    [`${JSON_API};profile="";ext=" "`, '1.0', '1.0'],
    [included, '1.1', '1.1'],
    [cursors, '1.1', '1.1 cursors'],
    [both, '1.1', '1.1 cursors'],
    [`${JSON_API};profile=${INCLUDED_PROFILE}`, '1.1', '1.1'],
    [`${JSON_API};PROFILE = "x ${INCLUDED_PROFILE}"`, '1.1', '1.1'],
    [`${JSON_API};profile="${INCLUDED_PROFILE.replace('urn', String.raw`\urn`)}"`, '1.1', '1.1'],
    [`${included}, ${JSON_API}`, '1.1', '1.1'],
    [`${none}, ${included}`, '1.1', '1.1'],
    [`${none}, ${cursors}`, '1.1', '1.1 cursors'],
    [`${JSON_API}, ${none}`, '1.1', '1.1'],
    [`${included};q=0.5, ${JSON_API};q=0.6`, '1.0', '1.0'],
    [`${included};q=0.5, ${cursors};q=0.6`, '1.1', '1.1 cursors'],
    [`${included};q=0.5, ${both};q=0.5`, '1.1', '1.1 cursors'],
    [`${included};q=0`, '406', '406'],
    [`${included};charset=utf-8`, '406', '406'],
    [`${included};profile="x"`, '406', '406'],
    [`${JSON_API};profile`, '406', '406'],
    [atomic, '406', '406'],
    [`${atomic}, ${none};q=0.1`, '1.1', '1.1'],
    [`application/json;profile="${INCLUDED_PROFILE}"`, '1.0', '1.0'],
  ];
  for (const [accept, ofView, ofList] of cases)
    it(`finds ${ofView} for a view and ${ofList} for a list in Accept: ${accept ?? 'absent'}`, () => {
      const headers = accept === undefined ? {} : { accept };
      expect([asked(headers, 'view'), asked(headers, 'list')]).to.deep.equal([ofView, ofList]);
      expect(asked(headers, 'document')).to.equal(ofView.split(' ')[0]);
      expect(asked(headers, 'file'), 'a file').not.to.equal('406');
    });

  it('finds the version in Content-Type as well', () => {
    const sent = (type: string, accept = '*/*'): string => asked({ accept, 'content-type': type }, 'list', 'document');
    expect([sent(JSON_API), sent(none), sent(none, JSON_API), sent(JSON_API, none)]).to.deep.equal([
      '1.0',
      '1.1',
      '1.1',
      '1.1',
    ]);
    expect([
      sent(`${JSON_API};profile=""`),
      sent(`${none};charset=utf-8`),
      sent(atomic),
      sent('text/plain'),
    ]).to.deep.equal(['1.0', '415', '415', '415']);
    expect(asked({ 'content-type': none }, 'view')).to.equal('1.1');
    expect(asked({ 'content-type': `${JSON_API};x=y` }, 'view')).to.equal('415');
    expect(asked({ 'content-type': 'text/plain' }, 'view')).to.equal('1.0');
  });

  it('requires the extension for operations', () => {
    const of = (accept: string, type: string): string => asked({ accept, 'content-type': type }, 'atomic', 'document');
    expect([of('*/*', atomic), of(atomic, atomic), of(`${atomic};profile="x"`, `${atomic};profile=y`)]).to.deep.equal([
      '1.1',
      '1.1',
      '1.1',
    ]);
    expect([of(JSON_API, atomic), of(none, atomic), of(atomic, JSON_API), of(atomic, none)]).to.deep.equal([
      '406',
      '406',
      '415',
      '415',
    ]);
  });

  it('requires a form as the body of QUERY', () => {
    const of = (type: string): string => asked({ 'content-type': type }, 'list', 'form');
    const form = 'application/x-www-form-urlencoded';
    for (const type of [form, form.toUpperCase(), `${form};charset=utf-8`, `${form} ; Charset="UTF-8"`])
      expect(of(type), type).to.equal('1.0');
    for (const type of ['', JSON_API, none, 'text/plain', `${form};charset=latin1`, `${form};x=y`])
      expect(of(type), type).to.equal('415');
  });
});
