// Whether the comparison finds leaks that are planted.
import { isDeepStrictEqual } from 'node:util';
import { drawRead, isRefused, nextPage } from './compare.ts';
import { Dice } from './dice.ts';
import { describeDisagreement } from './disagreement.ts';
import type { Leak } from './leaks.ts';
import type { SentRequest } from './requests.ts';
import { drawScenario, type Scenario, type Viewer } from './scenario.ts';
import { accessOf, openService, type Service } from './services.ts';
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
    const scenario = await drawScenario(seed + index, storages);
    const suspects = await openSuspects(
      leaks.filter(({ name }) => !found.has(name)),
      scenario,
    );
    for (const { viewer, request, expected } of await expectedAnswers(scenario, new Dice(seed + index), each)) {
      compared += 1;
      for (const [name, service] of suspects) {
        if (name !== undefined && found.has(name)) continue;
        const actual = await service.ask(request, viewer.actor);
        if (isDeepStrictEqual(actual, expected)) continue;
        if (name === undefined) accusations.push(describeDisagreement({ scenario, viewer, request, actual, expected }));
        else found.set(name, compared);
      }
    }
    await Promise.all([...suspects.map(([, service]) => service), scenario].map((open) => open.close()));
  }
  return { found, accusations };
}

/** Services by the name of their leak. */
async function openSuspects(
  leaks: readonly Leak[],
  { unitOfWork, file, viewers }: Scenario,
): Promise<readonly (readonly [string | undefined, Service])[]> {
  const guarded = () => ({
    unitOfWork,
    access: accessOf(
      file,
      viewers.map(({ actor }) => actor),
    ),
  });
  return Promise.all([
    openService(guarded()).then((service) => [undefined, service] as const),
    ...leaks.map(async ({ name, plant }) => [name, await plant(guarded())] as const),
  ]);
}

async function expectedAnswers(scenario: Scenario, dice: Dice, count: number) {
  const answers = [];
  for (let draws = 0; answers.length < count && draws < 3 * count; draws += 1) {
    const { viewer, request: first }: { viewer: Viewer; request: SentRequest } = drawRead(scenario, dice);
    if (isRefused(first, viewer)) continue;
    for (let request: SentRequest | undefined = first, steps = 0; request !== undefined && steps < 5; steps += 1) {
      const expected = await viewer.reference.ask(request);
      answers.push({ viewer, request, expected });
      request = nextPage(request, expected);
    }
  }
  return answers;
}
