// The attributes in a body.
import { accept } from '#domain/checked';
import type { Value } from '#domain/kinds';
import { checkAttribute } from '#domain/resource';
import type { Attributes } from '#domain/schema';
import type { CheckStep, FoundProblem } from '../api/check-steps.ts';
import { unknownName } from '../api/error-wording.ts';
import { errorObject } from '../api/errors.ts';
import { fieldOf, writableAttributesOf, type AttributeOutput, type FieldsOfType } from '../api/resource-description.ts';
import { member, membersOf, pointerToken, type JsonObject } from './syntax/json.ts';
import type { BodyContext } from './linkage.ts';

/** The attributes in a body, by the domain's names. */
export interface SentAttributes {
  /** The attributes that were sent, each of its declared kind. */
  readonly attributes: Attributes;
  readonly readOnly: readonly ReadOnlyValue[];
}

/** A read-only attribute that a client sends back: its text must be the stored one. */
export interface ReadOnlyValue {
  readonly name: string;
  readonly text: string;
  readonly output: AttributeOutput;
  readonly pointer: string;
}

/** Reads `attributes`, and collects all problems with them. */
export function readAttributes(
  sent: JsonObject,
  resource: FieldsOfType,
  isNew: boolean,
  { basePointer, found }: BodyContext,
): SentAttributes {
  const refuse = (name: string, detail: () => string): void => {
    const problem = () => errorObject('invalid-attribute', detail(), { pointer: pointerTo(basePointer, name) });
    found.push({ step: 'attributes', problem });
  };
  const readOnly: ReadOnlyValue[] = [];
  for (const [name, value] of membersOf(sent)) {
    const field = fieldOf(resource, name);
    if (field === undefined) refuse(name, () => unknownAttribute(name, resource));
    else if (field.kind === 'identifier') refuse(name, () => `"${name}" is not an attribute; leave it out here`);
    else if (field.kind === 'relationship')
      refuse(name, () => `"${name}" is a relationship; send it inside "relationships"`);
    else if (field.declared === undefined) {
      // Clients may send back what they have read.
      if (isNew || typeof value !== 'string') refuse(name, () => isReadOnly(name));
      else readOnly.push({ name, text: value, output: field.output, pointer: pointerTo(basePointer, name) });
    }
  }
  const attributes: Record<string, Value | null> = {};
  for (const [name, { stored, declared }] of Object.entries(writableAttributesOf(resource))) {
    const value = member(sent, name);
    const isPreset = isNew && resource.preset?.has(stored) === true;
    if (value === undefined && (!isNew || isPreset)) continue;
    // A preset is never null, so null is refused later, like any other value that differs from it.
    const checked = isPreset && value === null ? accept(null) : checkAttribute(declared, value);
    if (checked.valid && value !== undefined) attributes[stored] = checked.value;
    else if (!checked.valid) refuse(name, () => `"${name}" ${checked.reason}`);
  }
  return { attributes, readOnly };
}

/** Compares the read-only attributes that a client has sent back with the stored resource. */
export function readOnlyProblems(
  readOnly: readonly ReadOnlyValue[],
  stored: Attributes,
  step: CheckStep,
): readonly FoundProblem[] {
  return readOnly
    .filter(({ text, output }) => output.render(stored) !== text)
    .map(({ name, pointer }) => ({ step, problem: errorObject('invalid-attribute', isReadOnly(name), { pointer }) }));
}

function isReadOnly(name: string): string {
  return `"${name}" is read-only; leave it out, or send back its current value`;
}

function unknownAttribute(name: string, resource: FieldsOfType): string {
  const names = Object.keys(writableAttributesOf(resource));
  const known = { heading: `Attributes of ${resource.type} that can be set`, names };
  return unknownName('attribute', name, ` of ${resource.type}`, known);
}

function pointerTo(at: string, name: string): string {
  return `${at}/data/attributes/${pointerToken(name)}`;
}
