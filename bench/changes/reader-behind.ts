// Measures a reader far behind, who reads page by page to the end.
import { cpuSeconds } from '#test/support/proc';
import type { LoadedDatabase } from '../sides.ts';
import { median } from '../median.ts';
import type { Figure } from './figure.ts';
import { growthDuring } from './peak-memory.ts';

const PAGE = 1000;
/** The target for the time of a page. */
const MOST_GROWTH = 1.25;
/** No resource has the largest identifier. */
const NOTHING = 'filter%5Btype%5D=person&filter%5Bid%5D=9223372036854775807';

interface Walk {
  readonly changes: number;
  /** Of each page. */
  readonly millis: readonly number[];
  /** CPU time of the service in seconds. */
  readonly cpu: number;
}

/** @param changes the number of stored changes */
export async function measureReader(
  { service }: Pick<LoadedDatabase, 'service'>,
  changes: number,
): Promise<readonly Figure[]> {
  // Compiles the code and caches the pages.
  await walk(service, `page%5Bsize%5D=${PAGE}`);
  const all = await growthDuring(service.pid, () => walk(service, `page%5Bsize%5D=${PAGE}`));
  const none = await growthDuring(service.pid, () => walk(service, `page%5Bsize%5D=${PAGE}&${NOTHING}`));
  if (all.result.changes !== changes || none.result.changes !== 0)
    throw new Error(`read ${all.result.changes} and ${none.result.changes} changes instead of ${changes} and none`);
  return [
    ...figuresOf('all changes', all.result, all.growth, changes),
    ...figuresOf('a filter that matches nothing', none.result, none.growth, changes),
  ];
}

async function walk({ url, pid }: LoadedDatabase['service'], query: string): Promise<Walk> {
  const millis: number[] = [];
  let changes = 0;
  const cpu = cpuSeconds(pid);
  for (let path: string | null = `/changes?${query}`; path !== null;) {
    const start = performance.now();
    const response = await fetch(url + path);
    const text = await response.text();
    millis.push(performance.now() - start);
    if (!response.ok) throw new Error(`${path}: ${text}`);
    const { data, links } = JSON.parse(text) as {
      readonly data: readonly object[];
      readonly links: { readonly next: string | null };
    };
    changes += data.length;
    path = links.next;
  }
  return { changes, millis, cpu: cpuSeconds(pid) - cpu };
}

function figuresOf(title: string, { millis, cpu }: Walk, growth: number, looked: number): readonly Figure[] {
  const part = Math.ceil(millis.length / 10);
  const [first, last] = [median(millis.slice(0, part)), median(millis.slice(-part))];
  const seconds = millis.reduce((sum, each) => sum + each, 0) / 1000;
  return [
    { title: `${title}: changes looked at`, value: looked / seconds, unit: '/s' },
    { title: `${title}: pages`, value: millis.length, unit: '' },
    { title: `${title}: a page in the first tenth`, value: first, unit: 'ms' },
    { title: `${title}: the last tenth, divided by the first`, value: last / first, unit: '', most: MOST_GROWTH },
    { title: `${title}: CPU of the service, a thousand changes`, value: (1e6 * cpu) / looked, unit: 'ms' },
    { title: `${title}: memory above idle`, value: growth, unit: 'MiB' },
  ];
}
