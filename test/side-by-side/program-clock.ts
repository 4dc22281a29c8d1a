// The CPU time of a part by program. PostgreSQL and Chromium are counted separately, so that additional work of theirs does not hide in the
// figure of the part. Chromium does not wait for its children, so the part's shell does not even report their time.
import type { Times } from '../support/proc.ts';

export const programs = ['tests', 'PostgreSQL', 'Chromium'] as const;
/** `tests` is everything else: mocha, and the services and commands that it starts. */
export type Program = (typeof programs)[number];

/** CPU seconds; in the account, units of the yardstick. */
export type Taken = Readonly<Record<Program, number>>;

/** Watches the processes that a part starts. It samples them, so it misses a server's work after the last look. */
export class ProgramClock {
  readonly #pid: number;
  /** The pid and start time of each process of the part, including those whose parent has ended. */
  readonly #members = new Set<string>();
  /** The members that a server has started. */
  readonly #served = new Set<string>();
  readonly #servers = new Map<string, Server>();

  /** @param pid of the part's first process */
  constructor(pid: number) {
    this.#pid = pid;
  }

  /** @param processes every process of the machine */
  look(processes: ReadonlyMap<number, Times>): void {
    const children = Map.groupBy(processes, ([, { parent }]) => parent);
    const visit = (pid: number, times: Times, server?: Server): void => {
      const mark = `${pid} ${times.started}`;
      if (visited.has(mark)) return;
      visited.add(mark);
      this.#members.add(mark);
      const program = programOf(times.name);
      const isRoot = program !== 'tests' && server === undefined;
      // It outlived its server for a moment. The server's figure includes its time.
      if (isRoot && this.#served.has(mark)) return;
      if (server !== undefined) this.#served.add(mark);
      const current = isRoot ? { program, family: 0, reported: times.own + times.ended } : server;
      if (current !== undefined) {
        current.family += times.own + times.ended;
        if (waitsForChildren[current.program] && !isRoot) current.reported += times.own + times.ended;
      }
      for (const [child, childTimes] of children.get(pid) ?? []) visit(child, childTimes, current);
      if (isRoot && current !== undefined) this.#servers.set(mark, current);
    };
    const visited = new Set<string>();
    // Parents start before their children, so this visits roots first.
    const known = [...processes].filter(
      ([pid, { started }]) => pid === this.#pid || this.#members.has(`${pid} ${started}`),
    );
    for (const [pid, times] of known.toSorted(([, a], [, b]) => a.started - b.started)) visit(pid, times);
  }

  /** @param reported CPU seconds that the part's shell reports: those of every process that was waited for, servers included */
  taken(reported: number): Taken {
    const servers = [...this.#servers.values()];
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
    const of = (program: Program): number =>
      sum(servers.filter((each) => each.program === program).map(({ family }) => family));
    return {
      tests: Math.max(0, reported - sum(servers.map((each) => each.reported))),
      PostgreSQL: of('PostgreSQL'),
      Chromium: of('Chromium'),
    };
  }
}

interface Server {
  readonly program: Program;
  /** CPU seconds of the process and its descendants. */
  family: number;
  /** CPU seconds that are reported to its parent when it ends. */
  reported: number;
}

/** True if the first process of a program waits for the others, and so reports their time with its own. */
const waitsForChildren: Readonly<Record<Program, boolean>> = { tests: true, PostgreSQL: true, Chromium: false };

function programOf(name: string): Program {
  if (/^(postgres|initdb)$/.test(name)) return 'PostgreSQL';
  return /^(chrom|headless_shell)/.test(name) ? 'Chromium' : 'tests';
}
