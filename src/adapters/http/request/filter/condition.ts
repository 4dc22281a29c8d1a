import type { RowCondition } from '#application/model/condition';
import { GREATEST_FILTER_LIMITS } from '../../api/limits.ts';
import type { Resource } from '../../api/resource-description.ts';
import { readObjects } from './filter-object.ts';
import type { ParseState } from './filter-target.ts';

/** The condition, or all problems, each at its JSON Pointer. */
export type ParsedCondition =
  | { readonly value: RowCondition }
  | { readonly problems: readonly { readonly pointer: string; readonly detail: string }[] };

/**
 * Reads a list of filter objects that an operator has written: claims may take the place of values, and the limits of
 * requests do not apply.
 * @param name of the list, for messages
 * @param pointer of the list in its file
 * @example
 * parseCondition([{ name: 'email', op: 'eq', val: { claim: 'email' } }], personResource, 'where', '');
 * // { value: { kind: 'compare', attribute: 'email', comparison: 'equal', operand: { kind: 'claim', claim: 'email', of: 'email' } } }
 */
export function parseCondition(
  objects: readonly unknown[],
  resource: Resource,
  name: string,
  pointer: string,
): ParsedCondition {
  const state: ParseState = { limits: GREATEST_FILTER_LIMITS, takesClaims: true, problems: [], count: { objects: 0 } };
  const filters = readObjects(objects, { state, parameter: name, pointer, text: name, resource, level: 1 });
  const [only] = filters;
  if (state.problems.length > 0)
    return { problems: state.problems.map(({ pointer: at = pointer, detail }) => ({ pointer: at, detail })) };
  return { value: only !== undefined && filters.length === 1 ? only : { kind: 'and', filters } };
}
