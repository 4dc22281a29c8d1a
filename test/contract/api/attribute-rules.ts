// Valid and invalid values of each writable attribute, up to its limits.
import { writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { product } from '#product';
import { resources } from '#test/support/model';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import { mustBeGiven, type Attribute } from '#domain/resource';

/** Section 1 of the contract, for the default model. Other attributes follow their declaration. */
const contract: Readonly<Record<string, Attribute>> = {
  'person.name': { kind: 'text', maxLength: 255, isRequired: true },
  'person.email': { kind: 'email', maxLength: 254, isRequired: false },
  'person.birth_date': { kind: 'date', isRequired: false },
  'computer.serial': { kind: 'text', maxLength: 255, isRequired: true },
};

const badTexts: readonly unknown[] = [
  1,
  true,
  [],
  {},
  ['Ada'],
  '',
  ' ',
  '\t\n\r\u00a0\u1680\u2003\u2028\u3000\u0085',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ude00\ud83d',
];
const longTexts = (maxLength: number): readonly string[] => [
  'a'.repeat(maxLength + 1),
  '😀'.repeat(maxLength + 1),
  'a'.repeat(100_000),
];
const goodTexts = (maxLength: number): readonly string[] =>
  ['a', ' a ', '0', 'a'.repeat(maxLength), '😀'.repeat(maxLength), '\u200b', '\u0001a', '😀'].filter(
    (text) => Array.from(text).length <= maxLength,
  );

const badEmails: readonly unknown[] = [
  1,
  true,
  [],
  {},
  '',
  ' ',
  'a',
  '@',
  'a@',
  '@b',
  'a b@c',
  'a@b c',
  ' a@b',
  'a@b ',
  'a@b\n',
  'a@b@c',
  'a@-b',
  'a@b-',
  'a@b-.c',
  'a@b..c',
  'a@.b',
  'a@b.',
  'a@b_c',
  'é@b',
  'a@é.org',
  'a,b@c',
  '"a b"@c',
  'Ada <a@b>',
  'a@[127.0.0.1]',
  'a(x)@b',
  'a\0@b',
  '\ud800@b',
  `a@${'b'.repeat(64)}.org`,
];
const longEmails = (maxLength: number): readonly string[] => [`${'a'.repeat(maxLength - 1)}@b`];
const goodEmails = (maxLength: number): readonly string[] =>
  [
    'a@b',
    'A.B+c@Example.ORG',
    ".!#$%&'*+/=?^_`{|}~-@b-c.d1",
    '..a..@b',
    `a@${'b'.repeat(63)}.org`,
    `${'a'.repeat(maxLength - 2)}@b`,
  ].filter(({ length }) => length <= maxLength);

const badDates: readonly unknown[] = [
  1,
  20230101,
  true,
  [],
  {},
  '',
  '2023-02-29',
  '2023-02-30',
  '1900-02-29',
  '2023-04-31',
  '2023-13-01',
  '2023-00-10',
  '2023-01-00',
  '2023-01-32',
  '0000-01-01',
  '-001-01-01',
  '-0001-01-01',
  '10000-01-01',
  '+2023-01-01',
  '2023-1-1',
  '20230101',
  '2023/01/01',
  '01/02/2003',
  '2023-001',
  '2023-W01-1',
  '2023-01-01T00:00:00Z',
  '2023-01-01 BC',
  ' 2023-01-01',
  '2023-01-01\n',
  '２０２３-01-01',
  'infinity',
  '-infinity',
  'now',
  'today',
  'epoch',
  '2023-01-01\0',
];
const goodDates = ['0001-01-01', '9999-12-31', '2000-02-29', '2024-02-29', '1582-10-10', '1970-01-01'];

interface Examples {
  readonly bad: readonly unknown[];
  readonly good: readonly (Value | null)[];
}

/** The longest value tried for an attribute without a limit. */
const LONG = 1000;

/** Undefined for kinds whose samples suffice. */
const examples: Readonly<Record<KindName, ((maxLength?: number) => Examples) | undefined>> = {
  identifier: undefined,
  text: (maxLength) => ({
    bad: [...badTexts, ...(maxLength === undefined ? [] : longTexts(maxLength))],
    good: goodTexts(maxLength ?? LONG),
  }),
  email: (maxLength) => ({
    bad: [...badEmails, ...(maxLength === undefined ? [] : longEmails(maxLength))],
    good: goodEmails(maxLength ?? LONG),
  }),
  date: () => ({ bad: badDates, good: goodDates }),
  integer: undefined,
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: undefined,
};

/** A writable attribute with valid and invalid values. */
export interface AttributeRule extends Examples {
  readonly resource: Resource;
  readonly attribute: string;
  readonly required: boolean;
}

const isDefaultModel = product.tables.name === 'default';

export const attributeRules: readonly AttributeRule[] = Object.values(resources).flatMap((resource) =>
  Object.entries(writableAttributesOf(resource)).map(([attribute, { declared }]) => {
    const rule = (isDefaultModel ? contract[`${resource.type}.${attribute}`] : undefined) ?? declared;
    const { kind, maxLength, isRequired } = rule;
    const { valid, invalid } = kindOf(kind).samples(rule);
    const { bad, good } = examples[kind]?.(maxLength) ?? { bad: invalid, good: valid };
    return {
      resource,
      attribute,
      required: mustBeGiven(rule),
      bad: isRequired ? [null, ...bad] : bad,
      good: isRequired ? good : [null, ...good],
    };
  }),
);
