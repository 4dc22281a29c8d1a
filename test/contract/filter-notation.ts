// Shorthand for filters in test tables.
import type { Comparison, Filter, TextComparison } from '#application/model/filter';

export function compare(attribute: string, comparison: Comparison, value: string): Filter {
  return { kind: 'compare', attribute, comparison, operand: { kind: 'value', value } };
}

export function compareFields(attribute: string, comparison: Comparison, other: string): Filter {
  return { kind: 'compare', attribute, comparison, operand: { kind: 'attribute', attribute: other } };
}

export function text(attribute: string, comparison: TextComparison, value: string): Filter {
  return { kind: 'text', attribute, comparison, value };
}

export function within(attribute: string, ...values: readonly string[]): Filter {
  return { kind: 'in', attribute, values };
}

export function unset(attribute: string): Filter {
  return { kind: 'unset', attribute };
}

export function related(relationship: string, filter: Filter): Filter {
  return { kind: 'related', relationship, filter };
}

export function not(filter: Filter): Filter {
  return { kind: 'not', filter };
}

export function and(...filters: readonly Filter[]): Filter {
  return { kind: 'and', filters };
}

export function or(...filters: readonly Filter[]): Filter {
  return { kind: 'or', filters };
}
