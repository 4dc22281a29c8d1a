import { resources } from '#adapters/http/api/resources';
import { messageOf } from '#application/model/describe-error';
import type { ApiClient } from '../http/api.ts';
import type { Entry } from '../import/entry.ts';
import { DEFAULT_BATCH } from '../import/import-job.ts';
import { freshState } from '../import/import-state.ts';
import { importEntries } from '../import/importer.ts';
import { memoryJournal } from '../import/journal.ts';
import type { Report } from '../import/report.ts';
import type { Household } from './households.ts';

type SownType = 'person' | 'computer';

/** Invented records need no reports, because nobody corrects them. */
const noReport: Report = { add: () => Promise.resolve(0) };
const noReports = { refused: noReport, unknown: noReport };

/**
 * Creates households as an import of generated records: in lists, one after the other. Ids are counted per type, so an empty service
 * assigns the same ones every time.
 */
export class Seeder {
  readonly created: Record<SownType, number> = { person: 0, computer: 0 };
  /** The failures to create something, as sentences. Nothing more is created after the first. */
  readonly problems: string[] = [];
  readonly #api: ApiClient;
  readonly #onProgress: (persons: number) => void;
  readonly #failed = new AbortController();
  readonly #stopped: AbortSignal;

  /** @param onProgress is given the number of persons created so far */
  constructor(api: ApiClient, stopped: AbortSignal, onProgress: (persons: number) => void) {
    this.#api = api;
    this.#stopped = stopped;
    this.#onProgress = onProgress;
  }

  get hasFailed(): boolean {
    return this.#failed.signal.aborted;
  }

  /** Creates households until all exist, one fails, or the signal stops it. After the signal, it still creates the computers of existing persons. */
  async createAll(households: Iterable<Household>): Promise<void> {
    for (const group of groupsOf(households, DEFAULT_BATCH)) {
      if (this.#stopped.aborted || this.hasFailed) return;
      await this.#createGroup(group);
    }
  }

  /** Creates the persons, whose ids the service assigns, then the computers. */
  async #createGroup(group: readonly Household[]): Promise<void> {
    const owners = await this.#create(
      'person',
      group.map(({ person }) => ({ attributes: person })),
    );
    if (this.hasFailed) return;
    if (owners.length < group.length) return this.#fail('the response does not contain the ids of the persons');
    const computers = group.flatMap((household, index) => [
      ...household.computers.map((attributes) => ({ attributes, relationships: ownedBy(owners[index]) })),
      ...household.spares.map((attributes) => ({ attributes })),
    ]);
    await this.#create('computer', computers);
  }

  /** @returns the ids of the created resources, as far as the response contains them */
  async #create(type: SownType, contents: readonly object[]): Promise<readonly string[]> {
    const { url, subject } = this.#api;
    const journal = memoryJournal(
      freshState({ digest: '', options: '', service: { url, subject }, places: { refused: '', unknown: '' } }),
    );
    const before = this.created[type];
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
          this.created[type] = before + journal.state.counts.done;
          this.#onProgress(this.created.person);
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

function ownedBy(id: string | undefined): object {
  return { owner: { data: { type: 'person', id } } };
}

async function* entriesOf(type: SownType, contents: readonly object[], before: number): AsyncGenerator<Entry> {
  for (const [index, content] of contents.entries())
    yield {
      place: `${type} ${before + index + 1}`,
      content: { kind: 'resource', op: 'add', path: resources[type].path, resource: { type, ...content }, leftOut: [] },
      reported: () => '',
    };
}
