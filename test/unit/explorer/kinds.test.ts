import { expect } from 'chai';
import { choicesOf, typedOf, valueOf } from '../../../explorer/src/model/kinds.ts';
import { kinds } from '#domain/kinds';

describe('explorer: kinds of values', () => {
  for (const [format, kind] of Object.entries(kinds))
    it(`shows each ${format} as text that means the same`, () => {
      for (const value of kind.samples(kind.exampleLimits).valid)
        expect(valueOf(format, typedOf(format, value))).to.equal(value);
    });

  it('reads what browsers make of a moment, and shows it as they do', () => {
    for (const [typed, value] of [
      ['2000-02-29T12:30', '2000-02-29T12:30:00.000Z'],
      ['2000-02-29T12:30:10', '2000-02-29T12:30:10.000Z'],
      ['2000-02-29T12:00:00.1', '2000-02-29T12:00:00.100Z'],
    ] as const) {
      expect(valueOf('timestamp', typed)).to.equal(value);
      expect(typedOf('timestamp', value)).to.equal(typed);
    }
    expect(typedOf('timestamp', '2000-02-29T12:30:00+02:00')).to.equal('2000-02-29T10:30');
  });

  it('leaves what is no value to the service, unchanged', () => {
    for (const typed of ['', '1.5', '1e3', '007', '-0', '9007199254740993'])
      expect(valueOf('integer', typed)).to.equal(typed);
    expect(valueOf('boolean', '')).to.equal('');
    expect(valueOf('timestamp', '12345-01-01T00:00')).to.equal('12345-01-01T00:00');
  });

  it('shows nothing for what is unset, missing or no value of the kind', () => {
    for (const format of Object.keys(kinds))
      for (const value of [null, undefined, {}]) expect(typedOf(format, value)).to.equal('');
    expect(typedOf('timestamp', 'tomorrow')).to.equal('');
  });

  it('offers the values of an attribute, and both booleans', () => {
    expect(choicesOf('oneOf', ['new', 'worn'])).to.deep.equal(['new', 'worn']);
    expect(choicesOf('boolean', undefined)).to.deep.equal(['true', 'false']);
    expect(choicesOf('text', undefined)).to.equal(undefined);
  });

  it('takes a kind that it does not know for text', () => {
    expect(valueOf('colour', 'true')).to.equal('true');
    expect(typedOf('toString', 'red')).to.equal('red');
  });
});
