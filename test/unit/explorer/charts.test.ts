import { expect } from 'chai';
import type { Resource } from '../../../explorer/src/model/api.ts';
import { chartedOf } from '../../../explorer/src/model/charted.ts';
import { chartOfParts, chartOfPeriods, isOfPeriods, partsOf, splitFilter } from '../../../explorer/src/model/charts.ts';
import {
  foldEnds,
  periodCondition,
  periodLabel,
  periodOf,
  periodsAround,
  periodsBetween,
  periodsWithoutFew,
  type Period,
} from '../../../explorer/src/model/periods.ts';
import { book, poster, required, shelf } from './described.ts';

const built = required(chartedOf(shelf).find((charted) => charted.kind === 'date'));
const books = required(chartedOf(shelf).find((charted) => charted.kind === 'links'));
const condition = required(chartedOf(poster).find((charted) => charted.kind === 'values'));
const moment = { ...built.field, format: 'timestamp' };

const before = (year: number): Period => ({ from: undefined, to: year - 1 });
const years = (from: number, to: number): Period => ({ from, to });
const since = (year: number): Period => ({ from: year, to: undefined });
const labels = (periods: readonly Period[]): readonly string[] => periods.map(periodLabel);
const counted = (periods: readonly Period[], counts: readonly number[]) =>
  periods.map((period, index) => ({ ...period, count: counts[index] ?? 0 }));

