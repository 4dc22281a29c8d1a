// Texts from a list that the attribute declares.
import { accept, refuse, type Checked } from './checked.ts';
import { compareTexts, storableText } from './texts.ts';

interface Choices {
  readonly values?: readonly string[];
}

const LONGEST = 100;

/** @returns the fault in the list; undefined if there is none */
export function faultInChoices({ values = [] }: Choices): string | undefined {
  const isChoice = (value: unknown): boolean => value !== '' && storableText(value, LONGEST).valid;
  return values.length > 1 && new Set(values).size === values.length && values.every(isChoice)
    ? undefined
    : `must have at least two values: distinct texts of 1 to ${LONGEST} characters`;
}

/** Checks a JSON value to store or to compare with. */
export function choiceAmong(value: unknown, { values = [] }: Choices): Checked<string> {
  return typeof value === 'string' && values.includes(value)
    ? accept(value)
    : refuse(`must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`);
}

export function sampleChoices({ values = [] }: Choices) {
  const [first = '', second = '', ...others] = values.toSorted(compareTexts);
  return { valid: [first, second, ...others], invalid: [`${first}${second}`, '', 7, true, []] } as const;
}
