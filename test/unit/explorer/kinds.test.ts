import { expect } from 'chai';
import { choicesOf, isWholeMoment, typedOf, valueOf } from '../../../explorer/src/model/kinds.ts';
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

  it('distinguishes complete dates and timestamps from incomplete ones and from days that do not exist', () => {
    const whole = (format: 'date' | 'timestamp', texts: readonly string[]): readonly string[] =>
      texts.filter((typed) => isWholeMoment(format, typed));
    const dates = ['1815-12-10', '2000-02-29', '0001-01-01', '9999-12-31'];
    const noDates = [
      '',
      '1815',
      '1815-12-',
      '1815-2-1',
      '1900-02-29',
      '2000-13-01',
      '2000-00-10',
      '12/10/1815',
      '2000-01-01 ',
    ];
    expect(whole('date', [...dates, ...noDates])).to.deep.equal(dates);
    const moments = ['T12:30', ' 12:30', 'T12:30:10', 'T12:30:10.5', 'T12:30Z', 'T12:30+02:00'].map(
      (time) => `2000-02-29${time}`,
    );
    const noMoments = ['2000-02-29', '2000-02-30T12:30', '2000-02-29T12', '2000-02-29T25:00', '2000-02-29T12:30+2'];
    expect(whole('timestamp', [...moments, ...noMoments])).to.deep.equal(moments);
    for (const typed of moments) expect(valueOf('timestamp', typed)).to.match(/^2000-02-29T1[02]:30:\d\d\.\d{3}Z$/);
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
