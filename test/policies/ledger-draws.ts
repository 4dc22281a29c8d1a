// Random writes, most of them to existing rows.
import type { Random } from '../chaos/random.ts';
import type { PlantedRow, State } from '../support/stored-rows.ts';
import { values } from './ledger-policies.ts';
import type { Values, Write, WriteKind } from './ledger-writes.ts';

const PERSONS = 5;
const COMPUTERS = 8;
const MISSING = '987654321';

export function drawRows(random: Random): readonly PlantedRow[] {
  const persons = Array.from({ length: PERSONS }, () => ({
    person: '',
    name: random.pick(values.name) ?? '',
    email: random.pick([...values.email, null]) ?? null,
    birthDate: random.pick([...values.birth_date, null]) ?? null,
  }));
  const named = persons.map((row, index) => ({ ...row, person: `person ${index}` }));
  const computers = Array.from({ length: COMPUTERS }, (_, index) => {
    const owner = random.below(4) === 0 ? undefined : random.pick(named)?.person;
    const serial = random.pick(values.serial) ?? '';
    return { computer: `computer ${index}`, serial, ...(owner !== undefined && { owner }) };
  });
  return [...named, ...computers];
}

/** How often each kind is drawn. Deletions are rarer than creations, because they are allowed more often. */
const WEIGHTS: Readonly<Record<WriteKind, number>> = {
  'create person': 4,
  'create computer': 4,
  'create related': 3,
  'update person': 6,
  'update computer': 6,
  'update owner': 4,
  'delete person': 1,
  'delete computer': 2,
  'delete owner': 1,
  link: 4,
  replace: 5,
  unlink: 4,
  assign: 2,
  reassign: 4,
  unassign: 2,
};

const kinds = (Object.keys(WEIGHTS) as readonly WriteKind[]).flatMap((kind) =>
  Array.from({ length: WEIGHTS[kind] }, () => kind),
);

export function drawWrite(random: Random, state: State): Write {
  const rows = [...state.values()];
  const idsOf = (type: 'person' | 'computer'): readonly string[] =>
    rows.filter((row) => row.type === type).map(({ id }) => id);
  const anId = (type: 'person' | 'computer'): string =>
    random.below(25) === 0 ? MISSING : (random.pick(idsOf(type)) ?? MISSING);
  const [person, computer] = [() => anId('person'), () => anId('computer')];
  const someComputers = (): readonly string[] => Array.from({ length: random.below(4) }, computer);
  const anOwner = (): string | null => (random.below(3) === 0 ? null : person());
  const sometimes = (name: string, give: () => unknown): object => (random.below(2) === 0 ? {} : { [name]: give() });
  const owned = (): readonly string[] => rows.filter(({ owner }) => owner !== null).map(({ id }) => id);
  const kind = random.pick(kinds) ?? 'link';
  switch (kind) {
    case 'create person':
      return { kind, attributes: drawPerson(random, true), ...sometimes('computers', someComputers) };
    case 'create computer':
      return { kind, attributes: drawComputer(random, true), ...sometimes('owner', anOwner) };
    case 'create related':
      return { kind, of: person(), attributes: drawComputer(random, true) };
    case 'update person':
      return { kind, of: person(), attributes: drawPerson(random, false), ...sometimes('computers', someComputers) };
    case 'update computer':
      return { kind, of: computer(), attributes: drawComputer(random, false), ...sometimes('owner', anOwner) };
    case 'update owner': {
      const of = random.below(8) === 0 ? computer() : (random.pick(owned()) ?? MISSING);
      const owner = rows.find((row) => row.type === 'computer' && row.id === of)?.owner;
      const named = random.below(8) === 0 ? person() : (owner ?? person());
      return {
        kind,
        of,
        person: named,
        attributes: drawPerson(random, false),
        ...sometimes('computers', someComputers),
      };
    }
    case 'delete person':
      return { kind, of: person() };
    case 'delete computer':
      return { kind, of: computer() };
    case 'delete owner':
      return { kind, of: random.below(6) === 0 ? computer() : (random.pick(owned()) ?? MISSING) };
    case 'link':
    case 'replace':
      return { kind, of: person(), computers: someComputers() };
    case 'unlink': {
      const of = person();
      const members = rows.filter(({ owner }) => owner === of).map(({ id }) => id);
      return { kind, of, computers: [...random.sample(members, 3), ...someComputers()] };
    }
    case 'assign':
    case 'reassign':
      return { kind, of: computer(), owner: anOwner() };
    case 'unassign': {
      const of = computer();
      const owner = rows.find((row) => row.type === 'computer' && row.id === of)?.owner ?? null;
      return { kind, of, owner: random.below(3) === 0 ? anOwner() : owner };
    }
  }
}

function drawPerson(random: Random, isNew: boolean): Values {
  return {
    ...((isNew || random.below(3) === 0) && { name: random.pick(values.name) ?? '' }),
    ...(random.below(3) === 0 && { email: random.pick([...values.email, null]) ?? null }),
    ...(random.below(3) === 0 && { birth_date: random.pick([...values.birth_date, null]) ?? null }),
  };
}

function drawComputer(random: Random, isNew: boolean): Values {
  return isNew || random.below(2) === 0 ? { serial: random.pick(values.serial) ?? '' } : {};
}
