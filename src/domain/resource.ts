// The words in which a resource is declared. A declaration is data: reads, writes, storages and the wire follow it.
import type { Checked } from './checked.ts';
import { accept, refuse } from './checked.ts';
import { kindOf, type KindName, type Value } from './kinds.ts';
import type { Rule } from './rules.ts';

export interface Declaration<Type extends string = string> {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Declared on one side; the other side follows. */
  readonly relationships: Readonly<Record<string, DeclaredRelationship<Type>>>;
  readonly rules: readonly Rule[];
}

export interface Attribute {
  readonly kind: KindName;
  /** One that is not required can be unset. */
  readonly isRequired: boolean;
  /** Unicode code points. */
  readonly maxLength?: number;
}

export interface DeclaredRelationship<Type extends string> {
  readonly to: Type;
  readonly cardinality: 'one' | 'many';
  /** The same relationship seen from the other side. */
  readonly inverse: string;
}

/**
 * Declares a resource.
 * @example
 * export const computer = declareResource('computer', {
 *   attributes: { serial: text(255) },
 *   relationships: { owner: one('person', { inverse: 'computers' }) },
 *   rules: [],
 * });
 */
export function declareResource<const Type extends string, const Members extends Omit<Declaration, 'type'>>(
  type: Type,
  members: Members,
): Members & { readonly type: Type } {
  return { ...members, type };
}

/** At least one character is not white space. */
export function text(maxLength: number) {
  return { kind: 'text', maxLength, isRequired: true } as const;
}

/** Valid for the HTML standard's `input type=email`. */
export function email(maxLength: number) {
  return { kind: 'email', maxLength, isRequired: true } as const;
}

/** A day of the years 0001 to 9999. */
export function date() {
  return { kind: 'date', isRequired: true } as const;
}

/** Within ±(2^53-1). */
export function integer() {
  return { kind: 'integer', isRequired: true } as const;
}

export function boolean() {
  return { kind: 'boolean', isRequired: true } as const;
}

/** A moment, to the millisecond. */
export function timestamp() {
  return { kind: 'timestamp', isRequired: true } as const;
}

/** An attribute that can be left out or unset. */
export function optional<Declared extends Attribute>(
  attribute: Declared,
): Omit<Declared, 'isRequired'> & { readonly isRequired: false } {
  return { ...attribute, isRequired: false };
}

/**
 * A to-one relationship, whose inverse is a to-many relationship.
 * @param inverse its name there
 */
export function one<const To extends string, const Inverse extends string>(to: To, { inverse }: { inverse: Inverse }) {
  return { to, cardinality: 'one', inverse } as const;
}

/** A to-many relationship, whose inverse is a to-one relationship. */
export function many<const To extends string, const Inverse extends string>(to: To, { inverse }: { inverse: Inverse }) {
  return { to, cardinality: 'many', inverse } as const;
}

/**
 * A valid example value for an attribute.
 * @throws Error if every sample of the kind is too long
 */
export function sampleOf({ kind, maxLength }: Attribute): Value {
  const of = kindOf(kind);
  const valid = of.samples.valid.find((sample) => of.parse(sample, maxLength).valid);
  if (valid === undefined) throw new Error(`every sample of kind ${kind} has more than ${maxLength} characters`);
  return valid;
}

/**
 * Checks a JSON value of an attribute.
 * @param value `undefined`: left out
 * @returns the value to store, `null` if it is unset, or the reason against it
 * @example checkAttribute(text(255), 'Ada') // { valid: true, value: 'Ada' }
 */
export function checkAttribute({ kind, maxLength, isRequired }: Attribute, value: unknown): Checked<Value | null> {
  if (value === undefined) return isRequired ? refuse('is required') : accept(null);
  if (value === null) return isRequired ? refuse('must not be null') : accept(null);
  return kindOf(kind).parse(value, maxLength);
}
