import { checkAttributes, checkChanges } from './check-attributes.ts';
import { requiredText, type Rules } from './rules.ts';

export interface ComputerAttributes {
  readonly serial: string;
}

/** A stored computer. Always valid, never changed in place. */
export interface Computer extends ComputerAttributes {
  readonly id: string;
  /** The person who owns it, or `null`. */
  readonly ownerId: string | null;
}

export const computerRules: Rules<ComputerAttributes> = {
  serial: requiredText(255),
};

/**
 * A valid computer that has no identifier yet.
 * @throws InvalidAttributesError
 */
export function draftComputer({ serial }: ComputerAttributes): ComputerAttributes {
  const draft = { serial };
  checkAttributes(computerRules, draft);
  return draft;
}

/**
 * Holds new values of some attributes against their rules, none of which depends on another attribute.
 * @throws InvalidAttributesError
 */
export function checkComputerChanges(changes: Partial<ComputerAttributes>): void {
  checkChanges(computerRules, changes);
}

/**
 * The computer with some attributes changed; what is not named keeps its value.
 * @throws InvalidAttributesError
 */
export function changeComputer(computer: Computer, changes: Partial<ComputerAttributes>): Computer {
  return { id: computer.id, ownerId: computer.ownerId, ...draftComputer({ serial: computer.serial, ...changes }) };
}
