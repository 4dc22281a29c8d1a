// Lists of operations: all of each happens or nothing.
import type { ApiResponse } from '../support/api-client.ts';
import { ATOMIC_TYPE } from '../support/media-types.ts';
import { idOf, knownTokens, linkage, MAX_COMPUTERS, MAX_PERSONS, ownerMember } from './known-rows.ts';
import type { Step, StepMaker } from './step.ts';
import * as world from './world.ts';

type Together = Omit<Step, 'method' | 'path' | 'body' | 'headers'> & { readonly operations: readonly unknown[] };
type TogetherMaker = (...parameters: Parameters<StepMaker>) => Together | undefined;

/** A person with computers that were there before, and a new computer of this person. */
const createTogether: TogetherMaker = (family, random) => {
  if (knownTokens(family, 'persons').length >= MAX_PERSONS) return undefined;
  if (knownTokens(family, 'computers').length >= MAX_COMPUTERS) return undefined;
  const [person, computer] = [family.newToken(), family.newToken()];
  const computers = random.sample(knownTokens(family, 'computers'), 3);
  const owned = { computers: { data: linkage(family, computers) } };
  const owner = { owner: { data: { type: 'person', lid: 'new' } } };
  return {
    operations: [
      { op: 'add', data: { type: 'person', lid: 'new', attributes: { name: person }, relationships: owned } },
      { op: 'add', data: { type: 'computer', attributes: { serial: computer }, relationships: owner } },
    ],
    effect: world.inSequence(world.createPerson(person, computers), world.createComputer(computer, person)),
    matches: (_, document) => areNamed(document, person, computer),
    creates: [
      { kind: 'persons', token: person, idIn: (document) => resultOf(document, 0).id },
      { kind: 'computers', token: computer, idIn: (document) => resultOf(document, 1).id },
    ],
  };
};

/** A person and a computer, which becomes this person's. */
const changeTogether: TogetherMaker = (family, random) => {
  const person = random.pick(knownTokens(family, 'persons'));
  const computer = random.pick(knownTokens(family, 'computers'));
  if (person === undefined || computer === undefined) return undefined;
  const [name, serial] = [family.newToken(), family.newToken()];
  const changed = { type: 'computer', id: idOf(family, computer), attributes: { serial } };
  const renamed = world.inSequence(world.renamePerson(person, name), world.renameComputer(computer, serial));
  return {
    operations: [
      { op: 'update', data: { type: 'person', id: idOf(family, person), attributes: { name } } },
      { op: 'update', data: { ...changed, ...ownerMember(family, person) } },
    ],
    effect: world.inSequence(renamed, world.assign([computer], person)),
    matches: (_, document) => areNamed(document, name, serial),
  };
};

const removeTogether: TogetherMaker = (family, random) => {
  const person = random.below(3) === 0 ? random.pick(knownTokens(family, 'persons')) : undefined;
  const computer = random.pick(knownTokens(family, 'computers'));
  if (person === undefined || computer === undefined) return undefined;
  return {
    operations: [removal('person', idOf(family, person)), removal('computer', idOf(family, computer))],
    effect: world.inSequence(world.removePerson(person), world.removeComputer(computer)),
    matches: () => true,
  };
};

/** The last operation fails, so nothing of the others may be left. */
const failTogether: TogetherMaker = (family, random) => {
  const made = random.pick([createTogether, changeTogether, removeTogether])?.(family, random);
  if (made === undefined) return undefined;
  const operations = [...made.operations, removal('person', '9000000000000000000')];
  return { operations, effect: () => undefined, matches: () => false };
};

export const OPERATION_STEP_MAKERS: readonly StepMaker[] = [
  createTogether,
  changeTogether,
  removeTogether,
  failTogether,
].map((make) => (family, random) => {
  const made = make(family, random);
  if (made === undefined) return undefined;
  const { operations, ...step } = made;
  const headers = { 'Content-Type': ATOMIC_TYPE, Accept: ATOMIC_TYPE };
  return { ...step, method: 'POST', path: '/operations', body: { 'atomic:operations': operations }, headers };
});

function removal(type: string, id: string) {
  return { op: 'remove', ref: { type, id } };
}

function areNamed(document: ApiResponse['document'], person: string, computer: string): boolean {
  const [first, second] = [resultOf(document, 0), resultOf(document, 1)];
  return first.attributes.display_name === person && second.attributes.serial === computer;
}

function resultOf(document: ApiResponse['document'], index: number): ApiResponse['document'] {
  return document['atomic:results'][index].data;
}
