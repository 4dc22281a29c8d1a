import { fieldUse, type Action } from '#application/model/permissions';
import type { Resource } from '../api/resource-description.ts';

/**
 * The fields that a grant of an action can list, by wire name: read-only fields cannot be written, the id is always read, and a
 * deletion has no fields.
 */
export function fieldsOf({ fields }: Pick<Resource, 'fields'>, action: Action): Resource['fields'] {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => {
      if (field.kind === 'identifier' || fieldUse[action] === 'all') return false;
      return fieldUse[action] === 'shows' || field.kind === 'relationship' || field.declared !== undefined;
    }),
  );
}
