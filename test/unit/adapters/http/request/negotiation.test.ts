import { expect } from 'chai';
import { prefersHtml } from '#adapters/http/request/negotiation';

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

describe('prefersHtml', () => {
  for (const accept of html)
    it(`ranks HTML first in ${accept}`, () => {
      expect(prefersHtml(accept)).to.equal(true);
    });
  for (const accept of document)
    it(`ranks JSON:API first, or nothing, in ${accept ?? 'no header'}`, () => {
      expect(prefersHtml(accept)).to.equal(false);
    });
});
