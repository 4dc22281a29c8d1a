// A small random world of persons and computers, as plain data.
import fc from 'fast-check';
import type { ResourceType } from '../../src/application/model/schema.ts';
import type { PersonAttributes } from '../../src/domain/person.ts';
import { text } from './texts.ts';

export interface World {
  readonly person: readonly PersonAttributes[];
  readonly computer: readonly ComputerOfWorld[];
  readonly leaps: Readonly<Record<ResourceType, Leap | undefined>>;
}

export interface ComputerOfWorld {
  readonly serial: string;
  /** The place of the owner among the persons. */
  readonly owner: number | null;
}

/** From one row on the identifiers go on with a larger number. */
export interface Leap {
  readonly after: number;
  readonly to: string;
}

/** The identifiers of the rows of a type, in order. */
export function idsOf(world: World, type: ResourceType): readonly string[] {
  const leap = world.leaps[type];
  return world[type].map((_, index) =>
    leap === undefined || index < leap.after
      ? String(index + 1)
      : String(BigInt(leap.to) + BigInt(index) - BigInt(leap.after)),
  );
}

/** The values of an attribute that are set, in the order of the rows. */
export function valuesOf(world: World, type: ResourceType, attribute: string): readonly string[] {
  if (attribute === 'id') return idsOf(world, type);
  const rows: readonly Readonly<Record<string, unknown>>[] = world[type].map((row) => ({ ...row }));
  return rows.map((row) => row[attribute]).filter((value) => typeof value === 'string');
}

const days = ['0001-01-01', '0987-02-03', '1815-12-10', '1999-12-31', '2000-02-29', '9999-12-31'];

/** Calendar dates, of which some are frequent. */
export const date: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...days) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, day]) => [pad(year, 4), pad(month, 2), pad(day, 2)].join('-')),
  },
);

/** The rules for names and e-mail addresses are the domain's: a storage keeps any text. */
const person: fc.Arbitrary<PersonAttributes> = fc
  .record({
    name: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: date }),
    email: fc.oneof(
      fc.constant('unset' as const),
      fc.constant('same' as const),
      text.map((value) => ({ value })),
    ),
    birthDate: fc.option(date, { freq: 2 }),
  })
  .map(({ name, email, birthDate }) => ({
    name,
    email: email === 'unset' ? null : email === 'same' ? name : email.value,
    birthDate,
  }));

const leap: fc.Arbitrary<Leap | undefined> = fc.option(
  fc.record({
    after: fc.nat(12),
    // Around the ends of int4, of exact numbers in JavaScript, and of int8.
    to: fc.constantFrom('99', '2147483645', '9007199254740989', '9223372036854775747'),
  }),
  { nil: undefined, freq: 2 },
);

/** Random worlds; letters that a database does not know are replaced: see `unknownLetters`. */
export function worlds(unknown: ReadonlySet<string>): fc.Arbitrary<World> {
  const known = knownText(unknown);
  const computer = fc.record({ serial: text, owner: fc.option(fc.nat(15), { freq: 3 }) });
  return fc
    .record({
      person: rows(person, 20),
      computer: rows(computer, 24),
      leaps: fc.record({ person: leap, computer: leap }),
    })
    .map(({ person: persons, computer: computers, leaps }) => ({
      person: persons.map(({ name, email, birthDate }) => ({
        name: known(name),
        email: email === null ? null : known(email),
        birthDate,
      })),
      computer: computers.map(({ serial, owner }) => ({
        serial: known(serial),
        owner: owner === null || persons.length === 0 ? null : owner % persons.length,
      })),
      leaps,
    }));
}

/** Seldom only a few. */
function rows<Row>(row: fc.Arbitrary<Row>, most: number): fc.Arbitrary<Row[]> {
  const half = fc.array(row, { maxLength: most / 2, size: 'max' });
  return fc.tuple(half, half).map((halves) => halves.flat());
}

/** Replaces letters by one that everybody knows. */
export function knownText(unknown: ReadonlySet<string>): (value: string) => string {
  return (value) => [...value].map((letter) => (unknown.has(letter) ? 'x' : letter)).join('');
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
