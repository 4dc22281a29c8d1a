import fc from 'fast-check';
import type { OperationWorld } from './operation-world.ts';
import type { OwnedResource } from './owned-resource.ts';

/** One write, as an operation of a list and as a request of its own. */
export interface Step {
  readonly op: 'add' | 'update' | 'remove';
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The member of the operation that names the target, and its value. */
  readonly target: (world: OperationWorld) => { readonly ref?: object; readonly href?: string };
  readonly path: (world: OperationWorld) => string;
  readonly data?: (identify: Identify) => unknown;
  /** The name of what it adds. */
  readonly adds?: string;
  readonly hasResult: boolean;
}

/** Identifies a resource by its name. */
type Identify = (name: string) => object;

const METHODS = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const;

const choice = fc.record({
  kind: fc.nat(),
  person: fc.nat(),
  item: fc.nat(),
  more: fc.uniqueArray(fc.nat(), { maxLength: 3 }),
  isOwned: fc.boolean(),
  text: fc.constantFrom('Ada', 'Bob', 'Eve'),
  byPath: fc.boolean(),
});
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes that pass all checks of their documents. Some address what is not there, or no longer. */
export function randomSteps(items: OwnedResource): fc.Arbitrary<readonly Step[]> {
  return fc.array(choice, { minLength: 1, maxLength: 6 }).map((choices) => {
    const names = [
      'p1',
      'p2',
      'i1',
      'i2',
      'i3',
      'p1',
      'p2',
      'i1',
      'i2',
      'i3',
      'p1',
      'p2',
      'i1',
      'i2',
      'i3',
      'p0',
      'i0',
    ];
    return choices.map((chosen, index) => {
      const step = stepOf(items, chosen, names, index);
      if (step.adds !== undefined) names.push(step.adds);
      return step;
    });
  });
}

/** By `ref` or by path; only `ref` can name what the list itself adds. */
function targetOf(name: string, byPath: boolean, relationship?: string): Pick<Step, 'target' | 'path'> {
  const path = (world: OperationWorld): string =>
    relationship === undefined ? world.path(name) : `${world.path(name)}/relationships/${relationship}`;
  const ref = (world: OperationWorld): object => ({
    ...identifyIn(world)(name),
    ...(relationship && { relationship }),
  });
  return { path, target: (world) => (byPath && !name.includes('@') ? { href: path(world) } : { ref: ref(world) }) };
}

/** As operations do: by local identifier what the list adds. */
export function identifyIn(world: OperationWorld): Identify {
  return (name) => (name.includes('@') ? { type: world.identifier(name).type, lid: name } : world.identifier(name));
}

function stepOf(items: OwnedResource, chosen: Choice, names: readonly string[], index: number): Step {
  const { text, byPath, isOwned } = chosen;
  const nameOf = (kind: string, number: number): string => {
    const possible = names.filter((name) => name.startsWith(kind));
    return possible[number % possible.length] ?? '';
  };
  const [person, item] = [nameOf('p', chosen.person), nameOf('i', chosen.item)];
  const linked = [...new Set(chosen.more.map((number) => nameOf('i', number)))];
  const { relationship } = items;
  const all = (identify: Identify): unknown => linked.map(identify);
  const owner = (identify: Identify): unknown => (isOwned ? identify(person) : null);
  const onList = (path: string): Pick<Step, 'target' | 'path'> => ({
    path: () => path,
    target: () => (byPath ? { href: path } : {}),
  });
  const write = (op: Step['op'], hasResult: boolean, rest: Pick<Step, 'target' | 'path' | 'data' | 'adds'>): Step => ({
    op,
    method: METHODS[op],
    hasResult,
    ...rest,
  });
  const atOwner = (world: OperationWorld): string => `${world.path(item.includes('@') ? 'i1' : item)}/${items.inverse}`;
  const ownerRoute = { path: atOwner, target: (world: OperationWorld) => ({ href: atOwner(world) }) };
  const editor = person.includes('@') ? 'p1' : person;
  const list = targetOf(person, byPath, relationship);
  const steps: readonly (() => Step)[] = [
    () =>
      write('add', true, {
        ...onList(items.owner.path),
        adds: `p@${index}`,
        data: (identify) => ({
          type: items.owner.type,
          attributes: items.ownerAttributes(text),
          relationships: { [relationship]: { data: all(identify) } },
        }),
      }),
    () =>
      write('add', true, {
        ...onList(items.path),
        adds: `i@${index}`,
        data: (identify) => ({ ...items.draft(text), relationships: { [items.inverse]: { data: owner(identify) } } }),
      }),
    () =>
      write('update', true, {
        ...targetOf(person, byPath),
        data: (identify) => ({ ...identify(person), attributes: items.ownerAttributes(text) }),
      }),
    () =>
      write('update', true, {
        ...targetOf(person, byPath),
        data: (identify) => ({
          ...identify(person),
          attributes: items.ownerEcho(text),
          relationships: { [relationship]: { data: all(identify) } },
        }),
      }),
    () =>
      write('update', true, {
        ...targetOf(item, byPath),
        data: (identify) => ({
          ...identify(item),
          attributes: items.attributes(text),
          relationships: { [items.inverse]: { data: owner(identify) } },
        }),
      }),
    () =>
      write('update', true, {
        ...ownerRoute,
        data: (identify) => ({ ...identify(editor), attributes: items.ownerAttributes(text) }),
      }),
    () => write('add', false, { ...list, data: all }),
    () => write('update', false, { ...list, data: all }),
    () => write('remove', false, { ...list, data: all }),
    () => write('update', false, { ...targetOf(item, byPath, items.inverse), data: owner }),
    () => write('remove', false, targetOf(item, byPath)),
    () => write('remove', false, targetOf(person, byPath)),
    () => write('remove', false, ownerRoute),
  ];
  return steps[chosen.kind % steps.length]?.() ?? write('remove', false, ownerRoute);
}
