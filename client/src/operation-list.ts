// Lists of atomic operations, which the service carries out completely or not at all. The type of a list includes the local identifiers that
// its operations define, so that using an undefined one does not compile.
import { placeOf, refusePart, refusePartsOf, type ReplaceSettings } from './incomplete-sets.ts';
import type { RequestSettings, Resource, WithAllFields, WriteSettings } from './operations.ts';
import type { components } from '../built/schema.d.ts';
import { matching, type Match } from './tags.ts';

export const ATOMIC_MEDIA_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

type Operation = components['schemas']['AtomicOperationByRef'];

type Type = Resource['type'];

type Added = Extract<Operation, { readonly op: 'add'; readonly data: { readonly type: Type } }>['data'];
type Changed = Extract<Operation, { readonly op: 'update'; readonly data: { readonly type: Type } }>['data'];
type Linking = Extract<Operation, { readonly ref: { readonly relationship: string } }>;
type Target = Exclude<Extract<Operation, { readonly op: 'remove' }>, Linking>['ref'];

/** The local identifiers that are defined, by type. */
type Lids = Readonly<Record<Type, string>>;
type NoLids = Readonly<Record<Type, never>>;

/** The same with defined local identifiers only. */
type Bound<Value, Known extends Lids> = Value extends { readonly type: infer Of extends Type; readonly lid: string }
  ? Omit<Value, 'lid'> & { readonly lid: Known[Of] }
  : Value extends readonly (infer Item)[]
    ? readonly Bound<Item, Known>[]
    : Value extends object
      ? { readonly [Member in keyof Value]: Bound<Value[Member], Known> }
      : Value;

/** `never` if the local identifier is already defined, so a duplicate does not compile; `unknown` if it is new or its type is only `string`. */
type Fresh<Lid extends string, Defined extends string> = string extends Defined
  ? unknown
  : Lid extends Defined
    ? never
    : unknown;

type With<Known extends Lids, Of extends Type, Lid extends string> = {
  readonly [Each in Type]: Each extends Of ? Known[Each] | Lid : Known[Each];
};

type ResultOf<Of extends Type> = WithAllFields<Extract<Resource, { readonly type: Of }>>;

type TypeLinkedBy<Op extends Operation['op']> = Extract<Linking, { readonly op: Op }>['ref']['type'];
type NameLinkedBy<Op extends Operation['op'], Of extends Type> = Extract<
  Linking,
  { readonly op: Op; readonly ref: { readonly type: Of } }
>['ref']['relationship'];
type Linked<Op extends Operation['op'], Of extends Type, Name extends string> = Extract<
  Linking,
  { readonly op: Op; readonly ref: { readonly type: Of; readonly relationship: Name } }
>['data'];

/** Identifies a resource. */
type Named<Of extends Type, Known extends Lids> = Bound<Extract<Target, { readonly type: Of }>, Known> & {
  readonly type: Of;
};

interface Condition<Of extends Type> {
  /** The same as for a single request. */
  readonly ifMatch?: Match<Of>;
}

type ReplaceCondition<Of extends Type> = Condition<Of> & ReplaceSettings;

/**
 * An immutable list of atomic operations: each method returns a longer one.
 * @example const [ada] = await api.operations().add({ type: 'person', attributes: { name: 'Ada' } }).send();
 */
