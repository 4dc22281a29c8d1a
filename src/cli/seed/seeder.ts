import { resourceOf, type Resource } from '#adapters/http/api/resource-description';
import { messageOf } from '#application/model/describe-error';
import { served } from '#composition/product/served';
import type { Sown, SownUnit } from '#models/seed-words';
import type { ApiClient } from '../http/api.ts';
import type { Entry } from '../import/entry.ts';
import { DEFAULT_BATCH } from '../import/import-job.ts';
import { freshState } from '../import/import-state.ts';
import { importEntries } from '../import/importer.ts';
import { memoryJournal } from '../import/journal.ts';
import type { Report } from '../import/report.ts';

/** Invented records need no reports, because nobody corrects them. */
const noReport: Report = { add: () => Promise.resolve(0) };
const noReports = { refused: noReport, unknown: noReport };

/**
 * Creates invented resources by importing generated records, one batch after the other. The service counts ids per type, so an empty one
 * assigns the same ids every time.
 */
export class Seeder {
  /** The number of created resources by type, in the order in which the types are created. */
  readonly created = new Map<Sown['type'], number>();
  /** The failures to create something, as sentences. Nothing more is created after the first. */
  readonly problems: string[] = [];
  readonly #api: ApiClient;
  readonly #onProgress: (units: number) => void;
  readonly #failed = new AbortController();
  readonly #stopped: AbortSignal;

  /** @param onProgress receives the number of created resources of the first type in a unit */
  constructor(api: ApiClient, stopped: AbortSignal, onProgress: (units: number) => void) {
    this.#api = api;
    this.#stopped = stopped;
    this.#onProgress = onProgress;
  }

  get hasFailed(): boolean {
    return this.#failed.signal.aborted;
  }

  /** Creates units until all exist, one fails, or the signal stops it. Units that have been started are completed even after the signal. */
  async createAll(units: Iterable<SownUnit>): Promise<void> {
    for (const group of groupsOf(units, DEFAULT_BATCH)) {
      if (this.#stopped.aborted || this.hasFailed) return;
      await this.#createGroup(group);
    }
  }

  /** Creates one type at a time. Links need the ids that the service assigns, so a resource is created after those it links to. */
  async #createGroup(group: readonly SownUnit[]): Promise<void> {
    const ids = new Map<Sown, string>();
    for (let rest: readonly Sown[] = group.flat(); rest.length > 0;) {
      const ready = rest.filter((each) => targetsOf(each).every((target) => ids.has(target)));
      const [first] = ready;
      if (first === undefined)
        return this.#fail('a unit of the seed contains circular links, or links to a resource outside the unit');
      const sown = ready.filter(({ type }) => type === first.type);
      const created = await this.#create(
        first.type,
        sown.map(({ attributes, links }) => ({ attributes, ...(links && { relationships: linkageOf(links, ids) }) })),
      );
      if (this.hasFailed) return;
      const done = new Set(sown);
      rest = rest.filter((each) => !done.has(each));
      if (created.length === sown.length)
        for (const [index, each] of sown.entries()) ids.set(each, created[index] ?? '');
      else if (rest.flatMap(targetsOf).some((target) => done.has(target)))
        return this.#fail(`the response does not contain the ids of the ${described(first.type).plural}`);
    }
  }

  /** @returns the ids of the created resources; fewer if the response omits some */
  async #create(type: Sown['type'], contents: readonly object[]): Promise<readonly string[]> {
    const { url, subject } = this.#api;
    const journal = memoryJournal(
      freshState({ digest: '', options: '', service: { url, subject }, places: { refused: '', unknown: '' } }),
    );
    const before = this.created.get(type) ?? 0;
    const found: string[] = [];
    try {
      await importEntries({
        api: this.#api,
        entries: entriesOf(type, contents, before),
        journal,
        reports: noReports,
        batch: DEFAULT_BATCH,
        parallel: 1,
        stopped: this.#failed.signal,
        onProgress: () => {
          this.created.set(type, before + journal.state.counts.done);
          const [units = 0] = this.created.values();
          this.#onProgress(units);
        },
        onProblem: (sentence) => this.#fail(sentence),
        onDone: (ids = []) => void found.push(...ids),
      });
    } catch (error) {
      this.#fail(messageOf(error));
    }
    return found;
  }

  #fail(sentence: string): void {
    this.problems.push(sentence);
    this.#failed.abort();
  }
}

function* groupsOf<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function targetsOf({ links = {} }: Sown): readonly Sown[] {
  return Object.values(links).flat();
}

function linkageOf(links: NonNullable<Sown['links']>, ids: ReadonlyMap<Sown, string>): object {
  const identify = (target: Sown): object => ({ type: target.type, id: ids.get(target) });
  return Object.fromEntries(
    Object.entries(links).map(([name, targets]) => [
      name,
      { data: isSeveral(targets) ? targets.map(identify) : identify(targets) },
    ]),
  );
}

function isSeveral(targets: Sown | readonly Sown[]): targets is readonly Sown[] {
  return Array.isArray(targets);
}

async function* entriesOf(type: Sown['type'], contents: readonly object[], before: number): AsyncGenerator<Entry> {
  const { path } = described(type);
  for (const [index, content] of contents.entries())
    yield {
      place: `${type} ${before + index + 1}`,
      content: { kind: 'resource', op: 'add', path, resource: { type, ...content }, leftOut: [] },
      reported: () => '',
    };
}

/** @throws Error if the model does not declare the type */
function described(type: string): Resource {
  const resource = resourceOf(type, served.resources);
  if (resource === undefined) throw new Error(`the seed creates ${type}, which is not a type of the model`);
  return resource;
}
