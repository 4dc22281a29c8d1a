import { expect } from 'chai';
import fc from 'fast-check';
import type { Checked } from '#domain/checked';
import { kindOf, kinds, type KindName, type Limits, type Value } from '#domain/kinds';

const kindNames = Object.keys(kinds) as readonly KindName[];

describe('kinds of values', () => {
  for (const name of kindNames) describe(name, () => expectKind(name));

  it('are text, or not', () => {
    expect(kindNames.filter((name) => kinds[name].isText)).to.deep.equal(['text', 'email']);
  });

  it('sort integers of any size and sign numerically as identifiers', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
        const expected = left < right ? -1 : left > right ? 1 : 0;
        expect(Math.sign(kinds.identifier.compare(String(left), String(right)))).to.equal(expected);
      }),
    );
  });

  for (const name of ['text', 'email'] as const)
    it(`sort ${name} by code point, which is the order of the UTF-8 bytes`, () => {
      const unit = fc.constantFrom('a', 'b', '\u00e9', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
      const string = fc.array(unit, { maxLength: 4 }).map((characters) => characters.join(''));
      fc.assert(
        fc.property(string, string, (left, right) => {
          const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
          expect(Math.sign(kinds[name].compare(left, right))).to.equal(expected);
        }),
        { numRuns: 1000 },
      );
    });

  it('sort decimals of any scale as numbers, and integers among them', () => {
    const whole = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    const number = fc.oneof(fc.tuple(whole, fc.nat(12)), fc.tuple(fc.bigInt({ min: -30n, max: 30n }), fc.nat(2)));
    fc.assert(
      fc.property(number, number, ([left, leftScale], [right, rightScale]) => {
        const difference = left * 10n ** BigInt(rightScale) - right * 10n ** BigInt(leftScale);
        const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
        expect(Math.sign(kinds.decimal.compare(written(left, leftScale), written(right, rightScale)))).to.equal(
          expected,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('sort moments as they follow each other, whatever the offset they were sent with', () => {
    const moment = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(fc.tuple(moment, offset), fc.tuple(moment, offset), (left, right) => {
        const [one, other] = [left, right].map(([at, minutes]) => kinds.timestamp.parse(withOffset(at, minutes), {}));
        if (one?.valid !== true || other?.valid !== true) throw new Error('they are moments');
        expect([one.value, other.value]).to.deep.equal([left[0].toISOString(), right[0].toISOString()]);
        const expected = Math.sign(left[0].getTime() - right[0].getTime());
        expect(Math.sign(kinds.timestamp.compare(one.value, other.value))).to.equal(expected);
      }),
    );
  });

  it('read back every integer and every text that they write', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(kinds.integer.readOperand(kinds.integer.write(value), {})).to.deep.equal({
          valid: true,
          value: value + 0,
        });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(kinds.text.readOperand(kinds.text.write(value), {}).valid).to.equal(!value.includes('\0'));
      }),
    );
  });

  const operands: Readonly<Record<string, { kind: KindName; sent: readonly unknown[]; read: readonly Value[] }>> = {
    'any storable text, also one that no attribute can have': {
      kind: 'text',
      sent: ['', ' ', 'x'.repeat(9999)],
      read: ['', ' ', 'x'.repeat(9999)],
    },
    'any storable text with an e-mail address': { kind: 'email', sent: ['', 'ada', '@'], read: ['', 'ada', '@'] },
    'an integer of any size with an identifier': {
      kind: 'identifier',
      sent: ['0', '-1', '9223372036854775808', '-99999999999999999999', 0, -7, 2 ** 53 - 1],
      read: ['0', '-1', '9223372036854775808', '-99999999999999999999', '0', '-7', '9007199254740991'],
    },
    'a moment with any offset': {
      kind: 'timestamp',
      sent: ['2000-01-01T00:30:00+01:00'],
      read: ['1999-12-31T23:30:00.000Z'],
    },
    'a decimal of any scale, with the decimals of the attribute if they are zero': {
      kind: 'decimal',
      sent: ['7', '-0', '1.5', '1.500', '1.2345', '9'.repeat(100), '-0.001'],
      read: ['7.00', '0.00', '1.50', '1.50', '1.2345', `${'9'.repeat(100)}.00`, '-0.001'],
    },
    'a negative zero': { kind: 'integer', sent: [JSON.parse('-0')], read: [0] },
  };
  for (const [what, { kind, sent, read }] of Object.entries(operands))
    it(`compare ${what}`, () => {
      for (const [index, value] of sent.entries())
        expect(kindOf(kind).parseOperand(value, limitsOf(kind)), String(value)).to.deep.equal({
          valid: true,
          value: read[index],
        });
    });

  const noOperands: Readonly<Record<KindName, readonly unknown[]>> = {
    identifier: ['', '01', '+1', '-0', '1.0', '1e3', ' 1', 'abc', 1.5, 2 ** 53, true, [], {}],
    text: [7, true, [], {}, 'a\0', '\ud800'],
    email: [7, true, [], {}, 'a\0', '\ud800'],
    date: [...kinds.date.samples({}).invalid],
    integer: [...kinds.integer.samples({}).invalid],
    decimal: ['', '1e3', '01', '+1', '.5', '1.', ' 1', '1,5', 'NaN', '9'.repeat(101), 7, 1.5, true, [], {}],
    oneOf: ['', 'Draft', 'draft ', 'archived', 7, true, [], {}],
    boolean: [...kinds.boolean.samples({}).invalid],
    timestamp: [...kinds.timestamp.samples({}).invalid],
  };
  for (const [kind, values] of Object.entries(noOperands))
    it(`refuse to compare what is no ${kind}`, () => {
      for (const value of [...values, null, undefined])
        expectRefused(kindOf(kind as KindName).parseOperand(value, limitsOf(kind as KindName)), String(value));
    });

  const noText: Readonly<Record<KindName, readonly string[]>> = {
    identifier: ['', '01', '+1', '-0', '1.0', 'abc', ' 1', '1 '],
    text: ['a\0', '\ud800'],
    email: ['a\0', '\ud800'],
    date: ['', '2023-02-30', 'today'],
    integer: [
      '',
      ' ',
      '01',
      '+1',
      '-0',
      '1.0',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      'NaN',
      'Infinity',
      '9007199254740992',
      'true',
    ],
    decimal: ['', ' ', '01', '+1', '1e3', '1.', '.5', 'Infinity', `0.${'0'.repeat(100)}`],
    oneOf: ['', 'Draft', 'archived'],
    boolean: ['', 'TRUE', 'True', '1', '0', 'yes', ' true', 'null'],
    timestamp: ['', '2000-01-01', '2000-01-01T24:00:00Z', 'now'],
  };
  for (const [kind, texts] of Object.entries(noText))
    it(`refuse to read what is no ${kind}`, () => {
      for (const written of texts)
        expectRefused(kindOf(kind as KindName).readOperand(written, limitsOf(kind as KindName)), written);
    });
});

