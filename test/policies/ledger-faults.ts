// Services with one thing wrong each, all of which the ledger has to find.
import type { ResourceReader } from '#application/ports/resource-reader';
import { bothOf, everything, type Filter } from '#application/model/filter';
import {
  EmptyRelationshipError,
  ForbiddenError,
  LinkedNotFoundError,
  NotFoundError,
  type ForbiddenRow,
} from '#application/model/errors';
import { actions, everythingAllowed, type Action } from '#application/model/permissions';
import type { UseCases } from '#application/use-cases';
import type { Attempt } from '#application/writing/attempts';
import { resourceTypes, type ResourceType } from '#domain/schema';
import type { LedgerActor } from './ledger-policies.ts';
import type { Fault } from './ledger-service.ts';
import { watchedAttempt, withAttempts } from './ledger-watched.ts';

/** By what they do wrong. */
export const faults: Readonly<Record<string, Fault>> = {
  'what is created is not judged': withoutRule('create'),
  'what is updated is not judged': withoutRule('update'),
  'what is deleted is not judged': withoutRule('delete'),
  'what becomes of an updated row is not judged': withoutOutcome('update'),
  'a result that is not readable is stored': withoutOutcome('read'),
  'replacing a set drops its hidden members': {
    spoil: (use) => onComputers(use, ({ replace }) => ({ replace: twice(replace, () => true) })),
  },
  'removing from a set removes hidden members': {
    spoil: (use) => onComputers(use, ({ unlink }) => ({ unlink: twice(unlink, () => true) })),
  },
  'null clears a hidden owner': {
    spoil: (use) => onOwner(use, ({ assign }) => ({ assign: twice(assign, (owner) => owner === null) })),
  },
  'a computer of a hidden person can be taken': {
    spoil: (use) =>
      onOwner(
        onComputers(use, ({ link, replace }) => ({
          link: inSpiteOf(link, isForbidden('held')),
          replace: inSpiteOf(replace, isForbidden('held')),
        })),
        ({ assign }) => ({ assign: inSpiteOf(assign, isForbidden('held')) }),
      ),
  },
  'linked computers are not judged': {
    spoil: (use) => onComputers(use, ({ link }) => ({ link: inSpiteOf(link, isForbidden('stored')) })),
  },
  'a hidden person can be linked': {
    spoil: (use) => onOwner(use, ({ assign }) => ({ assign: inSpiteOf(assign, isA(LinkedNotFoundError)) })),
  },
  'a hidden computer can be deleted': {
    spoil: (use) => {
      const { computer } = use.writes;
      const remove = inSpiteOf(computer.remove, isA(NotFoundError));
      return { ...use, writes: { ...use.writes, computer: { ...computer, remove } } };
    },
  },
  'a conflict names a hidden owner': {
    spoil: (use) => onOwner(use, ({ update }) => ({ update: inSpiteOf(update, isA(EmptyRelationshipError)) })),
  },
};

function withoutRule(action: Action): Fault {
  const unruled = ({ [action]: rule, ...others }: LedgerActor['rules']['person']): LedgerActor['rules']['person'] => ({
    ...others,
    ...(rule && { [action]: rule.fields ? { fields: rule.fields } : {} }),
  });
  return { policy: ({ person, computer }) => ({ person: unruled(person), computer: unruled(computer) }) };
}

type Computers = UseCases['writes']['person']['toMany']['computers'];
type Owner = UseCases['writes']['computer']['toOne']['owner'];

function onComputers(use: UseCases, spoil: (right: Computers) => Partial<Computers>): UseCases {
  const { person } = use.writes;
  const computers = { ...person.toMany.computers, ...spoil(person.toMany.computers) };
  return { ...use, writes: { ...use.writes, person: { ...person, toMany: { ...person.toMany, computers } } } };
}

