// Counts the requests of a ledger, and reports disagreements.
import { isDeepStrictEqual } from 'node:util';
import { isPossible, type Reason } from './ledger-refusals.ts';
import { sees } from './ledger-policies.ts';
import type { LedgerRequest } from './ledger-requests.ts';
import { nameOf, rowOf, rowsOf, type Row, type State } from './ledger-rows.ts';
import { links } from './ledger-schema.ts';
import type { LedgerAnswer } from './ledger-service.ts';
import type { Verdict } from './ledger-verdicts.ts';

type Outcome = Reason | 'allowed' | 'allowed, without effect';

/** The minimum share of requests with each outcome, well below the usual one. A long run with less would prove little; a short one may have a few less. */
const LEAST: Readonly<Record<Outcome, number>> = {
  allowed: 0.1,
  'allowed, without effect': 0.02,
  'action or field': 0.01,
  'target not found': 0.004,
  'target hidden': 0.02,
  'row before': 0.008,
  'another holder': 0.001,
  'link not found': 0.0004,
  'link hidden': 0.005,
  'link not granted': 0.005,
  'hidden holder': 0.002,
  'link before': 0.005,
  'broken rule': 0.005,
  'link required': 0.005,
  contradiction: 0.0001,
  'row after': 0.003,
  'created row': 0.004,
  'result hidden': 0.004,
};
const OUTCOMES = (Object.keys(LEAST) as readonly Outcome[]).filter(
  (outcome) => outcome === 'allowed' || outcome === 'allowed, without effect' || isPossible(outcome),
);

/** The minimum share of requests that change many-to-many links, if the model has any. */
const LEAST_RELINKED = 0.03;

const sets = links.filter(({ isManyToMany }) => isManyToMany);

function hasRelinked(before: State, after: State): boolean {
  return sets.some(({ item, ofItem }) =>
    rowsOf(after, item).some((row) => {
      const linked = rowOf(before, item, row.id)?.targets[ofItem] ?? [];
      return !isDeepStrictEqual(row.targets[ofItem], linked);
    }),
  );
}

/** The minimum count for an expected one: two standard deviations (Poisson) less. */
function leastOf(expected: number): number {
  return Math.floor(expected - 2 * Math.sqrt(expected));
}

/** Counts requests by outcome. */
export class LedgerTally {
  readonly #outcomes = new Map<Outcome, number>();
  readonly #kinds = new Map<string, { allowed: number; refused: number }>();
  #relinked = 0;
  #requests = 0;

  get requests(): number {
    return this.#requests;
  }

  note({ writes, targets }: LedgerRequest, verdict: Verdict, before: State): void {
    this.#requests += 1;
    if (verdict.kind === 'wrong') return;
    const isIdle = verdict.kind === 'allowed' && isDeepStrictEqual(verdict.state, before);
    const allowed = isIdle ? 'allowed, without effect' : 'allowed';
    const outcome = verdict.kind === 'refused' ? verdict.reason : allowed;
    this.#outcomes.set(outcome, this.countOf(outcome) + 1);
    const kind = targets === undefined ? (writes[0]?.kind ?? '') : 'operations';
    if (verdict.kind === 'allowed' && hasRelinked(before, verdict.state)) this.#relinked += 1;
    const counts = this.#kinds.get(kind) ?? { allowed: 0, refused: 0 };
    counts[verdict.kind] += 1;
    this.#kinds.set(kind, counts);
  }

  countOf(outcome: Outcome): number {
    return this.#outcomes.get(outcome) ?? 0;
  }

  /** The outcomes and changes that too few requests had. */
  shortages(): readonly string[] {
    const isRare = (outcome: Outcome): boolean => this.countOf(outcome) < leastOf(LEAST[outcome] * this.#requests);
    const isRelinked = sets.length === 0 || this.#relinked >= leastOf(LEAST_RELINKED * this.#requests);
    return [...OUTCOMES.filter(isRare), ...(isRelinked ? [] : ['changes of many-to-many links'])];
  }

  report(): readonly string[] {
    const share = (count: number): string => `${count} (${((100 * count) / this.#requests).toFixed(1)} %)`;
    return [
      ...[...this.#outcomes]
        .toSorted(([, one], [, other]) => other - one)
        .map(([name, count]) => `${name}: ${share(count)}`),
      ...(sets.length === 0 ? [] : [`changes of many-to-many links: ${share(this.#relinked)}`]),
      ...[...this.#kinds]
        .toSorted()
        .map(([kind, { allowed, refused }]) => `  ${kind}: ${allowed} allowed, ${refused} refused`),
    ];
  }
}

interface Disagreement {
  readonly request: LedgerRequest;
  readonly answer: LedgerAnswer;
  readonly before: State;
  readonly stored: State;
  readonly why: string;
}

/** Describes a disagreement in enough detail to see which side is wrong. */
export function violationText({ request, answer, before, stored, why }: Disagreement): string {
  const { actor, sent, expected } = request;
  const rows = [...before.values()].map((row) => {
    const isHidden = !sees(actor, row.type, row.id, before);
    return `  ${inWords(row)}${isHidden ? ' (hidden)' : ''}`;
  });
  return [
    `${sent.method} ${sent.path} by ${actor.name} ${why}`,
    `request: ${JSON.stringify(sent.body)}`,
    `answer: ${answer.status} ${JSON.stringify(answer.document)}`,
    `the ledger expects: ${expected.map((each) => ('state' in each ? 'allowed' : `${each.status}, ${each.reason}, at ${String(each.at)}`)).join('; ')}`,
    `role: ${JSON.stringify(actor.rules)}`,
    `claims: ${JSON.stringify(actor.claims)}`,
    'rows before:',
    ...rows,
    'rows that changed:',
    ...changed(before, stored),
  ].join('\n');
}

function changed(before: State, stored: State): readonly string[] {
  const names = new Set([...before.keys(), ...stored.keys()]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(before.get(name), stored.get(name)))
    .map((name) => {
      const row = stored.get(name);
      return `  ${row === undefined ? `${name} is gone` : inWords(row)}`;
    });
}

function inWords(row: Row): string {
  const { attributes, targets, version } = row;
  return `${nameOf(row)} v${version} ${JSON.stringify({ ...attributes, ...targets })}`;
}
