// Filter objects as JSON has them: a boolean with exactly one member, or a comparison.

import type { Filter } from '#application/model/filter';
import { readComparison, type SentComparison } from './filter-comparison.ts';
import { reportTooDeep } from './filter-path.ts';
import { at, inside, kindOf, report, type Spot } from './filter-reading.ts';
import { unknownName } from '../../documents/messages.ts';

const BOOLEANS = ['or', 'and', 'not'] as const;
const COMPARISON_MEMBERS = ['name', 'op', 'val', 'field'] as const;

type BooleanMember = (typeof BOOLEANS)[number];

/** An object's own members; `JSON.parse` makes even `__proto__` one. */
type Members = ReadonlyMap<string, unknown>;

/** Reads a list of filter objects. Beyond the limit of objects it stops: that problem is enough. */
export function readObjects(values: readonly unknown[], spot: Spot): readonly Filter[] {
  const filters: Filter[] = [];
  for (const [index, value] of values.entries()) {
    if (spot.reading.objects > spot.reading.limits.maxFilterObjects) break;
    const filter = readObject(value, { ...spot, place: inside(spot.place, index) });
    if (filter !== undefined) filters.push(filter);
  }
  return filters;
}

/** Reads one filter object; undefined, with problems noted, when it is none. Checks the limits before it goes down. */
export function readObject(value: unknown, spot: Spot): Filter | undefined {
  const { place, reading, level } = spot;
  if (!countObject(spot)) return undefined;
  if (level > reading.limits.maxFilterLevels) return reportTooDeep(place, spot);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return report(reading, place, `a filter object is needed${at(place)}, not ${kindOf(value)}`);
  }
  const members: Members = new Map(Object.entries(value));
  const boolean = BOOLEANS.find((key) => members.has(key));
  return boolean === undefined
    ? readComparison(sentComparison(members, spot), spot)
    : readBoolean(boolean, members, spot);
}

/** Counts a filter object. False, with a problem noted for the first, when it is beyond the limit. */
export function countObject({ place, reading }: Spot): boolean {
  const { maxFilterObjects } = reading.limits;
  reading.objects += 1;
  if (reading.objects === maxFilterObjects + 1) {
    const detail = `a query has at most ${maxFilterObjects} filter objects; this is one too many${at(place)}`;
    report(reading, place, detail, { max: maxFilterObjects });
  }
  return reading.objects <= maxFilterObjects;
}

function readBoolean(boolean: BooleanMember, members: Members, spot: Spot): Filter | undefined {
  for (const key of members.keys()) {
    const place = inside(spot.place, key);
    if (key !== boolean) report(spot.reading, place, `nothing can stand beside "${boolean}"${at(place)}`);
  }
  const value = members.get(boolean);
  const below = { ...spot, place: inside(spot.place, boolean), level: spot.level + 1 };
  switch (boolean) {
    case 'not': {
      const filter = readObject(value, below);
      return filter && { kind: 'not', filter };
    }
    case 'or':
    case 'and': {
      if (Array.isArray(value)) return { kind: boolean, filters: readObjects(value, below) };
      const detail = `"${boolean}" takes a list of filter objects${at(below.place)}, not ${kindOf(value)}`;
      return report(spot.reading, below.place, detail);
    }
  }
}

function sentComparison(members: Members, spot: Spot): SentComparison {
  reportUnknownMembers(members, spot);
  return {
    name: readText('name', members, spot),
    op: readText('op', members, spot),
    operand: readOperand(members, spot),
  };
}

function reportUnknownMembers(members: Members, { place, reading }: Spot): void {
  const known: readonly string[] = COMPARISON_MEMBERS;
  for (const key of members.keys()) {
    if (known.includes(key)) continue;
    const names = [...COMPARISON_MEMBERS, ...BOOLEANS];
    const detail = unknownName('member', key, at(place), { heading: 'Members of a filter object', names });
    report(reading, inside(place, key), detail);
  }
}

function readText(key: 'name' | 'op', members: Members, { place, reading }: Spot): string | undefined {
  const value = members.get(key);
  if (typeof value === 'string') return value;
  if (!members.has(key)) return report(reading, place, `the filter object${at(place)} has no "${key}"`);
  const member = inside(place, key);
  return report(reading, member, `"${key}" must be a string${at(member)}, not ${kindOf(value)}`);
}

function readOperand(members: Members, { place, reading }: Spot): SentComparison['operand'] {
  const hasVal = members.has('val');
  if (hasVal === members.has('field')) {
    const fault = hasVal ? 'both "val" and "field"' : 'neither "val" nor "field"';
    return report(reading, place, `the filter object${at(place)} has ${fault}; it must have exactly one of them`);
  }
  const kind = hasVal ? 'val' : 'field';
  return { kind, sent: members.get(kind) };
}
