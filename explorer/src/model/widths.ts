// The column widths that the user has set, in pixels.
import type { Resource } from './api.ts';
import { columnsOf } from './fields.ts';
import { entries, number, parseJson } from './json.ts';

/** By `TYPE/COLUMN`. Other columns fit their content. */
export type Widths = ReadonlyMap<string, number>;

export const leastWidth = 48;
export const mostWidth = 1200;

export function widthKey(type: string, column: string): string {
  return `${type}/${column}`;
}

/** @param width undefined for automatic */
export function withWidth(widths: Widths, key: string, width: number | undefined): Widths {
  const others = [...widths].filter(([other]) => other !== key);
  return new Map(width === undefined ? others : [...others, [key, withinWidths(width)]]);
}

export function withoutWidths(widths: Widths, resource: Resource): Widths {
  const own = new Set(columnsOf(resource).map(({ name }) => widthKey(resource.type, name)));
  return new Map([...widths].filter(([key]) => !own.has(key)));
}

export function parseWidths(written: string): Widths {
  const widths = entries(parseJson(written)).flatMap(([key, value]): readonly (readonly [string, number])[] => {
    const width = number(value);
    return width === undefined ? [] : [[key, withinWidths(width)]];
  });
  return new Map(widths);
}

export function writeWidths(widths: Widths): string {
  return JSON.stringify(Object.fromEntries(widths));
}

function withinWidths(width: number): number {
  return Math.round(Math.min(Math.max(width, leastWidth), mostWidth));
}
