// Counts the compared answers, because empty ones, or worlds with nothing hidden, would prove nothing.
import type { Answer } from './services.ts';
import { reads, type SentRequest } from './requests.ts';
import type { Viewer } from './scenario.ts';

/** The answers to one request. */
export interface Compared {
  readonly request: SentRequest;
  readonly viewer: Viewer;
  /** Of the open service that has only what is visible. */
  readonly expected: Answer;
  /** Of the open service that has everything, if it was asked. */
  readonly unrestricted: Answer | undefined;
}

export class Tally {
  readonly routes = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  /** Compared answers. */
  compared = 0;
  /** Reads of types that the role may not read, which get 403 and are not compared. */
  refused = 0;
  /** Answers with data. */
  filled = 0;
  /** Answers that were also fetched without the policy. */
  sampled = 0;
  /** Sampled answers that differ without the policy. */
  changed = 0;
  /** Changed answers with data. */
  filledAndChanged = 0;
  /** Answers with a resource that is related to a hidden one. */
  cut = 0;
  /** Answers to QUERY. */
  queried = 0;
  /** Pages reached through the cursor of an earlier page. */
  followed = 0;
  /** Pages of relationships reached in the same way. */
  followedSets = 0;
  /** Answers that show only part of a relationship. */
  parts = 0;
  /** Sampled answers of this kind that differ without the policy. */
  changedParts = 0;
  /** Answers that count the members of a relationship. */
  counted = 0;

  add({ request, viewer, expected, unrestricted }: Compared): void {
    this.compared += 1;
    const route = `${request.method} ${request.route}`;
    this.routes.set(route, (this.routes.get(route) ?? 0) + 1);
    this.statuses.set(expected.status, (this.statuses.get(expected.status) ?? 0) + 1);
    const isFilled = hasData(expected);
    const isPart = expected.text.includes('"complete":false');
    if (isPart) this.parts += 1;
    if (/"meta":\{(?:"complete":false,)?"count":\d+,"page":\{"total":\d+\}\}\}/.test(expected.text)) this.counted += 1;
    if (isFilled) this.filled += 1;
    if (unrestricted !== undefined) {
      const isChanged = expected.status !== unrestricted.status || expected.text !== unrestricted.text;
      this.sampled += 1;
      if (isChanged) this.changed += 1;
      if (isChanged && isFilled) this.filledAndChanged += 1;
      if (isChanged && isPart) this.changedParts += 1;
    }
    if (showsCut(expected, viewer)) this.cut += 1;
  }

  /** Lists the kinds of answers that were too rare. A run proves little if there is no data to see, or if nothing is hidden. */
  shortages(): readonly string[] {
    const routes = reads.filter(({ method }) => method === 'GET').map(({ path }) => `GET ${path}`);
    return [
      ...listed('answers with data', this.filled > 0.3 * this.compared),
      ...listed('answers that differ without the policy', this.changed > 0.3 * this.sampled),
      ...listed('answers with data that differ without the policy', this.filledAndChanged > 0.12 * this.sampled),
      ...listed('answers with a resource related to a hidden one', this.cut > Math.min(10, 0.03 * this.compared)),
      ...listed('answers to QUERY', this.queried > 0.1 * this.compared),
      ...listed('pages reached through a cursor', this.followed > 10),
      ...listed('answers that show parts of relationships', this.parts > 0.005 * this.compared),
      ...listed('parts of relationships that differ without the policy', this.changedParts > 1),
      ...listed('answers that count the members of relationships', this.counted > 0.01 * this.compared),
      ...listed('pages of relationships reached through a cursor', this.followedSets > 1),
      ...routes.filter((route) => !this.routes.has(route)),
    ];
  }

  report(): readonly string[] {
    const share = (count: number, all: number): string => `${Math.round((100 * count) / Math.max(1, all))} %`;
    const counts = new Map<string | number, number>([...this.statuses, ...this.routes]);
    return [
      `${share(this.filled, this.compared)} of the answers have data; ${share(this.cut, this.compared)} show a resource that is related to a hidden one`,
      `${share(this.changed, this.sampled)} would be others without the policy; ${share(this.filledAndChanged, this.sampled)} are and have data`,
      `${String(this.refused).padStart(8)}  refused, not compared`,
      `${share(this.parts, this.compared)} show a part of a relationship, ${share(this.counted, this.compared)} count its members; ${this.changedParts} sampled parts differ without the policy`,
      `${String(this.queried).padStart(8)}  by QUERY`,
      `${String(this.followedSets).padStart(8)}  pages of relationships by a cursor of the page before`,
      `${String(this.followed).padStart(8)}  pages by a cursor of the page before`,
      ...[...counts].map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
    ];
  }
}

function listed(answers: string, areEnough: boolean): readonly string[] {
  return areEnough ? [] : [answers];
}

function hasData({ status, headers, text }: Answer): boolean {
  if (status !== 200 || text === '') return false;
  if (headers['content-type']?.startsWith('text/csv') === true) return text.trim().includes('\n');
  if (headers['content-type']?.includes('ndjson') === true) return true;
  const { data } = JSON.parse(text) as { readonly data: unknown };
  return Array.isArray(data) ? data.length > 0 : data !== null;
}

function showsCut({ text }: Answer, { cut }: Viewer): boolean {
  return Object.entries(cut).some(([type, ids]) =>
    [...text.matchAll(/"type":"(\w+)","id":"(\d+)"/g)].some(([, of, id = '']) => of === type && ids.has(id)),
  );
}
