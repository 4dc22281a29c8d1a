// Names, values, and texts in the form of values, that are known to break services.
import fc from 'fast-check';
import { anyResource, resources } from '#test/support/model';
import { perType, relationshipNames, schema } from '#domain/schema';

/** The name of its table as well. */
const { type: someType } = anyResource;

const inherited = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'],
  ...['__defineGetter__', '__lookupSetter__', 'toLocaleString', 'then', 'length', 'toJSON'],
];

/** Names that the API must not know: columns, and attributes as the service calls them. */
const hidden = [
  ...['password', `${someType}.password`, 'version', 'ctid', '*'],
  ...Object.values(
    perType((type) => [
      ...Object.keys(schema[type].attributes),
      ...relationshipNames(type, 'one').flatMap((name) => [`${name}_id`, `${name}Id`]),
      ...Object.entries(resources[type].fields).flatMap(([name, { stored }]) => (stored === undefined ? [name] : [])),
    ]),
  ).flat(),
];

const injections = [
  "' OR '1'='1",
  `'; DROP TABLE ${someType}; --`,
  '" or ""="',
  'id" = "id',
  '1; select pg_sleep(9)',
  `(select password from ${someType} limit 1)`,
  'id) or (1=1',
  '$1',
  '$$x$$',
  ':id',
  '?',
  "E'\\\\x'",
  "\\'; --",
  '*/ 1 /*',
  '%s%n%x',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a\r\nX-Injected: 1',
];

const encodings = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\ufeff',
  '\ufffe\uffff',
  '\u{10ffff}',
  '\u202e\u2066',
  '\u0130\u0131ßŉﬃ',
  'e\u0301'.repeat(20),
  '😀',
  '%00',
  '%zz',
  '%ed%a0%80',
  '\\u0000',
  '\u007f\u0080\u009f',
  '\t\n\v\f\r',
];

const patterns = [
  ...['%', '_', '\\', '%%%', '\\\\\\', '%\\', '[a-z]+', '(a+)+$', '*'],
  ...['%a'.repeat(120), '_%'.repeat(300), '\\'.repeat(255)],
];

const lengths = [
  ...['', ' ', 'a', 'a'.repeat(255), 'a'.repeat(256), '😀'.repeat(255), '😀'.repeat(256)],
  ...['\\'.repeat(3000), 'é'.repeat(2000)],
];

const ids = [
  ...['0', '-1', '-0', '+1', '01', '0x1', '0b1', '1_0', '1e3', '1.0', ' 1', '1 ', '１', '٣', '1,2', '1/2'],
  ...['NaN', 'Infinity', 'null', 'true', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['-9223372036854775809', '99999999999999999999', '2147483648', '9007199254740993'],
  ...['1'.repeat(400), '9'.repeat(9000)],
];

const dates = [
  ...['2023-02-30', '2023-13-01', '0000-01-01', '9999-12-31', '0001-01-01', '10000-01-01', '-0001-01-01', '20030102'],
  ...['1/2/2003', '0001-01-01 BC', 'infinity', 'now', 'epoch', '2024-02-29T00:00:00Z', '１９９９-01-01'],
];

const moments = [
  '2023-02-30T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '9999-12-31T23:59:59.9999999999999Z',
  '2016-12-31T23:59:60Z',
  '2000-01-01T24:00:00Z',
  '2000-01-01T00:00:00',
  '2000-01-01 00:00:00Z',
  '2000-01-01t00:00:00z',
  '2000-01-01T00:00:00+24:00',
  '-000001-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '-infinity',
  '1e15',
];

const numbers = [
  ...['-0', '00', '9007199254740991', '-9007199254740992', '1e400', '0.1', '-.5', '1_000', '12 345'],
  ...['Infinity', 'TRUE', 'on', 't'],
];

/** Names of members, parameters and fields: mostly those with a meaning to JavaScript or to SQL. */
export const hostileNames = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...inherited) },
  { weight: 3, arbitrary: fc.constantFrom(...hidden) },
  { weight: 3, arbitrary: fc.constantFrom(...injections) },
  { weight: 2, arbitrary: fc.constantFrom(...encodings, ...lengths) },
);

/** Random UTF-16 code units, lone surrogates included; without U+FFFD, which marks text that was decoded wrongly. */
const units = fc
  .array(fc.nat({ max: 0xffff }), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes).replaceAll('\ufffd', '?'));

/** Values of text attributes. */
export const hostileTexts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...injections) },
  { weight: 4, arbitrary: fc.constantFrom(...encodings) },
  { weight: 3, arbitrary: fc.constantFrom(...patterns) },
  { weight: 3, arbitrary: fc.constantFrom(...lengths) },
  { weight: 1, arbitrary: fc.constantFrom(...inherited, ...hidden) },
  { weight: 2, arbitrary: fc.constantFrom(...ids, ...dates, ...moments, ...numbers) },
  { weight: 2, arbitrary: units },
);

export const hostileIds = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ids) },
  { weight: 1, arbitrary: hostileTexts },
);

/** Texts that resemble values of other kinds than text. */
export const hostileForms = fc.constantFrom(...ids, ...dates, ...moments, ...numbers);

/** Identifiers that mostly exist: `subject.ts` creates 12 resources of each type. */
export const likelyIds = fc.integer({ min: 1, max: 18 }).map(String);

/** Valid for most text attributes. */
export const validTexts = fc.constantFrom(
  'Ada',
  "O'Brien",
  '100% _sure_ \\',
  'ß İ ﬃ',
  '😀😀',
  'select',
  'a'.repeat(255),
);
