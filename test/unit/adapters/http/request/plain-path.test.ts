import { expect } from 'chai';
import { plainPath } from '#adapters/http/request/plain-path';

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

describe('plainPath', () => {
  it('decodes exactly the unreserved characters, with upper- or lower-case digits', () => {
    for (let code = 0; code < 256; code += 1) {
      const character = String.fromCharCode(code);
      const escape = `%${code.toString(16).padStart(2, '0')}`;
      for (const each of [escape, escape.toUpperCase()])
        expect(plainPath(`/a${each}b`), each).to.equal(`/a${UNRESERVED.includes(character) ? character : each}b`);
    }
  });

  for (const path of ['/%2531', '/%%33', '/%', '/%3', '/%zz', '/%c3%a9', '/é'])
    it(`decodes at most once and keeps broken escapes: ${path}`, () => {
      expect(plainPath(path)).to.equal(path === '/%%33' ? '/%3' : path);
    });
});
