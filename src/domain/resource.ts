// The functions that declare a resource. A declaration is data that reads, writes, storages and the wire format follow.
import type { Checked } from './checked.ts';
import { accept, refuse } from './checked.ts';
import { kindOf, type KindName, type Limits, type Value, type ValueOf } from './kinds.ts';
import type { Rule } from './rules.ts';

export interface Declaration<Type extends string = string> {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Each relationship is declared on one side. The other side is derived from it. */
  readonly relationships: Readonly<Record<string, DeclaredRelationship<Type>>>;
  readonly rules: readonly Rule[];
}

export interface Attribute extends Limits {
  readonly kind: KindName;
  /** If false, it can be unset. */
  readonly isRequired: boolean;
  /** The value if a creation leaves it out. */
  readonly defaultValue?: Value;
  /** The writes on which the storage sets it to the current time. Undefined: clients send it. */
  readonly stamped?: 'created' | 'changed';
}

/** An attribute as the functions below declare it. */
type Declared<Of extends Attribute> = Of & {
  /**
   * The same attribute, with a value for creations that leave it out.
   * @example optional(text(30)).default('unknown')
   */
  default(value: ValueOf[Of['kind']]): Declared<Of & { readonly defaultValue: Value }>;
};

/** Adds the method `default`. It is not enumerable, so that the attribute stays data. */
function declared<const Of extends Attribute>(attribute: Of): Declared<Of> {
  const withDefault = (value: Value): Attribute => {
    const checked = kindOf(attribute.kind).parse(value, attribute);
    return declared({ ...attribute, defaultValue: checked.valid ? checked.value : value });
  };
  return Object.defineProperty({ ...attribute }, 'default', { value: withDefault }) as Declared<Of>;
}

/** The identifier, which every resource has. */
export const IDENTIFIER: Attribute = { kind: 'identifier', isRequired: true };

export interface DeclaredRelationship<Type extends string> {
  readonly to: Type;
  readonly cardinality: 'one' | 'many';
  /** The same relationship seen from the other side. */
  readonly inverse: string;
  /**
   * This type's end of the links in a many-to-many relationship: `from` on the declaring side, `to` on the other. Undefined for other
   * relationships, whose links are stored on the to-one side.
   */
  readonly end: 'from' | 'to' | undefined;
  /** Of a to-one relationship: true if it always has a target. */
  readonly isRequired: boolean;
  /** Of a to-one relationship: the effect of deleting the target. */
  readonly onDelete: OnDelete;
}

/** The effect of deleting the target of a to-one relationship: the link is removed, the deletion is refused, or the resource is deleted as well. */
export type OnDelete = 'unset' | 'refuse' | 'cascade';

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

/** A text with at least one character that is not white space. */
export function text(maxLength: number) {
  return declared({ kind: 'text', maxLength, isRequired: true });
}

/** An e-mail address, valid for the HTML standard's `input type=email`. */
export function email(maxLength: number) {
  return declared({ kind: 'email', maxLength, isRequired: true });
}

/** A day in the years 0001 to 9999. */
export function date() {
  return declared({ kind: 'date', isRequired: true });
}

/** An integer within ±(2^53-1). */
export function integer() {
  return declared({ kind: 'integer', isRequired: true });
}

/**
 * A decimal number, which is a string in documents.
 * @param precision the most digits, including those after the point
 * @param scale the digits after the point
 */
export function decimal(precision: number, scale: number) {
  return declared({ kind: 'decimal', precision, scale, isRequired: true });
}

/** One of these texts. */
export function oneOf<const Values extends readonly [string, string, ...string[]]>(...values: Values) {
  return declared({ kind: 'oneOf', values, isRequired: true });
}

export function boolean() {
  return declared({ kind: 'boolean', isRequired: true });
}

/** A point in time, to the millisecond. */
export function timestamp() {
  return declared({ kind: 'timestamp', isRequired: true });
}

