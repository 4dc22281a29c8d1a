// Generates realistic data. The same seed creates the same data; a larger number of persons begins with those of a smaller one.
import { faker } from '@faker-js/faker/locale/en';

/** A person, their computers, and computers without an owner. */
export type Household = readonly (SownPerson | SownComputer)[];

interface SownPerson {
  readonly type: 'person';
  /** By wire name. Omitted attributes are unset. */
  readonly attributes: { readonly name: string; readonly email?: string; readonly birth_date?: string };
}

interface SownComputer {
  readonly type: 'computer';
  readonly attributes: { readonly serial: string };
  readonly links?: { readonly owner: SownPerson };
}

const FIRST_DECADE = 1930;
const DECADES = 9;
const MAX_COMPUTERS = 3;

/** The first person owns a computer, so that computer 1 exists if person 1 does. */
export function* households(persons: number, seed: number): Generator<Household> {
  faker.seed(seed);
  faker.setDefaultRefDate('2020-01-01T00:00:00.000Z');
  for (let index = 0; index < persons; index += 1) {
    const owner: SownPerson = { type: 'person', attributes: person() };
    const owned = computers(faker.number.int({ min: index === 0 ? 1 : 0, max: MAX_COMPUTERS }), { owner });
    yield [owner, ...owned, ...computers(faker.datatype.boolean(0.15) ? 1 : 0)];
  }
}

function person(): SownPerson['attributes'] {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  const email = faker.internet.exampleEmail({ firstName, lastName }).toLowerCase();
  const birthDate = dayOfDecade(FIRST_DECADE + 10 * faker.number.int(DECADES - 1));
  return {
    name: `${firstName} ${lastName}`,
    ...(faker.datatype.boolean(0.8) && { email }),
    ...(faker.datatype.boolean(0.9) && { birth_date: birthDate }),
  };
}

function dayOfDecade(year: number): string {
  const to = new Date(Date.UTC(year + 10, 0, 0));
  return faker.date
    .between({ from: new Date(Date.UTC(year, 0, 1)), to })
    .toISOString()
    .slice(0, 10);
}

function computers(count: number, links?: SownComputer['links']): readonly SownComputer[] {
  return Array.from({ length: count }, () => ({
    type: 'computer',
    attributes: { serial: serial() },
    ...(links && { links }),
  }));
}

/** A serial number in the style of one of four makers. */
function serial(): string {
  const code = (length: number): string => faker.string.alphanumeric({ length, casing: 'upper', exclude: 'IO' });
  const makers = [
    () => `C02${code(9)}`,
    () => `5CG${faker.string.numeric(4)}${code(3)}`,
    () => `PF-${code(6)}`,
    () => code(7),
  ];
  return faker.helpers.arrayElement(makers)();
}