export interface OperationList<Known extends Lids, Results extends readonly unknown[]> {
  /** Creates a resource. With a `lid`, later operations can refer to it: `{ type: 'person', lid: 'ada' }`. */
  add<const Of extends Added['type'], const Lid extends string = never>(
    resource: Bound<Extract<Added, { readonly type: Of }>, Known> & {
      readonly type: Of;
      readonly lid?: Lid & Fresh<Lid, Known[Of]>;
    },
  ): OperationList<With<Known, Of, Lid>, readonly [...Results, ResultOf<Of>]>;
  /**
   * Changes a resource.
   * @throws IncompleteSetError if it contains an incomplete set
   */
  update<const Of extends Changed['type']>(
    resource: Bound<Extract<Changed, { readonly type: Of }>, Known> & { readonly type: Of },
    condition?: ReplaceCondition<NoInfer<Of>>,
  ): OperationList<Known, readonly [...Results, ResultOf<Of>]>;
  /** Deletes a resource. */
  remove<const Of extends Target['type']>(
    target: Named<Of, Known>,
    condition?: Condition<NoInfer<Of>>,
  ): OperationList<Known, readonly [...Results, undefined]>;
  /** Adds to a to-many relationship. */
  link<const Of extends TypeLinkedBy<'add'>, const Name extends NameLinkedBy<'add', Of>>(
    target: Named<Of, Known>,
    relationship: Name,
    data: Bound<Linked<'add', Of, Name>, Known>,
    condition?: Condition<NoInfer<Of>>,
  ): OperationList<Known, readonly [...Results, undefined]>;
  /**
   * Sets a relationship.
   * @throws IncompleteSetError if the set is incomplete
   */
  replace<const Of extends TypeLinkedBy<'update'>, const Name extends NameLinkedBy<'update', Of>>(
    target: Named<Of, Known>,
    relationship: Name,
    data: Bound<Linked<'update', Of, Name>, Known>,
    condition?: ReplaceCondition<NoInfer<Of>>,
  ): OperationList<Known, readonly [...Results, undefined]>;
  /** Removes from a to-many relationship. */
  unlink<const Of extends TypeLinkedBy<'remove'>, const Name extends NameLinkedBy<'remove', Of>>(
    target: Named<Of, Known>,
    relationship: Name,
    data: Bound<Linked<'remove', Of, Name>, Known>,
    condition?: Condition<NoInfer<Of>>,
  ): OperationList<Known, readonly [...Results, undefined]>;
  /**
   * Sends the list, which must not be empty. The service carries out all operations or none.
   * @returns a result for each operation, in order: the resource as the operation left it, or undefined
   */
  readonly send: Results extends readonly [] ? never : (settings?: RequestSettings & WriteSettings) => Promise<Results>;
}

/** A list without operations. */
export type EmptyList = OperationList<NoLids, readonly []>;

/** A list whose length and local identifiers are only known at run time. */
export type AnyOperations = OperationList<Lids, readonly (ResultOf<Type> | undefined)[]>;

type Run = (operations: readonly unknown[], settings?: RequestSettings & WriteSettings) => Promise<readonly unknown[]>;

interface Identifier {
  readonly type: string;
}

/** The untyped form of a list. */
interface UntypedList {
  add(data: Identifier): UntypedList;
  update(data: Identifier, condition?: ReplaceCondition<Type>): UntypedList;
  remove(ref: Identifier, condition?: Condition<Type>): UntypedList;
  link(target: Identifier, relationship: string, data: unknown, condition?: Condition<Type>): UntypedList;
  replace(target: Identifier, relationship: string, data: unknown, condition?: ReplaceCondition<Type>): UntypedList;
  unlink(target: Identifier, relationship: string, data: unknown, condition?: Condition<Type>): UntypedList;
  send(settings?: RequestSettings & WriteSettings): Promise<readonly unknown[]>;
}

/** @param run sends a list and resolves to a result for each operation */
export function emptyList(run: Run): EmptyList {
  // The types of the methods are stricter than their code; tests check what compiles and what does not.
  return listOf([], run) as unknown as EmptyList;
}

function listOf(operations: readonly object[], run: Run): UntypedList {
  const and = (operation: object): UntypedList => listOf([...operations, operation], run);
  const refTo = ({ type, ...target }: Identifier, relationship: string): object => ({ type, ...target, relationship });
  return {
    add: (data) => and({ op: 'add', data }),
    update: (data, condition) => {
      if (condition?.evenIfIncomplete !== true) refusePartsOf(data);
      return and({ op: 'update', data, ...metaOf(condition) });
    },
    remove: (ref, condition) => and({ op: 'remove', ref, ...metaOf(condition) }),
    link: (target, relationship, data, condition) =>
      and({ op: 'add', ref: refTo(target, relationship), data, ...metaOf(condition) }),
    replace: (target, relationship, data, condition) => {
      if (condition?.evenIfIncomplete !== true) refusePart({ data }, placeOf(target, relationship));
      return and({ op: 'update', ref: refTo(target, relationship), data, ...metaOf(condition) });
    },
    unlink: (target, relationship, data, condition) =>
      and({ op: 'remove', ref: refTo(target, relationship), data, ...metaOf(condition) }),
    send: (settings) => run(operations, settings),
  };
}

function metaOf({ ifMatch }: Condition<Type> = {}): object {
  return ifMatch === undefined ? {} : { meta: { if_match: matching(ifMatch) } };
}
