// What the parts of the filter parser share: where they are, and what they found wrong.

import type { Filter } from '#application/model/filter';
import type { ErrorObject } from '../../documents/errors.ts';
import type { Resource } from '../../resources/resource.ts';
import { pointerToken } from '../../documents/read-json.ts';
import { quote } from '../../documents/messages.ts';
import type { QueryLimits } from '../known-parameters.ts';
import { parameterProblem } from '../parameter.ts';

/** A place in the filter of a request. */
export interface Place {
  readonly parameter: string;
  /** JSON Pointer (RFC 6901) into the list; undefined for `filter[FIELD]`, whose name says it all. */
  readonly pointer: string | undefined;
  /** The same for people: `filter[0].or[1].op`. */
  readonly text: string;
}

/** One reading of all filter parameters of a request: collects the problems and counts the filter objects. */
export interface Reading {
  readonly limits: QueryLimits;
  readonly problems: ErrorObject[];
  objects: number;
  /** Reads the filter object that `any` and `has` take. */
  readonly readObject: (value: unknown, spot: Spot) => Filter | undefined;
}

/** Where a filter object stands. */
export interface Spot {
  readonly place: Place;
  /** The resource whose fields it names. */
  readonly resource: Resource;
  /** 1 for a member of the top list. */
  readonly level: number;
  readonly reading: Reading;
}

/** A member of an object or a list at a place. */
export function inside(place: Place, key: string | number): Place {
  if (place.pointer === undefined) return place;
  return {
    parameter: place.parameter,
    pointer: `${place.pointer}/${pointerToken(String(key))}`,
    text: `${place.text}${readableKey(key)}`,
  };
}

function readableKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^\w{1,64}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** The clause that says where: ` at filter[0].op`, or nothing where the parameter's name says it. */
export function at({ pointer, text }: Place): string {
  return pointer === undefined ? '' : ` at ${text}`;
}

/** Notes a problem. Returns undefined, the filter that cannot be had. */
export function report(reading: Reading, place: Place, detail: string, meta: ErrorObject['meta'] = {}): undefined {
  const path = place.pointer === undefined ? {} : { path: place.pointer };
  const all = { ...path, ...meta };
  reading.problems.push(parameterProblem(place.parameter, detail, Object.keys(all).length === 0 ? undefined : all));
}

/** What JSON calls a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
