// Values by kind: those that an attribute takes, those that a filter may compare with, and those that break services.
import fc from 'fast-check';
import { kindOf, type KindName, type Value, type ValueOf } from '#domain/kinds';
import { checkAttribute, type Attribute } from '#domain/resource';
import { hostileJson, type Json } from './hostile-json.ts';
import { hostileForms, hostileTexts, likelyIds, validTexts } from './hostile-text.ts';

/** Values that an attribute takes; `null` is unset. */
export function validValues(attribute: Attribute): fc.Arbitrary<Value | null> {
  const values = meantValues(attribute.kind).filter((value) => checkAttribute(attribute, value).valid);
  return attribute.isRequired ? values : fc.option(values, { nil: null, freq: 2 });
}

/** Values that a filter may compare with, although it may refuse a text. */
export function operandValues(kind: KindName): fc.Arbitrary<Value> {
  const odd: fc.Arbitrary<Value> | undefined = kindOf(kind).isText ? hostileTexts : oddOperands[kind];
  const meant = meantValues(kind);
  return odd === undefined ? meant : fc.oneof(meant, odd);
}

/** Values that an attribute mostly refuses. */
export function hostileValues({ kind, isRequired }: Pick<Attribute, 'kind' | 'isRequired'>): fc.Arbitrary<Json> {
  // They are JSON values, which the type does not say.
  const invalid: Json[] = JSON.parse(JSON.stringify(kindOf(kind).samples.invalid));
  const values = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...invalid) },
    { weight: 2, arbitrary: fc.oneof(hostileForms, hostileTexts) },
    { weight: 1, arbitrary: hostileJson },
  );
  return isRequired ? values : fc.option(values, { nil: null });
}

function meantValues(kind: KindName): fc.Arbitrary<Value> {
  const samples = fc.constantFrom(...kindOf(kind).samples.valid);
  const likely: fc.Arbitrary<Value> | undefined = likelyValues[kind];
  return likely === undefined ? samples : fc.oneof({ weight: 1, arbitrary: samples }, { weight: 3, arbitrary: likely });
}

type Some = { readonly [Name in KindName]?: fc.Arbitrary<ValueOf[Name]> };

const likelyValues: Some = { identifier: likelyIds, text: validTexts };

const oddOperands: Some = { identifier: fc.constantFrom('0', '-1', '9223372036854775808', '9'.repeat(700)) };
