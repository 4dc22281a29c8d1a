import type { Owned } from './ownership.ts';
import type { AttributesOf, Rules } from './rules.ts';

/** What can be said of a computer, and what it must be. */
export const computerRules = {
  serial: { format: 'text', longest: 255, required: true, nullable: false },
} as const satisfies Rules;

export interface Computer extends Owned, AttributesOf<typeof computerRules> {}
