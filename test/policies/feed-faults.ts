// Readable reports of faults in the feed.
import { isDeepStrictEqual } from 'node:util';
import type { FeedFault } from './feed-pages.ts';
import type { Reader } from './feed-rows.ts';
import type { FeedScenario } from './feed-scenario.ts';
import type { Written } from './feed-writes.ts';

export function describeFault(
  { message }: FeedFault,
  { file }: Pick<FeedScenario, 'file'>,
  { actor }: Reader,
  log: readonly Written[],
): string {
  const { before, after } = log.at(-1) ?? {};
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  const changed = [...names].flatMap((name) => {
    const [was, is] = [before?.get(name), after?.get(name)];
    return isDeepStrictEqual(was, is) ? [] : [`  ${name}: ${JSON.stringify(was)} -> ${JSON.stringify(is)}`];
  });
  return [
    `the role ${JSON.stringify(file.roles[actor.role ?? ''])}`,
    `the actor ${JSON.stringify(actor)}`,
    `after ${log.length} writes, the last ${describeWrite(log.at(-1))}`,
    ...changed,
    message,
  ].join('\n');
}

export function describeWrite(written: Written | undefined): string {
  if (written === undefined) return '';
  const { sent, status } = written;
  return `${sent.method} ${sent.path} ${JSON.stringify(sent.body)} (${status})`;
}
