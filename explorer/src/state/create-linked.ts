import type { Resource } from '../model/api.ts';
import { withPreset } from '../model/draft-changes.ts';
import type { Link } from '../model/draft.ts';
import { draftOf, keep, mayLeave } from './drafts.ts';
import { goNow, question } from './question.ts';

/**
 * Opens the form for a new resource that is linked to an existing one. Keeps unsaved input in that form.
 * @param relationship the relationship of the new resource that has the link
 */
export async function createLinked({ type }: Resource, relationship: string, to: Link): Promise<void> {
  if (!(await mayLeave(question.value.open))) return;
  const open = { type, id: undefined };
  keep(open, withPreset(draftOf(open), relationship, to));
  goNow({ open });
}
