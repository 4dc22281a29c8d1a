import type { Action } from '#application/model/permissions';
import type { Resource } from '../api/resource-description.ts';

/** The fields that a grant of an action can be about, by wire name: what is computed cannot be written, and an id is always read. */
export function fieldsOf({ fields }: Pick<Resource, 'fields'>, action: Action): Resource['fields'] {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => {
      if (field.kind === 'identifier') return false;
      return action === 'read' || field.kind === 'relationship' || field.declared !== undefined;
    }),
  );
}
