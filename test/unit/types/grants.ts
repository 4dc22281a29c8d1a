import { everything } from '#application/model/filter';
import type { Grant } from '#application/model/permissions';

const fields = new Set(['name']);

export const grants: readonly Grant[] = [
  { fields, rows: everything },
  // @ts-expect-error A grant that does not say which rows is not one on all of them.
  { fields },
];
