import { everything } from '#application/model/filter';
import type { Grant } from '#application/model/permissions';

const fields = new Set(['name']);

export const grants: readonly Grant[] = [
  { fields, rows: everything },
  // @ts-expect-error A grant without `rows` does not cover all rows.
  { fields },
];
