import type { RowCondition } from '#application/model/condition';
import { GREATEST_FILTER_LIMITS } from '../../api/limits.ts';
import type { Resource } from '../../api/resource-description.ts';
import { readObjects } from './filter-object.ts';
import type { ParseState } from './filter-target.ts';

/** The condition, which is complete only without problems. */
export interface ParsedCondition {
  readonly value: RowCondition;
  /** Each at its JSON Pointer. */
  readonly problems: readonly { readonly pointer: string; readonly detail: string }[];
}

/**
 * Reads a list of filter objects that an operator has written: claims may take the place of values, and the limits of
 * requests do not apply.
 * @param name of the list, for messages
 * @param pointer of the list in its file
 * @example
 * parseCondition([{ name: 'email', op: 'eq', val: { claim: 'email' } }], personResource, 'where', '').value;
 * // { kind: 'compare', attribute: 'email', comparison: 'equal', operand: { kind: 'claim', claim: 'email', of: 'email' } }
 */
export function parseCondition(
  objects: readonly unknown[],
  resource: Resource,
  name: string,
  pointer: string,
): ParsedCondition {
  const state: ParseState = { limits: GREATEST_FILTER_LIMITS, takesClaims: true, problems: [], objects: 0 };
  const filters = readObjects(objects, { state, parameter: name, pointer, text: name, resource, level: 1 });
  const [only] = filters;
  return {
    value: only !== undefined && filters.length === 1 ? only : { kind: 'and', filters },
    problems: state.problems.map((problem) => ({ pointer: problem.pointer ?? pointer, detail: problem.detail })),
  };
}
