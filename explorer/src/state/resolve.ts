// The ways to resolve a conflict with somebody else's change.
import { conflict, type Conflict } from './conflict.ts';
import { discard } from './drafts.ts';
import { showChange } from './loaded.ts';
import { changeLinkage, remove, save, type Outcome } from './writes.ts';

/** Applies the user's change to the stored version. If somebody else changes it again, the panel asks again. */
export function overwrite({ resource, id, now, wish }: Conflict): Outcome {
  switch (wish.kind) {
    case 'save':
      return save(resource, id, now);
    case 'delete':
      return remove(resource, id, now);
    case 'linkage':
      return changeLinkage(wish.change, now);
  }
}

/** Drops the user's change, and shows the stored state. */
export function takeTheirs({ resource, id, wish }: Conflict): void {
  if (wish.kind === 'save') discard({ type: resource.type, id });
  conflict.value = undefined;
  showChange();
}

/** Closes the question and changes nothing. The next attempt asks again. */
export function keepEditing(): void {
  conflict.value = undefined;
}
