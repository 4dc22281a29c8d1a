// Services with one fault each. The ledger must find every one.
import type { AllRows } from '#application/access/judge-rows';
import { bothOf, everything, matchesEverything, type Filter } from '#application/model/filter';
import {
  EmptyRelationshipError,
  ForbiddenError,
  LinkedNotFoundError,
  NotFoundError,
  type ForbiddenRow,
} from '#application/model/errors';
import { actions, everythingAllowed, type Action } from '#application/model/permissions';
import type { UseCases } from '#application/use-cases';
import type { Guarded, ToManyWrites, ToOneWrites } from '#application/writing/commands';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { perType, resourceTypes } from '#domain/schema';
import type { Fault } from './ledger-service.ts';
import { watchedTransaction, withAttempts } from './ledger-watched.ts';

/** The faults by name. */
export const faults: Readonly<Record<string, Fault>> = {
  'creations are not judged': withoutRule('create'),
  'updates are not judged': withoutRule('update'),
  'deletions are not judged': withoutRule('delete'),
  'updated rows are not judged again': withoutOutcome('update'),
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
          link: inSpiteOf(link, isForbidden('hidden owner')),
          replace: inSpiteOf(replace, isForbidden('hidden owner')),
        })),
        ({ assign }) => ({ assign: inSpiteOf(assign, isForbidden('hidden owner')) }),
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
  return {
    policy: (rules) =>
      perType((type) => {
        const { [action]: rule, ...others } = rules[type];
        return { ...others, ...(rule && { [action]: rule.fields ? { fields: rule.fields } : {} }) };
      }),
  };
}

type Computers = Guarded<ToManyWrites>;
type Owner = Guarded<ToOneWrites>;

function onComputers(use: UseCases, spoil: (right: Computers) => Partial<Computers>): UseCases {
  const { person } = use.writes;
  const computers = spoiled(person.toMany['computers'], spoil);
  return { ...use, writes: { ...use.writes, person: { ...person, toMany: { ...person.toMany, computers } } } };
}

function onOwner(use: UseCases, spoil: (right: Owner) => Partial<Owner>): UseCases {
  const { computer } = use.writes;
  const owner = spoiled(computer.toOne['owner'], spoil);
  return { ...use, writes: { ...use.writes, computer: { ...computer, toOne: { ...computer.toOne, owner } } } };
}

function spoiled<Writes extends object>(right: Writes | undefined, spoil: (right: Writes) => Partial<Writes>): Writes {
  if (right === undefined) throw new Error('there is no such relationship');
  return { ...right, ...spoil(right) };
}

type UseCase<Given extends readonly unknown[], Result> = (
  transaction: WriteTransaction,
  ...given: Given
) => Promise<Result>;

/** Repeats the write as somebody who may do everything. */
function twice<Id, Sent, Others extends readonly unknown[], Result>(
  right: UseCase<[Id, Sent, ...Others], Result>,
  isSpoiled: (sent: Sent) => boolean,
): typeof right {
  return async (transaction, id, sent, ...others) => {
    const result = await right(transaction, id, sent, ...others);
    if (isSpoiled(sent)) await right({ ...transaction, permissions: everythingAllowed }, id, sent, ...others);
    return result;
  };
}

/** If the write is refused for this reason, repeats it as somebody who may do everything. */
function inSpiteOf<Given extends readonly unknown[], Result>(
  right: UseCase<Given, Result>,
  isReason: (error: unknown) => boolean,
): typeof right {
  return async (transaction, ...given) => {
    try {
      return await right(transaction, ...given);
    } catch (error) {
      if (!isReason(error)) throw error;
      return right({ ...transaction, permissions: everythingAllowed }, ...given);
    }
  };
}

function isForbidden(is: ForbiddenRow['is']): (error: unknown) => boolean {
  return (error) => error instanceof ForbiddenError && error.row?.is === is;
}

function isA(kind: new (...given: never) => Error): (error: unknown) => boolean {
  return (error) => error instanceof kind;
}

/** Drops the rule of an action after the first stored row. */
function withoutOutcome(action: Action): Fault {
  const forgetful = (transaction: WriteTransaction): WriteTransaction => {
    let hasStored = false;
    const stored = (): void => {
      hasStored = true;
    };
    const permissions = perType((type) => {
      const grants = transaction.permissions[type];
      const grant = grants[action];
      const spoiled = { get: () => grant && (hasStored ? { ...grant, rows: everything } : grant), enumerable: true };
      return Object.defineProperty({ ...grants }, action, spoiled);
    });
    return { ...watchedTransaction(transaction, { stored }), permissions };
  };
  return { spoil: (use) => withAttempts(use, forgetful) };
}

/** A filter without the conditions that it shares with `wheres`. */
function without(filter: Filter, wheres: readonly Filter[]): Filter {
  const parts = wheres.flatMap(partsOf);
  return partsOf(filter)
    .filter((each) => !parts.includes(each))
    .reduce(bothOf, everything);
}

function partsOf(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.filters : [filter];
}

/** Judges rows as they were before they were locked. Only concurrent writes can show this. */
export const judgesTooSoon: Fault = { spoil: (use) => withAttempts(use, judgingTooSoon) };

async function judgingTooSoon(transaction: WriteTransaction): Promise<WriteTransaction> {
  let hasStored = false;
  const stored = (): void => {
    hasStored = true;
  };
  const early: { readonly where: Filter; readonly ids: ReadonlySet<string> }[] = [];
  for (const type of resourceTypes)
    for (const action of actions) {
      const rows = transaction.permissions[type][action]?.rows;
      if (rows !== undefined && !matchesEverything(rows))
        early.push({ where: rows, ids: await transaction.allRows.ids(type, rows) });
    }
  const allRows: AllRows = {
    ...transaction.allRows,
    ids: async (type, filter) => {
      const judged = early.find(({ where }) => partsOf(where).every((each) => partsOf(filter).includes(each)));
      if (hasStored || judged === undefined) return transaction.allRows.ids(type, filter);
      const found = await transaction.allRows.ids(type, without(filter, [judged.where]));
      return new Set([...found].filter((id) => judged.ids.has(id)));
    },
  };
  return { ...watchedTransaction(transaction, { stored }), allRows };
}
