/** An attribute that breaks its rule; `reason` completes the sentence "NAME …". */
export interface InvalidAttribute {
  readonly attribute: string;
  readonly reason: string;
}

/** An entity would break the rules of its attributes. */
export class InvalidAttributesError extends Error {
  readonly invalid: readonly InvalidAttribute[];

  constructor(invalid: readonly InvalidAttribute[]) {
    super(invalid.map(({ attribute, reason }) => `${attribute} ${reason}`).join('; '));
    this.name = 'InvalidAttributesError';
    this.invalid = invalid;
  }
}
