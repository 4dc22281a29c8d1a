// V8's CPU profile, summed up by function.

/** As `--cpu-prof` writes it; times in microseconds. */
export interface CpuProfile {
  readonly startTime: number;
  /** Identifiers of nodes, in the order sampled. */
  readonly samples: readonly number[];
  /** From the previous sample to this one. */
  readonly timeDeltas: readonly number[];
  readonly nodes: readonly ProfileNode[];
}

interface ProfileNode {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

/** Times in microseconds. */
export interface ProfiledFunction {
  readonly name: string;
  /** File and line; empty for V8's own work. */
  readonly place: string;
  /** Its package, or its folder in the service. */
  readonly part: string;
  readonly self: number;
  /** Including callees; recursion counts once. */
  readonly total: number;
}

/**
 * Functions by descending self time, without idle time.
 * @param from ignores earlier samples; in microseconds of `process.hrtime`
 */
export function functionsOf({ startTime, samples, timeDeltas, nodes }: CpuProfile, from: number): ProfiledFunction[] {
  const times = new Map<number, number>();
  let at = startTime;
  for (const [index, sample] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    // A sample counts for the time until the next one.
    if (at >= from) times.set(sample, (times.get(sample) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sums = new Map<string, { node: ProfileNode; self: number; total: number }>();
  const visit = (node: ProfileNode, callers: ReadonlySet<string>): number => {
    const key = keyOf(node);
    const sum = sums.get(key) ?? { node, self: 0, total: 0 };
    sums.set(key, sum);
    const self = times.get(node.id) ?? 0;
    const within = new Set(callers).add(key);
    const children = (node.children ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
    const total = children.reduce((micros, child) => micros + visit(child, within), self);
    sum.self += self;
    if (!callers.has(key)) sum.total += total;
    return total;
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, new Set());
  return [...sums.values()]
    .filter(({ node, total }) => total > 0 && !['(root)', '(idle)'].includes(node.callFrame.functionName))
    .sort((one, other) => other.self - one.self)
    .map(({ node, self, total }) => ({ ...describe(node), self, total }));
}

function keyOf({ callFrame }: ProfileNode): string {
  return `${callFrame.functionName} ${callFrame.url}:${callFrame.lineNumber}`;
}

function describe({ callFrame }: ProfileNode): Pick<ProfiledFunction, 'name' | 'place' | 'part'> {
  const file = callFrame.url.replace(/^file:\/\//, '').replace(`${process.cwd()}/`, '');
  const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName;
  if (file === '') return { name, place: '', part: name.startsWith('(') ? name : '(native)' };
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  const part = packageName ?? (file.startsWith('node:') ? file : file.slice(0, file.lastIndexOf('/')));
  return { name, place: `${file.replace(/^.*node_modules\//, '')}:${callFrame.lineNumber + 1}`, part };
}
