// Searches for planted leaks with the comparison.
import { drawReads, isRefused, nextPage } from './compare.ts';
import { Dice } from './dice.ts';
import { describeDisagreement } from './disagreement.ts';
import { Judge } from './judge.ts';
import type { Leak } from './leaks.ts';
import type { SentRequest } from './requests.ts';
import { drawScenario, hasLongLists, type Scenario, type Viewer } from './scenario.ts';
import { accessOf, openService, type Answer } from './services.ts';
import { openStorage } from './storages.ts';

export interface LeakReport {
  /** The leaks that were found, and after how many answers. */
  readonly found: ReadonlyMap<string, number>;
  /** Faults reported for the service without a leak. */
  readonly accusations: readonly string[];
}

interface Search {
  /** How many answers of each service to compare at most. */
  readonly most: number;
  /** How many in each scenario. */
  readonly each: number;
  readonly seed: number;
}

/** Compares services with leaks, each with one, and a service without, in memory, until each leak is found. */
export async function findLeaks(leaks: readonly Leak[], { most, each, seed }: Search): Promise<LeakReport> {
  const found = new Map<string, number>();
  const accusations: string[] = [];
  const storages = await Promise.all([1, 2, 3].map(() => openStorage.memory()));
  for (const isLong of [false, true]) {
    const chosen = leaks.filter(({ needsLongLists = false }) => needsLongLists === isLong);
    const left = (): readonly Leak[] => chosen.filter(({ name }) => !found.has(name));
    const seeds = seedsFrom(seed, isLong);
    for (let compared = 0; compared < most && left().length > 0;) {
      const next = seeds.next().value;
      const scenario = await drawScenario(next, storages);
      const suspects = await openSuspects(left(), scenario);
      for (const expected of await expectedAnswers(scenario, new Dice(next), each)) {
        if (left().length === 0) break;
        compared += 1;
        for (const name of await suspects.accuse(expected)) found.set(name, compared);
      }
      accusations.push(...suspects.falseAccusations);
      await Promise.all([suspects.close(), scenario.close()]);
    }
  }
  return { found, accusations };
}

/** @param isLong asks for lists long enough to be streamed */
function* seedsFrom(first: number, isLong: boolean): Generator<number, never, undefined> {
  for (let seed = first; ; seed += 1) if (hasLongLists(seed) === isLong) yield seed;
}

interface Suspects {
  /** The names of the leaks that show in the answers to a request, for the first time. */
  accuse(expected: Expected): Promise<readonly string[]>;
  /** Faults reported for the service without a leak. */
  readonly falseAccusations: readonly string[];
  close(): Promise<void>;
}

async function openSuspects(leaks: readonly Leak[], scenario: Scenario): Promise<Suspects> {
  const { unitOfWork, file, viewers } = scenario;
  const actors = viewers.map(({ actor }) => actor);
  const guarded = () => ({ unitOfWork, access: accessOf(file, actors) });
  const clean = { service: await openService(guarded()), judge: new Judge() };
  const leaking = await Promise.all(
    leaks.map(async ({ name, plant }) => ({ name, service: await plant(guarded()), judge: new Judge() })),
  );
  const known = new Set<string>();
  const falseAccusations: string[] = [];
  return {
    falseAccusations,
    async accuse({ viewer, request, expected }) {
      const right = await clean.service.ask(request, viewer.actor);
      const fault = clean.judge.fault(request, right, expected);
      if (fault !== undefined)
        falseAccusations.push(describeDisagreement({ scenario, viewer, request, fault, actual: right, expected }));
      const before = known.size;
      for (const { name, service, judge } of leaking) {
        if (known.has(name)) continue;
        const actual = await service.ask(request, viewer.actor, right);
        if (judge.fault(request, actual, expected) !== undefined) known.add(name);
      }
      return [...known].slice(before);
    },
    close: async () => {
      await Promise.all([clean, ...leaking].map(({ service }) => service.close()));
    },
  };
}

interface Expected {
  readonly viewer: Viewer;
  readonly request: SentRequest;
  readonly expected: Answer;
}

async function expectedAnswers(scenario: Scenario, dice: Dice, count: number): Promise<readonly Expected[]> {
  const answers: Expected[] = [];
  for (let draws = 0; answers.length < count && draws < 3 * count; draws += 1)
    for (const { viewer, request: first } of drawReads(scenario, dice)) {
      if (isRefused(first, viewer)) continue;
      for (
        let request: SentRequest | undefined = first, steps = 0;
        request !== undefined && steps < STEPS;
        steps += 1
      ) {
        const expected: Answer = await viewer.reference.ask(request);
        answers.push({ viewer, request, expected });
        request = nextPage(request, expected);
      }
    }
  return answers;
}

/** Pages of a walk. */
const STEPS = 2;
