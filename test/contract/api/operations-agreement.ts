import { expect } from 'chai';
import fc from 'fast-check';
import type { ApiResponse } from '../../support/api-client.ts';
import { atDepth, seedOf } from '../../support/depth.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import type { Identifier } from './fixtures.ts';
import { identifyIn, randomSteps, type Step } from './operation-steps.ts';
import { OperationWorld } from './operation-world.ts';
import { nearestPlace } from '../../support/sent-values.ts';
import type { OwnedResource } from './owned-resource.ts';

const RUNS = atDepth({ gate: 20, campaign: 40 });

/** A list of operations does what the same single requests do in turn. Of two worlds of equal resources one gets the list, the other the requests. */
export function describeOperationsAgreement({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`A random list of operations on ${items.owner.plural} and ${items.plural}`, () => {
    it('does what the same single requests do in turn, or nothing', async () => {
      const tally = { done: 0, failed: 0 };
      const open = (): Promise<OperationWorld> => new OperationWorld(client, items).fill();
      await fc.assert(
        fc.asyncProperty(randomSteps(items), async (steps) => {
          tally[await compare(await open(), await open(), steps)] += 1;
        }),
        { numRuns: RUNS, seed: seedOf('the lists of operations', 1) },
      );
      expect(Math.min(tally.done, tally.failed), JSON.stringify(tally)).to.be.at.least(RUNS / 10);
    });
  });
}

async function compare(
  listed: OperationWorld,
  single: OperationWorld,
  steps: readonly Step[],
): Promise<'done' | 'failed'> {
  const before = await listed.state();
  const response = await listed.client.operate(steps.map((step) => operationOf(step, listed)));
  const shown = resultsOf(response);
  const expected: Result[] = [];
  for (const [index, step] of steps.entries()) {
    const answer = await request(step, single);
    if (answer.status >= 400) {
      expect(response.status, response.text).to.equal(answer.status);
      expect(errorsOf(response)).to.deep.equal(errorsIn(index, step, listed, answer, response.sent));
      expect(await listed.state(), 'after a list that failed').to.deep.equal(before);
      return 'failed';
    }
    const data = step.hasResult ? (answer.document.data as Identifier) : undefined;
    expected.push(data === undefined ? {} : { data });
    if (step.adds === undefined) continue;
    for (const [world, { data: added } = {}] of [
      [single, expected[index]],
      [listed, shown[index]],
    ] as const)
      if (added !== undefined) world.adopt(index, added);
  }
  expect(response.status, response.text).to.equal(steps.some(({ hasResult }) => hasResult) ? 200 : 204);
  if (response.status === 200) expect(listed.named(shown)).to.deep.equal(single.named(expected));
  expect(await listed.state()).to.deep.equal(await single.state());
  return 'done';
}

function operationOf({ op, target, data, adds }: Step, world: OperationWorld): object {
  const sent = data?.(identifyIn(world));
  const named = adds === undefined ? sent : { ...(sent as object), lid: adds };
  return { op, ...target(world), ...(data !== undefined && { data: named }) };
}

function request({ method, path, data }: Step, world: OperationWorld): Promise<ApiResponse> {
  const body = data === undefined ? {} : { body: { data: data((name) => world.identifier(name)) } };
  return world.client.send(method, path(world), body);
}

interface Result {
  readonly data?: Identifier;
}

function resultsOf({ document }: ApiResponse): readonly Result[] {
  return (document as { readonly 'atomic:results'?: readonly Result[] } | undefined)?.['atomic:results'] ?? [];
}

interface SentError {
  readonly code: string;
  readonly source: { readonly pointer?: string };
}

function errorsOf({ document }: ApiResponse): readonly string[] {
  return (document.errors as readonly SentError[]).map(({ code, source }) => `${code} ${source.pointer ?? ''}`);
}

/**
 * The errors of a single request as the response to the list, in JSON:API 1.1, should have them.
 * @param list the request document with the operations
 */
function errorsIn(
  index: number,
  { target }: Step,
  world: OperationWorld,
  { document }: ApiResponse,
  list: unknown,
): readonly string[] {
  const [namedBy = 'data'] = Object.keys(target(world));
  return (document.errors as readonly SentError[]).map(({ code, source }) => {
    const place = nearestPlace(list, `/atomic:operations/${index}${source.pointer ?? `/${namedBy}`}`);
    return `${code} ${place.pointer}`;
  });
}
