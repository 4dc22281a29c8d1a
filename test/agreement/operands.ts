// Values to compare with, mostly taken from the world, so that few results are empty. They are functions of the world: when shrinking
// removes rows, the operands follow.
import fc from 'fast-check';
import { attributeKind, type AttributeKind, type ResourceType } from '../../src/application/model/schema.ts';
import { splitWords } from '../../src/application/model/words.ts';
import { character, separator, text } from './texts.ts';
import { date, valuesOf, type World } from './world.ts';

export type Draw<Value> = (world: World) => Value;

/** The attribute that values are taken from. */
export interface Source {
  readonly type: ResourceType;
  readonly attribute: string;
}

/** Values of the attribute's kind, as text. */
export function operandOf(source: Source): fc.Arbitrary<Draw<string>> {
  return OPERANDS[attributeKind(source.type, source.attribute)](source);
}

/** Lists of `operandOf`. */
export function operandsOf(source: Source): fc.Arbitrary<Draw<readonly string[]>> {
  return fc.array(operandOf(source), { maxLength: 5 }).map((draws) => (world) => draws.map((draw) => draw(world)));
}

/** `LIKE` patterns made from a value by inserting wildcards and escapes. */
export function patternOf(source: Source): fc.Arbitrary<Draw<string>> {
  const edits = fc.array(fc.tuple(fc.nat(20), patternEdit), { maxLength: 4 });
  const ending = fc.constantFrom('', '', '', '', '', '', '\\');
  const made = fc.tuple(existing(source), textChange, edits, ending).map(
    ([draw, change, places, end]): Draw<string> =>
      (world) =>
        `${places.reduce((pattern, [place, edit]) => edit(pattern, place), change(draw(world)))}${end}`,
  );
  return fc.oneof({ weight: 8, arbitrary: made }, { weight: 1, arbitrary: randomPattern.map((value) => () => value) });
}

/** Words of a value, with order, case and separators changed. */
export function wordsOf(source: Source): fc.Arbitrary<Draw<string>> {
  const chosen = fc.array(fc.tuple(fc.nat(7), caseChange, separator), { maxLength: 3 });
  const made = fc.tuple(existing(source), chosen).map(([draw, parts]): Draw<string> => (world) => {
    const words = splitWords(draw(world));
    return parts.map(([place, change, after]) => `${change(at(words, place))}${after}`).join('');
  });
  return fc.oneof({ weight: 5, arbitrary: made }, { weight: 2, arbitrary: textOperand(source) });
}

/** The members of a boolean, rarely none. */
export function members<Value>(inner: fc.Arbitrary<Draw<Value>>): fc.Arbitrary<Draw<Value>[]> {
  const any = fc.array(inner, { maxLength: 3, size: 'max' });
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: any }, { weight: 3, arbitrary: some });
}

type Change = (value: string) => string;

const OPERANDS: Readonly<Record<AttributeKind, (source: Source) => fc.Arbitrary<Draw<string>>>> = {
  identifier: (source) =>
    fc.oneof(
      { weight: 6, arbitrary: existing(source) },
      { weight: 2, arbitrary: fc.tuple(existing(source), fc.integer({ min: -3, max: 3 })).map(neighbour) },
      { weight: 1, arbitrary: fc.constantFrom(...integers).map((value) => () => value) },
    ),
  date: (source) =>
    fc.oneof(
      { weight: 4, arbitrary: existing(source, '2000-02-29') },
      { weight: 2, arbitrary: date.map((value) => () => value) },
    ),
  text: textOperand,
};

const integers = [
  '0',
  '-1',
  '-9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '9223372036854775807',
].concat(['9223372036854775808', '99999999999999999999999999', '-99999999999999999999999999']);

function neighbour([draw, distance]: [Draw<string>, number]): Draw<string> {
  return (world) => String(BigInt(draw(world)) + BigInt(distance));
}

function textOperand(source: Source): fc.Arbitrary<Draw<string>> {
  return fc.oneof(
    { weight: 4, arbitrary: existing(source, '') },
    {
      weight: 4,
      arbitrary: fc.tuple(existing(source, ''), textChange).map(
        ([draw, change]): Draw<string> =>
          (world) =>
            change(draw(world)),
      ),
    },
    { weight: 2, arbitrary: text.map((value) => () => value) },
  );
}

/** A stored value. */
function existing({ type, attribute }: Source, fallback = '1'): fc.Arbitrary<Draw<string>> {
  return fc.nat(19).map((place) => (world) => at(valuesOf(world, type, attribute), place, fallback));
}

function at(values: readonly string[], place: number, fallback = ''): string {
  return values[place % Math.max(values.length, 1)] ?? fallback;
}

const caseChange: fc.Arbitrary<Change> = fc.constantFrom<Change[]>(
  (value) => value,
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
  (value) => [...value].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join(''),
);

const textChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(9), fc.constantFrom('_', '%', '\\')).map(
      ([place, wildcard]): Change =>
        (value) =>
          splice(value, place, 1, wildcard),
    ),
  },
  { weight: 4, arbitrary: caseChange },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(6), fc.nat(6)).map(
      ([start, length]): Change =>
        (value) =>
          [...value].slice(start, start + length + 1).join(''),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(6).map(
      (length): Change =>
        (value) =>
          [...value].slice(0, length + 1).join(''),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(6).map(
      (length): Change =>
        (value) =>
          [...value].slice(-length - 1).join(''),
    ),
  },
  {
    weight: 1,
    arbitrary: character.map(
      (added): Change =>
        (value) =>
          `${value}${added}`,
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>((value) => value.normalize('NFD')) },
);

type Edit = (pattern: string, place: number) => string;

const patternEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Edit>((pattern) => `%${pattern}%`) },
  { weight: 3, arbitrary: fc.constant<Edit>((pattern) => `%${pattern}`) },
  { weight: 3, arbitrary: fc.constant<Edit>((pattern) => `${pattern}%`) },
  { weight: 3, arbitrary: fc.constantFrom(...splices(['%', '_', '\\%', '\\_', '\\\\', '__%'], 1)) },
  { weight: 2, arbitrary: fc.constantFrom(...splices(['%', '\\', '\\%'], 0)) },
  {
    weight: 1,
    arbitrary: fc.nat(4).map(
      (length): Edit =>
        (pattern, place) =>
          splice(pattern, place, length, '%'),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Edit>((pattern) => pattern.replaceAll(/[\\%_]/g, String.raw`\$&`)) },
);

function splices(insertions: readonly string[], removed: number): readonly Edit[] {
  return insertions.map((inserted) => (pattern, place) => splice(pattern, place, removed, inserted));
}

/** Replaces characters with a text. */
function splice(value: string, place: number, removed: number, inserted: string): string {
  const characters = [...value];
  return characters.toSpliced(place % (characters.length + 1), removed, inserted).join('');
}

const randomPattern = fc
  .array(fc.oneof(fc.constantFrom('%', '_', '\\'), character), { maxLength: 8 })
  .map((parts) => parts.join(''));
