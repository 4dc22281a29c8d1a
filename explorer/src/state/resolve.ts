// The ways to resolve a conflict with somebody else's change.
import { conflict, type Conflict } from './conflict.ts';
import { discard } from './drafts.ts';
import { showChange } from './loaded.ts';
import { changeLinkage, remove, save, type Outcome } from './writes.ts';

/** Carries out the wish on the version stored now. A later change by somebody else is asked about again. */
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

/** Drops what was wanted, and shows what is stored. */
export function takeTheirs({ resource, id, wish }: Conflict): void {
  if (wish.kind === 'save') discard({ type: resource.type, id });
  conflict.value = undefined;
  showChange();
}

/** Leaves all as it is: the next attempt asks again. */
export function keepEditing(): void {
  conflict.value = undefined;
}
