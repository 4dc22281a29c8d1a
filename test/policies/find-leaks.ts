// Whether the comparison finds leaks that are planted.
import { drawReads, isRefused, nextPage } from './compare.ts';
import { Dice } from './dice.ts';
import { describeDisagreement } from './disagreement.ts';
import { Judge } from './judge.ts';
import type { Leak } from './leaks.ts';
import type { LeakyService } from './planting.ts';
import type { SentRequest } from './requests.ts';
import { drawScenario, hasLongLists, type Scenario, type Viewer } from './scenario.ts';
import { accessOf, openService, type Answer } from './services.ts';
import { openStorage } from './storages.ts';

export interface LeakReport {
  /** By the name of each leak that was found: after how many answers. */
  readonly found: ReadonlyMap<string, number>;
  /** What the service without a leak is accused of. */
  readonly accusations: readonly string[];
}

/**
 * Compares services with leaks, each with one, and a service without, in memory, until each leak is found.
 * @param most how many answers of each service to compare
 */
export async function findLeaks(
  leaks: readonly Leak[],
  { most, each, seed }: { readonly most: number; readonly each: number; readonly seed: number },
): Promise<LeakReport> {
  const found = new Map<string, number>();
  const accusations: string[] = [];
  const storages = await Promise.all([1, 2, 3].map(() => openStorage.memory()));
  let compared = 0;
  for (let index = 0; compared < most && found.size < leaks.length; index += 1) {
    const planted = leaks.filter(
      ({ name, needsLongLists = false }) => !found.has(name) && needsLongLists === hasLongLists(seed + index),
    );
    if (planted.length === 0) continue;
    const scenario = await drawScenario(seed + index, storages);
    const suspects = await openSuspects(planted, scenario);
    const { unitOfWork, file, viewers } = scenario;
    const guarded = await openService({
      unitOfWork,
      access: accessOf(
        file,
        viewers.map(({ actor }) => actor),
      ),
    });
    const judge = new Judge();
    for (const { viewer, request, expected } of await expectedAnswers(scenario, new Dice(seed + index), each)) {
      compared += 1;
      const clean = await guarded.ask(request, viewer.actor);
      const fault = judge.fault(request, clean, expected);
      if (fault !== undefined)
        accusations.push(describeDisagreement({ scenario, viewer, request, fault, actual: clean, expected }));
      for (const suspect of suspects.filter(({ name }) => !found.has(name))) {
        const actual = await suspect.service.ask(request, viewer.actor, clean);
        if (suspect.judge.fault(request, actual, expected) !== undefined) found.set(suspect.name, compared);
      }
    }
    await Promise.all([guarded, scenario, ...suspects.map(({ service }) => service)].map((open) => open.close()));
  }
  return { found, accusations };
}

interface Suspect {
  /** Of its leak. */
  readonly name: string;
  readonly service: LeakyService;
  readonly judge: Judge;
}

function openSuspects(leaks: readonly Leak[], { unitOfWork, file, viewers }: Scenario): Promise<readonly Suspect[]> {
  const actors = viewers.map(({ actor }) => actor);
  return Promise.all(
    leaks.map(async ({ name, plant }) => ({
      name,
      service: await plant({ unitOfWork, access: accessOf(file, actors) }),
      judge: new Judge(),
    })),
  );
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
const STEPS = 5;
