// Checks each part of a type, since the model may never have been type-checked.
import { kinds } from '#domain/kinds';
import type { Attribute, DeclaredRelationship } from '#domain/resource';
import { ruleWords, type Rule } from '#domain/rules';
import { DeclarationError } from '#domain/schema-of';
import type { DeclaredField, DeclaredType } from './resource-words.ts';

/** @throws DeclarationError if a part was not declared with its function, or the arguments were invalid */
export function judgeShape({ type, name, attributes, relationships, rules, fields }: DeclaredType): void {
  for (const [attribute, declared] of Object.entries(attributes)) requireAttribute(type, attribute, declared);
  for (const [relationship, declared] of Object.entries(relationships)) requireOnDelete(type, relationship, declared);
  for (const rule of rules) requireRule(type, name, Object(rule) as Partial<Rule>);
  for (const field of fields)
    if (typeof (Object(field) as Partial<DeclaredField>).name !== 'string')
      throw new DeclarationError(
        type,
        `each field of ${name} must be declared with attribute(…), writeOnly(…), computed(…) or relationship(…)`,
      );
}

function requireAttribute(type: string, name: string, declared: Partial<Attribute> | undefined): void {
  const { kind, maxLength, values = [], isRequired, stamped } = declared ?? {};
  const standard: unknown = declared?.defaultValue;
  if (kind === undefined || !Object.hasOwn(kinds, kind))
    throw new DeclarationError(type, `${type}.${name} must be declared with a kind, such as text(100)`);
  if (maxLength !== undefined && maxLength > LONGEST_TEXT)
    throw new DeclarationError(type, `${type}.${name} must have a maximum length of at most ${LONGEST_TEXT}`);
  if (values.some((value) => LINE_BREAK.test(value)))
    throw new DeclarationError(type, `${type}.${name} must have values without line breaks`);
  if (stamped !== undefined && isRequired !== true)
    throw new DeclarationError(type, `${type}.${name} cannot be optional: the service sets it`);
  if (isRequired === true && standard === null)
    throw new DeclarationError(type, `the default of ${type}.${name} must not be null`);
}

/** The longest `varchar` that PostgreSQL allows, in characters. */
const LONGEST_TEXT = 10_485_760;

/** MikroORM cannot read a check constraint that contains one. */
const LINE_BREAK = /[\n\r]/;

function requireOnDelete(type: string, name: string, { onDelete }: DeclaredRelationship<string>): void {
  if (!ON_DELETE.includes(onDelete))
    throw new DeclarationError(type, `${type}.${name} must have the onDelete 'unset', 'refuse' or 'cascade'`);
}

const ON_DELETE: readonly string[] = ['unset', 'refuse', 'cascade'];

const RULES = Object.values(ruleWords)
  .map((word) => `${word}(…)`)
  .join(', ');

function requireRule(type: string, name: string, rule: Partial<Rule>): void {
  if (rule.kind === undefined || !Object.hasOwn(ruleWords, rule.kind))
    throw new DeclarationError(type, `each rule of ${name} must be declared with one of ${RULES}`);
  if (rule.kind === 'check' && (typeof rule.holds !== 'function' || typeof rule.reason !== 'string'))
    throw new DeclarationError(
      type,
      `each check of ${name} must have a function and a reason, such as check('isbn', ({ isbn }) => isIsbn(isbn), 'is not an ISBN')`,
    );
}