/** @example written(-15n, 1) // '-1.5' */
function written(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : '.'}${text.slice(point)}`;
}

function limitsOf(kind: KindName): Limits {
  return kindOf(kind).exampleLimits;
}

/** The rules for every kind. */
function expectKind(name: KindName): void {
  const kind = kindOf(name);
  const limits = kind.exampleLimits;
  const { valid, invalid } = kind.samples(limits);

  it('parses every valid sample to itself, also to compare with it', () => {
    for (const value of valid) {
      expect(kind.parse(value, limits), String(value)).to.deep.equal({ valid: true, value });
      expect(kind.parseOperand(value, limits), String(value)).to.deep.equal({ valid: true, value });
    }
  });

  it('reads back what it writes', () => {
    for (const value of valid) {
      expect(kind.write(value)).to.be.a('string');
      expect(kind.readOperand(kind.write(value), limits), String(value)).to.deep.equal({ valid: true, value });
    }
    expect(new Set(valid.map((value) => kind.write(value))).size).to.equal(valid.length);
  });

  it('has distinct samples in ascending order', () => {
    for (const [index, left] of valid.entries())
      for (const [other, right] of valid.entries())
        expect(Math.sign(kind.compare(left, right)), `${String(left)}, ${String(right)}`).to.equal(
          Math.sign(index - other),
        );
  });

  it('refuses every invalid sample with a reason', () => {
    expect(invalid).not.to.deep.equal([]);
    for (const value of [...invalid, null, undefined]) expectRefused(kind.parse(value, limits), String(value));
  });

  it('has a pattern that tells its values from other texts, unless these are no texts, or are listed', () => {
    const isListed = limits.values !== undefined;
    expect(kind.pattern === undefined).to.equal(isListed || valid.some((value) => typeof value !== 'string'));
    if (isListed) return;
    for (const value of valid.filter((each) => typeof each === 'string')) {
      expect(kind.pattern?.matches.test(value), value).to.equal(true);
      expect(kind.pattern?.excludes.test(value), value).to.equal(false);
    }
  });

  if (kind.isText)
    it('refuses more characters than allowed, counted in code points', () => {
      for (const value of valid) {
        const { length } = [...String(value)];
        expect(kind.parse(value, { maxLength: length }).valid).to.equal(true);
        expect(kind.parse(value, { maxLength: length - 1 })).to.deep.equal({
          valid: false,
          reason: `must have at most ${length - 1} characters`,
        });
      }
    });
}

/** A reason completes the sentence "NAME …". */
function expectRefused(checked: Checked<unknown>, what: string): void {
  expect(checked, what).to.have.property('valid', false);
  expect(checked, what)
    .to.have.property('reason')
    .that.matches(/^must /);
}

/** A moment as clocks show it that are so many minutes ahead of UTC. */
function withOffset(moment: Date, minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
