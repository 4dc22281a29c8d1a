import type { Owned } from './ownership.ts';
import type { AttributesOf, Rules } from './rules.ts';

/** The attributes of a computer. */
export const computerRules = {
  serial: { format: 'text', maxLength: 255, required: true, nullable: false },
} as const satisfies Rules;

export interface Computer extends Owned, AttributesOf<typeof computerRules> {}
