import { expect } from 'chai';
import { readOrigins } from '#composition/config/origins';

describe('CORS_ORIGINS', () => {
  const accepted: readonly (readonly [text: string, origins: readonly string[]])[] = [
    ['https://app.example', ['https://app.example']],
    ['https://a.example,http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
    [' https://a.example ,\thttps://b.example\n', ['https://a.example', 'https://b.example']],
    ['https://a.example https://a.example', ['https://a.example']],
    ['HTTPS://App.Example', ['https://app.example']],
    ['https://app.example:443', ['https://app.example']],
    ['http://app.example:443', ['http://app.example:443']],
    ['http://localhost:5173', ['http://localhost:5173']],
    ['http://127.0.0.1', ['http://127.0.0.1']],
    ['http://[::1]:3000', ['http://[::1]:3000']],
    ['https://bücher.example', ['https://xn--bcher-kva.example']],
    ['capacitor://localhost', ['capacitor://localhost']],
    ['chrome-extension://ABCDEF', ['chrome-extension://abcdef']],
  ];
  for (const [text, origins] of accepted)
    it(`reads ${JSON.stringify(text)} as browsers send it`, () => {
      expect(readOrigins(text)).to.deep.equal({ value: new Set(origins) });
    });

  it('reads * as every origin', () => {
    expect(readOrigins(' * ')).to.deep.equal({ value: '*' });
  });

  for (const text of [
    ',',
    'app.example',
    'localhost:5173',
    '//app.example',
    'https:app.example',
    'https://',
    'https:///x',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example?x',
    'https://app.example#x',
    'https://user:secret@app.example',
    'https://*.example',
    'https://app.example\\x',
    'https://app.example:99999',
    'https://[::1',
    'null',
    'file:///tmp',
    '*, https://app.example',
    '* *',
    'https://a.example nope',
  ])
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(readOrigins(text))
        .to.have.property('refusal')
        .that.matches(/^must be /)
        .and.does.not.include('secret');
    });
});
