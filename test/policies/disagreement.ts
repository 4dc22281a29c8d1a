import { resourceTypes, type ResourceType } from '#domain/schema';
import { idsOf, linksOf, targetsOf } from '../agreement/world.ts';
import { manyToManyLinks } from '../contract/rows-of-types.ts';
import type { SentRequest } from './requests.ts';
import type { Scenario, Viewer } from './scenario.ts';
import type { Answer } from './services.ts';

export interface Disagreement {
  readonly scenario: Pick<Scenario, 'world' | 'file'>;
  readonly viewer: Viewer;
  readonly request: SentRequest;
  readonly fault: string;
  readonly actual: Answer;
  readonly expected: Answer;
}

const MOST_ROWS = 40;
const AROUND = 700;

/** A readable report. */
export function describeDisagreement({ scenario, viewer, request, fault, actual, expected }: Disagreement): string {
  const { role = '', ...actor } = viewer.actor;
  return [
    ...resourceTypes.flatMap((type) => rowsOf(type, scenario, viewer)),
    `the role ${JSON.stringify(scenario.file.roles[role])}`,
    `the actor ${JSON.stringify(actor)}`,
    `${request.method} ${decodeURIComponent(request.target)} ${JSON.stringify(request.headers)}`,
    `  as sent ${request.target}`,
    fault,
    ...differences(actual, expected),
  ].join('\n');
}

function rowsOf(type: ResourceType, { world }: Pick<Scenario, 'world'>, { hidden }: Viewer): readonly string[] {
  const ids = idsOf(world, type);
  const linked = manyToManyLinks
    .filter((link) => link.type === type)
    .flatMap((link) => linksOf(world, type, link.relationship));
  const lines = world.rows[type].map((row, index) => {
    const id = ids[index] ?? '';
    const links = Map.groupBy(
      linked.filter((link) => link.id === id),
      ({ relationship }) => relationship,
    );
    const sets = [...links].map(([name, each]) => [name, each.map(({ target }) => target)] as const);
    const values = JSON.stringify({ ...row.attributes, ...targetsOf(world, type, row), ...Object.fromEntries(sets) });
    return `${hidden[type].has(id) ? 'hidden ' : '       '}${type} ${id} ${values}`;
  });
  const omitted = lines.length - MOST_ROWS;
  return omitted > 0 ? [...lines.slice(0, MOST_ROWS), `       and ${omitted} more of type ${type}`] : lines;
}

function differences(actual: Answer, expected: Answer): readonly string[] {
  const heads = [actual, expected].map(
    ({ status, headers, tag = '' }) => `${status} ${tag} ${JSON.stringify(headers)}`,
  );
  const at = [...actual.text].findIndex((character, index) => character !== [...expected.text][index]);
  const start = Math.max(0, (at < 0 ? Math.min(actual.text.length, expected.text.length) : at) - AROUND / 2);
  const [shown, wanted] = [actual, expected].map(({ text }) => text.slice(start, start + AROUND));
  return [
    `with the policy ${heads[0]}`,
    `without the rest ${heads[1]}`,
    ...(actual.text === expected.text
      ? []
      : [`with the policy, from character ${start}: ${shown}`, `without the rest, from there: ${wanted}`]),
  ];
}