function onOwner(use: UseCases, spoil: (right: Owner) => Partial<Owner>): UseCases {
  const { computer } = use.writes;
  const owner = { ...computer.toOne.owner, ...spoil(computer.toOne.owner) };
  return { ...use, writes: { ...use.writes, computer: { ...computer, toOne: { ...computer.toOne, owner } } } };
}

type UseCase<Given extends readonly unknown[], Result> = (attempt: Attempt, ...given: Given) => Promise<Result>;

/** Does it again by somebody who may do everything. */
function twice<Id, Sent, Others extends readonly unknown[], Result>(
  right: UseCase<[Id, Sent, ...Others], Result>,
  isSpoiled: (sent: Sent) => boolean,
): typeof right {
  return async (attempt, id, sent, ...others) => {
    const result = await right(attempt, id, sent, ...others);
    if (isSpoiled(sent)) await right({ ...attempt, permissions: everythingAllowed }, id, sent, ...others);
    return result;
  };
}

/** Lets somebody do it who may do everything, if it is refused for this reason. */
function inSpiteOf<Given extends readonly unknown[], Result>(
  right: UseCase<Given, Result>,
  isReason: (error: unknown) => boolean,
): typeof right {
  return async (attempt, ...given) => {
    try {
      return await right(attempt, ...given);
    } catch (error) {
      if (!isReason(error)) throw error;
      return right({ ...attempt, permissions: everythingAllowed }, ...given);
    }
  };
}

function isForbidden(is: ForbiddenRow['is']): (error: unknown) => boolean {
  return (error) => error instanceof ForbiddenError && error.row?.is === is;
}

function isA(kind: new (...given: never) => Error): (error: unknown) => boolean {
  return (error) => error instanceof kind;
}

/** Forgets the rule of an action once something is stored. */
function withoutOutcome(action: Action): Fault {
  const forgetful = (attempt: Attempt): Attempt => {
    let hasStored = false;
    const stored = (): void => {
      hasStored = true;
    };
    const wheres = resourceTypes.flatMap((type) => attempt.permissions[type][action]?.where ?? []);
    const reader: ResourceReader = {
      find: (query) => attempt.reader.find(hasStored ? { ...query, filter: without(query.filter, wheres) } : query),
    };
    return { ...watchedAttempt(attempt, { stored }), reader };
  };
  return { spoil: (use) => withAttempts(use, forgetful) };
}

/** A filter without those conditions that it consists of. */
function without(filter: Filter, wheres: readonly Filter[]): Filter {
  const parts = wheres.flatMap(partsOf);
  return partsOf(filter)
    .filter((each) => !parts.includes(each))
    .reduce(bothOf, everything);
}

function partsOf(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.filters : [filter];
}

/** Judges rows as they were before they were locked. Only writes at the same time can tell. */
export const judgesTooSoon: Fault = { spoil: (use) => withAttempts(use, judgingTooSoon) };

async function judgingTooSoon(attempt: Attempt): Promise<Attempt> {
  let hasStored = false;
  const stored = (): void => {
    hasStored = true;
  };
  const early: { readonly where: Filter; readonly ids: ReadonlySet<string> }[] = [];
  for (const type of resourceTypes)
    for (const action of actions) {
      const where = attempt.permissions[type][action]?.where;
      if (where !== undefined) early.push({ where, ids: await idsOf(attempt.reader, type, where) });
    }
  const reader: ResourceReader = {
    find: async (query) => {
      const judged = early.find(({ where }) => partsOf(where).every((each) => partsOf(query.filter).includes(each)));
      if (hasStored || judged === undefined || query.attributes.length > 0) return attempt.reader.find(query);
      const found = await attempt.reader.find({ ...query, filter: without(query.filter, [judged.where]) });
      return { ...found, records: found.records.filter(({ id }) => judged.ids.has(id)) };
    },
  };
  return { ...watchedAttempt(attempt, { stored }), reader };
}

async function idsOf(reader: ResourceReader, type: ResourceType, filter: Filter): Promise<ReadonlySet<string>> {
  const query = { type, filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
  return new Set((await reader.find(query)).records.map(({ id }) => id));
}
