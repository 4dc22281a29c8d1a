// Values by kind: those that an attribute takes, those that a filter may compare with, and those that break services.
import fc from 'fast-check';
import { kindOf, type KindName, type Value, type ValueOf } from '#domain/kinds';
import { checkAttribute, type Attribute } from '#domain/resource';
import { hostileJson, type Json } from './hostile-json.ts';
import { hostileForms, hostileTexts, likelyIds, validTexts } from './hostile-text.ts';

/** Values that an attribute takes; `null` is unset. */
export function validValues(attribute: Attribute): fc.Arbitrary<Value | null> {
  const values = meantValues(attribute).filter((value) => checkAttribute(attribute, value).valid);
  return attribute.isRequired ? values : fc.option(values, { nil: null, freq: 2 });
}

/** Values that a filter may compare with, although it may refuse a text. */
export function operandValues(attribute: Attribute): fc.Arbitrary<Value> {
  const { kind } = attribute;
  const odd: fc.Arbitrary<Value> | undefined = kindOf(kind).isText ? hostileTexts : oddOperands[kind];
  const meant = meantValues(attribute);
  return odd === undefined ? meant : fc.oneof(meant, odd);
}

/** Values that an attribute mostly refuses. */
export function hostileValues(attribute: Attribute): fc.Arbitrary<Json> {
  // They are JSON values, which the type does not say.
  const invalid: Json[] = JSON.parse(JSON.stringify(kindOf(attribute.kind).samples(attribute).invalid));
  const values = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...invalid) },
    { weight: 2, arbitrary: fc.oneof(hostileForms, hostileTexts) },
    { weight: 1, arbitrary: hostileJson },
  );
  return attribute.isRequired ? values : fc.option(values, { nil: null });
}

function meantValues(attribute: Attribute): fc.Arbitrary<Value> {
  const samples = fc.constantFrom(...kindOf(attribute.kind).samples(attribute).valid);
  const likely: fc.Arbitrary<Value> | undefined = likelyValues[attribute.kind];
  return likely === undefined ? samples : fc.oneof({ weight: 1, arbitrary: samples }, { weight: 3, arbitrary: likely });
}

/** Undefined for kinds whose samples suffice. */
type Others = { readonly [Name in KindName]: fc.Arbitrary<ValueOf[Name]> | undefined };

const likelyValues: Others = {
  identifier: likelyIds,
  text: validTexts,
  email: undefined,
  date: undefined,
  integer: undefined,
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: undefined,
};

const oddOperands: Others = {
  identifier: fc.constantFrom('0', '-1', '9223372036854775808', '9'.repeat(700)),
  // Texts are compared with hostile ones.
  text: undefined,
  email: undefined,
  date: undefined,
  integer: undefined,
  decimal: fc.constantFrom('0', '-0', '0.125', '-1.5', '9'.repeat(100), `0.${'1'.repeat(99)}`, '1e3'),
  oneOf: fc.constantFrom('', 'Draft'),
  boolean: undefined,
  timestamp: undefined,
};
