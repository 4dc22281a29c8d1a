import { expect } from 'chai';
import fc from 'fast-check';
import { ApiError, throwIfAny } from '#adapters/http/api/errors';
import type { KeyUse } from '#adapters/http/api/header-use';
import { readKey } from '#adapters/http/request/idempotency-key';

describe('The key of a request', () => {
  const bareText = fc
    .array(fc.constantFrom(...'abzABZ059._:~+/=-'), { minLength: 1, maxLength: 255 })
    .map((letters) => letters.join(''));
  const printable = fc
    .array(
      fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
      { minLength: 1, maxLength: 255 },
    )
    .map((letters) => letters.join(''));

  it('is the same bare and in quotation marks', () => {
    fc.assert(
      fc.property(bareText, (key) => {
        expect(keyOf([key])).to.equal(key);
        expect(keyOf([quoted(key)])).to.equal(key);
      }),
    );
  });

  it('is any text of printable letters in quotation marks, whatever parameters follow', () => {
    const parameters = fc.constantFrom('', ';a', ';a=1', '; a="b;c";d=?0', ';a=:YQ==:', '   ');
    fc.assert(
      fc.property(printable, parameters, (key, rest) => {
        expect(keyOf([quoted(key) + rest])).to.equal(key);
      }),
    );
  });

  it('is refused in any other form', () => {
    const isBare = /^[A-Za-z0-9._:~+/=-]{1,255}$/;
    const isString = /^ *"(?:[ !#-[\]-~]|\\["\\])*" *(?:;.*)?$/;
    fc.assert(
      fc.property(fc.oneof(printable, fc.string({ maxLength: 20 })), (line) => {
        fc.pre(!isBare.test(line) && !isString.test(line));
        expect(refusalOf(() => keyOf([line]))).to.equal('invalid-header');
      }),
    );
  });

  it('has 1 to 255 characters, without escapes', () => {
    const longest = '"'.repeat(255);
    expect(keyOf([quoted(longest)])).to.equal(longest);
    for (const line of [quoted(`${longest}"`), 'a'.repeat(256), quoted('a'.repeat(256)), '', '""'])
      expect(refusalOf(() => keyOf([line]))).to.equal('invalid-header');
  });

  it('is given once', () => {
    for (const lines of [
      ['a', 'a'],
      ['"a', 'b"'],
      ['"a"', '"b"'],
      ['a', ''],
    ])
      expect(refusalOf(() => keyOf(lines))).to.equal('invalid-header');
    expect(keyOf([])).to.equal(undefined);
  });

  it('is not read where it is ignored', () => {
    for (const lines of [['a'], ['"'], ['a', 'b'], []]) expect(keyOf(lines, 'ignored')).to.equal(undefined);
  });

  it('is not part of an error', () => {
    const error = errorOf(() => keyOf(['"secret']));
    expect(JSON.stringify([error.message, error.errors])).not.to.contain('secret');
  });
});

function quoted(key: string): string {
  return `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function keyOf(lines: readonly string[], use: KeyUse = 'optional'): string | undefined {
  const { key, problems } = readKey(lines.length === 0 ? {} : { 'idempotency-key': lines }, use);
  throwIfAny(problems);
  return key;
}

function refusalOf(work: () => unknown): string | undefined {
  return errorOf(work).errors[0]?.code;
}

function errorOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
