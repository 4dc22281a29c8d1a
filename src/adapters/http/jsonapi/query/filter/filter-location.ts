// The filter parser's position, for error messages.
import type { ErrorObject } from '../../documents/errors.ts';
import type { Resource } from '../../resources/resource.ts';
import { pointerToken } from '../../documents/read-json.ts';
import { quote } from '../../documents/messages.ts';
import type { QueryLimits } from '../known-parameters.ts';
import { parameterProblem } from '../parameter.ts';

/** Shared by all filter parameters of a request. */
export interface ParseState {
  readonly limits: QueryLimits;
  readonly problems: ErrorObject[];
  /** Filter objects so far. */
  objects: number;
}

export interface Location {
  readonly state: ParseState;
  readonly parameter: string;
  /** JSON Pointer (RFC 6901) into the list; undefined for `filter[FIELD]`, whose name is enough. */
  readonly pointer: string | undefined;
  /** The same for people: `filter[0].or[1].op`. */
  readonly text: string;
  /** The resource whose fields are named here. */
  readonly resource: Resource;
  /** 1 for a member of the top list. */
  readonly level: number;
}

/**
 * The location of a member of an object or list.
 * @example at(inside({ state, parameter: 'filter', pointer: '', text: 'filter', resource: personResource, level: 1 }, 0)); // ' at filter[0]'
 */
export function inside(location: Location, key: string | number): Location {
  if (location.pointer === undefined) return location;
  return {
    ...location,
    pointer: `${location.pointer}/${pointerToken(String(key))}`,
    text: `${location.text}${accessor(key)}`,
  };
}

function accessor(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^\w{1,64}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** The clause ` at filter[0].op`; empty where the parameter's name is enough. */
export function at({ pointer, text }: Location): string {
  return pointer === undefined ? '' : ` at ${text}`;
}

/** Adds a problem. Returns undefined, so that a parser can `return report(…)`. */
export function report({ state, parameter, pointer }: Location, detail: string, meta?: ErrorObject['meta']): undefined {
  const located = pointer === undefined ? meta : { path: pointer, ...meta };
  state.problems.push(parameterProblem(parameter, detail, located));
}

export function reportTooDeep(location: Location): undefined {
  const { maxFilterLevels } = location.state.limits;
  const detail = `a filter has at most ${maxFilterLevels} levels; this goes deeper${at(location)}`;
  return report(location, detail, { max: maxFilterLevels });
}

/**
 * The JSON type of a value, for messages.
 * @example jsonType([]); // 'a list'
 */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
