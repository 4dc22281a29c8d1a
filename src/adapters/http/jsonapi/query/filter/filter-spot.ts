// Where the filter parser is, and what it found wrong there.

import type { ErrorObject } from '../../documents/errors.ts';
import type { Resource } from '../../resources/resource.ts';
import { pointerToken } from '../../documents/read-json.ts';
import { quote } from '../../documents/messages.ts';
import type { QueryLimits } from '../known-parameters.ts';
import { parameterProblem } from '../parameter.ts';

/** One reading of all filter parameters of a request: collects the problems and counts the filter objects. */
export interface Reading {
  readonly limits: QueryLimits;
  readonly problems: ErrorObject[];
  objects: number;
}

/** A place in the filter of a request. */
export interface Spot {
  readonly reading: Reading;
  readonly parameter: string;
  /** JSON Pointer (RFC 6901) into the list; undefined for `filter[FIELD]`, whose name says it all. */
  readonly pointer: string | undefined;
  /** The same for people: `filter[0].or[1].op`. */
  readonly text: string;
  /** The resource whose fields are named here. */
  readonly resource: Resource;
  /** 1 for a member of the top list. */
  readonly level: number;
}

/** A member of the object or list at a spot. */
export function inside(spot: Spot, key: string | number): Spot {
  if (spot.pointer === undefined) return spot;
  return {
    ...spot,
    pointer: `${spot.pointer}/${pointerToken(String(key))}`,
    text: `${spot.text}${readableKey(key)}`,
  };
}

function readableKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^\w{1,64}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** The clause that says where: ` at filter[0].op`, or nothing where the parameter's name says it. */
export function at({ pointer, text }: Spot): string {
  return pointer === undefined ? '' : ` at ${text}`;
}

/** Notes a problem. Returns undefined, the filter that cannot be had. */
export function report({ reading, parameter, pointer }: Spot, detail: string, meta?: ErrorObject['meta']): undefined {
  const located = pointer === undefined ? meta : { path: pointer, ...meta };
  reading.problems.push(parameterProblem(parameter, detail, located));
}

/** Notes that a filter goes below the last level that is allowed. */
export function reportTooDeep(spot: Spot): undefined {
  const { maxFilterLevels } = spot.reading.limits;
  const detail = `a filter has at most ${maxFilterLevels} levels; this goes deeper${at(spot)}`;
  return report(spot, detail, { max: maxFilterLevels });
}

/** What JSON calls a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