describe('explorer: charts', () => {
  it('are of the first date, and of whether anything is related', () => {
    expect(chartedOf(shelf).map(({ kind, field }) => [kind, field.name])).to.deep.equal([
      ['date', 'built'],
      ['links', 'books'],
    ]);
    expect(chartedOf(book)).to.be.empty;
  });

  it('are of the first readable choice among at most five values, which leaves room for one relationship', () => {
    const names = (fields: Resource['fields']): unknown =>
      chartedOf({ ...shelf, fields }).map(({ kind, field }) => [kind, field.name]);
    const links = ['books', 'boxes'].map((name) => ({ ...books.field, name }));
    expect(names(poster.fields)).to.deep.equal([['values', 'condition']]);
    expect(names([...links, ...poster.fields])).to.deep.equal([
      ['values', 'condition'],
      ['links', 'books'],
    ]);
    expect(names(links)).to.deep.equal([
      ['links', 'books'],
      ['links', 'boxes'],
    ]);
  });

  it('have a bar for each choice, and for what is unset only if anything can be', () => {
    const is = (val: string | null) => ({ name: 'condition', op: 'eq', val });
    const bars = [
      { label: 'new', condition: is('new') },
      { label: 'worn', condition: is('worn') },
      { label: 'torn', condition: is('torn') },
    ];
    expect(partsOf(condition)).to.deep.equal([...bars, { label: 'unset', condition: is(null) }]);
    expect(partsOf({ ...condition, field: { ...condition.field, nullable: false } })).to.deep.equal(bars);
    expect(chartOfParts(condition, [3, 0, 2, 1]).bars.map(({ label, count }) => [label, count])).to.deep.equal([
      ['new', 3],
      ['worn', 0],
      ['torn', 2],
      ['unset', 1],
    ]);
    expect(chartOfParts(books, [4, 5]).bars.map(({ label, count }) => [label, count])).to.deep.equal([
      ['none', 4],
      ['at least one', 5],
    ]);
  });

  it('cut years into as many periods of a usual length as there is room for', () => {
    const cuts: readonly (readonly [first: number, last: number, most: number, expected: readonly string[]])[] = [
      [1950, 1950, 10, ['1950']],
      [1995, 2001, 10, ['1995', '1996', '1997', '1998', '1999', '2000', '2001']],
      [1987, 2010, 10, ['1985–89', '1990–94', '1995–99', '2000–04', '2005–09', '2010–14']],
      [1987, 2010, 4, ['1980s', '1990s', '2000s', '2010s']],
      [1815, 2001, 4, ['1800–1899', '1900–1999', '2000–2099']],
      [1, 25, 4, ['1–9', '10s', '20s']],
      [1, 5, 4, ['1', '2–3', '4–5']],
      [1, 9999, 6, ['1–1999', '2000–3999', '4000–5999', '6000–7999', '8000–9999']],
    ];
    for (const [first, last, most, expected] of cuts)
      expect(labels(periodsBetween(first, last, most))).to.deep.equal(expected);
  });

  it('keep outliers apart, in periods that are open at one end', () => {
    const cut = (first: number, low: number, high: number, last: number): readonly string[] =>
      labels(periodsAround({ first, low, high, last }, 8));
    expect(cut(1, 1950, 1980, 2009)).to.deep.equal([
      ...['before 1920', '1920–39', '1940–59', '1960–79', '1980–99', '2000–19'],
    ]);
    expect(cut(1, 1988, 1992, 9999)).to.deep.equal([
      ...['before 1975', '1975–79', '1980–84', '1985–89', '1990–94', '1995–99', '2000–04', '2005 and later'],
    ]);
    // Nothing would be gained: these are no outliers.
    expect(cut(1210, 1400, 1800, 1990))
      .to.have.length(8)
      .and.include('1200–1299');
    // Half of all on one day.
    expect(cut(1815, 1970, 1970, 1999)).to.deep.equal([
      'before 1960',
      '1960–64',
      '1965–69',
      '1970–74',
      '1975–79',
      '1980–84',
      '1985 and later',
    ]);
  });

  it('group a few outliers, no more than the narrowest bars need', () => {
    const cut = (firsts: readonly number[], lasts: readonly number[], few: number, most = 9): readonly string[] =>
      labels(periodsWithoutFew({ firsts, lasts }, few, most));
    const decades = ['1940s', '1950s', '1960s', '1970s', '1980s', '1990s', '2000s'];
    expect(cut([1791, 1815, 1944, 1945, 1946], [2007, 2007, 2006], 3)).to.deep.equal(['before 1940', ...decades]);
    expect(cut([1944, 1945, 1946], [9999, 2007, 2007], 3)).to.deep.equal([...decades, '2010 and later']);
    expect(cut([1815, 1944], [9999, 2007], 3)).to.deep.equal(['before 1940', ...decades, '2010 and later']);
    // There are too many outliers to group.
    const wide = ['1750–99', '1800–49', '1850–99', '1900–49', '1950–99', '2000–49'];
    expect(cut([1791, 1815, 1944], [2007, 2007], 1)).to.deep.equal(wide);
    // The years are spread evenly, so grouping gains nothing.
    expect(cut([1900, 1901, 1902], [2007, 2006, 2005], 2)).to.deep.equal(labels(periodsBetween(1900, 2007, 9)));
    expect(cut([], [], 0)).to.be.empty;
  });

  it('fold what is empty at the ends', () => {
    const periods = [before(1900), years(1900, 1919), years(1920, 1939), years(1940, 1959), since(1960)];
    const folded = (counts: readonly number[]): readonly string[] => labels(foldEnds(counted(periods, counts)));
    expect(folded([2, 0, 3, 0, 1])).to.deep.equal(['before 1920', '1920–39', '1940 and later']);
    expect(folded([0, 0, 3, 4, 0])).to.deep.equal(['1920–39', '1940–59']);
    expect(folded([1, 2, 0, 1, 0])).to.deep.equal(['before 1900', '1900–19', '1920–39', '1940–59']);
    expect(folded([1, 0, 0, 0, 1])).to.deep.equal(['before 1900', '1960 and later']);
  });

  it('have a filter for every period, of days or moments, and know it again', () => {
    const filters: readonly (readonly [Period, op: string, day: unknown, moment: unknown])[] = [
      [before(1930), 'lt', '1930-01-01', '1930-01-01T00:00:00.000Z'],
      [since(2000), 'ge', '2000-01-01', '2000-01-01T00:00:00.000Z'],
      [
        years(1930, 1939),
        'between',
        ['1930-01-01', '1939-12-31'],
        ['1930-01-01T00:00:00.000Z', '1939-12-31T23:59:59.999Z'],
      ],
    ];
    for (const [period, op, ofDays, ofMoments] of filters)
      for (const [field, val] of [
        [built.field, ofDays],
        [moment, ofMoments],
      ] as const) {
        expect(periodCondition(field, period)).to.deep.equal({ name: 'built', op, val });
        expect(periodOf(field, periodCondition(field, period))).to.deep.equal(period);
      }
    // There is no year 0.
    expect(periodCondition(built.field, years(0, 99))).to.deep.include({ val: ['0001-01-01', '0099-12-31'] });
    for (const [op, val] of [
      ['between', ['1930-01-02', '1939-12-31']],
      ['gt', '1930-01-01'],
      ['eq', null],
    ] as const)
      expect(periodOf(built.field, { name: 'built', op, val })).to.equal(undefined);
  });

  it('are not narrowed by their own bars, but by every other condition', () => {
    const decade = periodCondition(built.field, years(1930, 1939));
    const none = { name: 'books', op: 'eq', val: null };
    const other = { name: 'id', op: 'gt', val: '3' };
    const filter = [decade, none, other];
    expect(splitFilter(built, filter)).to.deep.equal({ base: [none, other], own: [decade] });
    expect(splitFilter(books, filter)).to.deep.equal({ base: [decade, other], own: [none] });
    expect(splitFilter(built, filter, 1)).to.deep.equal({ base: filter, own: [] });
    expect(splitFilter(built, [{ or: filter }]).own).to.be.empty;
    const drawn = [before(1920), years(1920, 1939), years(1940, 1959)];
    const isDrawn = (period: Period): boolean => isOfPeriods(built.field, drawn, periodCondition(built.field, period));
    expect([years(1920, 1939), before(1910)].every(isDrawn)).to.equal(true);
    expect([years(1930, 1939), since(1940)].some(isDrawn)).to.equal(false);
    expect(isOfPeriods(built.field, drawn, { name: 'built', op: 'eq', val: null })).to.equal(true);
  });

  it('of a choice are not narrowed by its bars, but by other conditions on it', () => {
    const worn = { name: 'condition', op: 'eq', val: 'worn' };
    const unset = { name: 'condition', op: 'eq', val: null };
    const others = [
      { name: 'condition', op: 'eq', val: 'lost' },
      { name: 'condition', op: 'ne', val: 'worn' },
      { name: 'condition', op: 'in_', val: ['worn'] },
      { name: 'language', op: 'eq', val: 'en' },
    ];
    expect(splitFilter(condition, [worn, ...others, unset])).to.deep.equal({ base: others, own: [worn, unset] });
    expect(splitFilter({ ...condition, field: { ...condition.field, nullable: false } }, [unset]).own).to.be.empty;
  });

  it('show what is unset only if there is any', () => {
    const periods = counted([years(1930, 1939)], [3]);
    expect(chartOfPeriods(built, periods, 0).bars.map(({ label }) => label)).to.deep.equal(['1930s']);
    expect(chartOfPeriods(built, periods, 2).bars.at(-1)).to.deep.equal({
      label: 'unset',
      count: 2,
      condition: { name: 'built', op: 'eq', val: null },
    });
  });
});
