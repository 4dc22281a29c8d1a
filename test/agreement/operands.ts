// Values to compare with, mostly taken from the world, so that few results are empty. They are functions of the world: when shrinking
// removes rows, the operands follow.
import fc from 'fast-check';
import type { TextComparison } from '#application/model/filter';
import { splitWords } from '#application/model/text-comparisons';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { declaredAttribute, type ResourceType } from '#domain/schema';
import { character, separator, text } from './texts.ts';
import { storableValues } from './values.ts';
import { valuesOf, type World } from './world.ts';

export type Draw<Drawn> = (world: World) => Drawn;

/** The attribute that values are taken from. */
export interface Source {
  readonly type: ResourceType;
  readonly attribute: string;
}

export function kindOfSource(source: Source): KindName {
  return declaredAt(source).kind;
}

function declaredAt({ type, attribute }: Source): Attribute {
  return declaredAttribute(type, attribute);
}

/** Values of the attribute's kind. */
export function operandOf(source: Source): fc.Arbitrary<Draw<Value>> {
  const declared = declaredAt(source);
  const { kind } = declared;
  if (kind === 'identifier') return identifierOperand(source);
  if (kindOf(kind).isText) return textOperand(source);
  return fc.oneof(
    { weight: 4, arbitrary: existing(source) },
    { weight: 2, arbitrary: storableValues(declared).map((value) => () => value) },
  );
}

/** Lists of `operandOf`. */
export function operandsOf(source: Source): fc.Arbitrary<Draw<readonly Value[]>> {
  return fc.array(operandOf(source), { maxLength: 5 }).map((draws) => (world) => draws.map((draw) => draw(world)));
}

/** Draws the operand of each comparison of texts. */
export const textOperands: Readonly<Record<TextComparison, (source: Source) => fc.Arbitrary<Draw<string>>>> = {
  like: patternOf,
  likeIgnoringCase: patternOf,
  startsWith: textOperand,
  endsWith: textOperand,
  hasWords: wordsOf,
};

/** `LIKE` patterns made from a value by inserting wildcards and escapes. */
function patternOf(source: Source): fc.Arbitrary<Draw<string>> {
  const edits = fc.array(fc.tuple(fc.nat(20), patternEdit), { maxLength: 4 });
  const ending = fc.constantFrom('', '', '', '', '', '', '\\');
  const made = fc.tuple(existingText(source), textChange, edits, ending).map(
    ([draw, change, places, end]): Draw<string> =>
      (world) =>
        `${places.reduce((pattern, [place, edit]) => edit(pattern, place), change(draw(world)))}${end}`,
  );
  return fc.oneof({ weight: 8, arbitrary: made }, { weight: 1, arbitrary: randomPattern.map((value) => () => value) });
}

/** Words of a value, with order, case and separators changed. */
function wordsOf(source: Source): fc.Arbitrary<Draw<string>> {
  const chosen = fc.array(fc.tuple(fc.nat(7), caseChange, separator), { maxLength: 3 });
  const made = fc.tuple(existingText(source), chosen).map(([draw, parts]): Draw<string> => (world) => {
    const words = splitWords(draw(world));
    return parts.map(([place, change, after]) => `${change(at(words, place, ''))}${after}`).join('');
  });
  return fc.oneof({ weight: 5, arbitrary: made }, { weight: 2, arbitrary: textOperand(source) });
}

/** The members of a boolean, rarely none. */
export function members<Drawn>(inner: fc.Arbitrary<Draw<Drawn>>): fc.Arbitrary<Draw<Drawn>[]> {
  const any = fc.array(inner, { maxLength: 3, size: 'max' });
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: any }, { weight: 3, arbitrary: some });
}

type Change = (value: string) => string;

function identifierOperand(source: Source): fc.Arbitrary<Draw<string>> {
  return fc.oneof(
    { weight: 6, arbitrary: existingText(source) },
    { weight: 2, arbitrary: fc.tuple(existingText(source), fc.integer({ min: -3, max: 3 })).map(neighbour) },
    { weight: 1, arbitrary: fc.constantFrom(...integers).map((value) => () => value) },
  );
}

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
    { weight: 4, arbitrary: existingText(source) },
    {
      weight: 4,
      arbitrary: fc.tuple(existingText(source), textChange).map(
        ([draw, change]): Draw<string> =>
          (world) =>
            change(draw(world)),
      ),
    },
    { weight: 2, arbitrary: text.map((value) => () => value) },
  );
}

/** A stored value, or a sample if there is none. */
function existing(source: Source): fc.Arbitrary<Draw<Value>> {
  const declared = declaredAt(source);
  const [fallback] = kindOf(declared.kind).samples(declared).valid;
  return fc.nat(19).map((place) => (world) => at(valuesOf(world, source.type, source.attribute), place, fallback));
}

function existingText(source: Source): fc.Arbitrary<Draw<string>> {
  return existing(source).map((draw) => (world) => String(draw(world)));
}

function at<Drawn>(values: readonly Drawn[], place: number, fallback: Drawn): Drawn {
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
