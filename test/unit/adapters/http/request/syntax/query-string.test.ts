import { expect } from 'chai';
import { readQueryString, type Parameter } from '#adapters/http/request/syntax/query-string';
import { writeQueryString } from '#adapters/http/api/links';

const pair = (name: string, value: string): Parameter => ({ name, value });

describe('reading a query string', () => {
  const readable: readonly [text: string, parameters: readonly Parameter[]][] = [
    ['', []],
    ['&&', []],
    ['a=1&&b=2&', [pair('a', '1'), pair('b', '2')]],
    ['a', [pair('a', '')]],
    ['a=', [pair('a', '')]],
    ['=a', [pair('', 'a')]],
    ['a=b=c', [pair('a', 'b=c')]],
    ['a=1&a=2', [pair('a', '1'), pair('a', '2')]],
    ['page[size]=5', [pair('page[size]', '5')]],
    ['page%5Bsize%5d=5', [pair('page[size]', '5')]],
    ['a+b=c+d%20e%2Bf', [pair('a b', 'c d e+f')]],
    ['a=%26%3D%25', [pair('a', '&=%')]],
    ['a=%C3%BC%F0%9F%98%80', [pair('a', 'ü😀')]],
    ['a=\u00c3\u00bc', [pair('a', 'ü')]],
    ['a=%C3\u00bc', [pair('a', 'ü')]],
    ['a=%00', [pair('a', '\0')]],
    ['a=%EF%BB%BFb', [pair('a', '\ufeffb')]],
    ['__proto__=1&constructor=2', [pair('__proto__', '1'), pair('constructor', '2')]],
  ];
  for (const [text, parameters] of readable) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(readQueryString(text)).to.deep.equal({ text, parameters, problems: [] });
    });
  }

  const broken: readonly [text: string, parameter: string, detail: RegExp][] = [
    ['a=%', 'a', /broken escape, "%"/],
    ['a=%4', 'a', /broken escape, "%4"/],
    ['a=%zz1', 'a', /broken escape, "%zz"/],
    ['a=%4+', 'a', /broken escape, "%4 "/],
    ['a%zz=1', 'a%zz', /name of a parameter has a broken escape/],
    ['a=%FF', 'a', /not UTF-8/],
    ['a=\u00fc', 'a', /not UTF-8/],
    ['a=%C3', 'a', /not UTF-8/],
    ['a=%C0%80', 'a', /not UTF-8/],
    ['a=%ED%A0%80', 'a', /not UTF-8/],
    ['a=\u20ac', 'a', /not UTF-8/],
    ['%FFa=1', '\ufffda', /not UTF-8/],
  ];
  for (const [text, parameter, detail] of broken) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const { parameters, problems } = readQueryString(`${text}&fine=1`);
      expect(parameters).to.deep.equal([pair('fine', '1')]);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include({ status: '400', code: 'invalid-parameter' });
      expect(problems[0]?.source).to.deep.equal({ parameter });
      expect(problems[0]?.detail).to.match(detail);
    });
  }
});

describe('writing a query string', () => {
  const written: readonly [parameter: Parameter, text: string][] = [
    [pair('page[size]', '5'), 'page%5Bsize%5D=5'],
    [pair('filter', '[{"name":"a b"}]'), 'filter=%5B%7B%22name%22:%22a%20b%22%7D%5D'],
    [pair('a', '&=+#%'), 'a=%26%3D%2B%23%25'],
    [pair('a', "!$'()*,;:@/?-._~"), "a=!$'()*,;:@/?-._~"],
    [pair('a', '<>\\^`{|}"[]'), 'a=%3C%3E%5C%5E%60%7B%7C%7D%22%5B%5D'],
    [pair('ü', '😀\0\n'), '%C3%BC=%F0%9F%98%80%00%0A'],
  ];
  for (const [parameter, text] of written) {
    it(`writes ${JSON.stringify(parameter)} and reads it back`, () => {
      expect(writeQueryString([parameter])).to.equal(text);
      expect(readQueryString(text).parameters).to.deep.equal([parameter]);
    });
  }

  it('keeps the order of parameters', () => {
    expect(writeQueryString([pair('b', '1'), pair('a', '2'), pair('b', '3')])).to.equal('b=1&a=2&b=3');
  });
});