/** When the resource was created. Set by the service. */
export function createdAt() {
  return { kind: 'timestamp', isRequired: true, stamped: 'created' } as const;
}

/**
 * When an attribute, a to-one relationship or a many-to-many relationship declared by the type was last changed. Changes to other links do not count.
 * Set by the service.
 */
export function updatedAt() {
  return { kind: 'timestamp', isRequired: true, stamped: 'changed' } as const;
}

/** An attribute that can be left out or unset. */
export function optional<const Of extends Attribute>(
  attribute: Of,
): Declared<Limits & { readonly kind: Of['kind']; readonly isRequired: false }> {
  return declared({ ...attribute, isRequired: false });
}

/**
 * A to-one relationship, whose inverse is a to-many relationship.
 * @param inverse its name there
 * @param required true if it always has a target
 * @param onDelete by default `unset`, or `refuse` if it is required
 * @example one('book', { inverse: 'loans', required: true, onDelete: 'cascade' })
 */
export function one<const To extends string, const Inverse extends string>(
  to: To,
  {
    inverse,
    required = false,
    onDelete = required ? 'refuse' : 'unset',
    ...others
  }: { readonly inverse: Inverse; readonly required?: boolean; readonly onDelete?: OnDelete },
) {
  requireNone(others, `one('${to}', …)`);
  return { to, cardinality: 'one', inverse, end: undefined, isRequired: required, onDelete } as const;
}

/** A to-many relationship, whose inverse is a to-one relationship that can be empty. */
export function many<const To extends string, const Inverse extends string>(
  to: To,
  { inverse, ...others }: { inverse: Inverse },
) {
  requireNone(others, `many('${to}', …)`);
  return { to, cardinality: 'many', inverse, end: undefined, isRequired: false, onDelete: 'unset' } as const;
}

/**
 * A relationship that is to-many on both sides.
 * @param inverse its name on the other side, which must be a different name
 * @example manyToMany('author', { inverse: 'books' })
 */
export function manyToMany<const To extends string, const Inverse extends string>(
  to: To,
  { inverse, ...others }: { inverse: Inverse },
) {
  requireNone(others, `manyToMany('${to}', …)`);
  return { to, cardinality: 'many', inverse, end: 'from', isRequired: false, onDelete: 'unset' } as const;
}

/** @throws TypeError if a relationship is declared with unknown options, since a model may never have been type-checked */
function requireNone(others: object, declared: string): void {
  const [option] = Object.keys(others);
  if (option !== undefined) throw new TypeError(`${declared} has no option ${option}`);
}

/**
 * A valid example value for an attribute.
 * @throws Error if the limits allow no sample of the kind
 */
export function sampleOf(attribute: Attribute): Value {
  const kind = kindOf(attribute.kind);
  const valid = kind.samples(attribute).valid.find((sample) => kind.parse(sample, attribute).valid);
  if (valid === undefined) throw new Error(`no sample fits ${JSON.stringify(attribute)}`);
  return valid;
}

/** True if a creation cannot leave the attribute out. */
export function mustBeGiven({ isRequired, defaultValue, stamped }: Attribute): boolean {
  return isRequired && defaultValue === undefined && stamped === undefined;
}

/**
 * Checks a JSON value of an attribute in a creation.
 * @param value `undefined`: left out
 * @returns the value to store, `null` if it is unset, or the reason why the value is invalid
 * @example checkAttribute(text(255), 'Ada') // { valid: true, value: 'Ada' }
 */
export function checkAttribute(attribute: Attribute, value: unknown): Checked<Value | null> {
  const { kind, isRequired, defaultValue = null } = attribute;
  if (value === undefined) return mustBeGiven(attribute) ? refuse('is required') : accept(defaultValue);
  if (value === null) return isRequired ? refuse('must not be null') : accept(null);
  return kindOf(kind).parse(value, attribute);
}
