import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/service-process.ts';

/** One row in so many is refused. */
const REFUSED_SHARE = 50;

/** A CSV file of persons, and the files that its import has left next to it. */
export class ImportedFile {
  readonly name = 'persons.csv';
  readonly rows: number;
  readonly #place = temporaryFolder();

  private constructor(rows: number) {
    this.rows = rows;
    const lines = Array.from({ length: rows }, (_, index) => `${nameOf(index)},${isRefused(index) ? 'soon' : ''}\n`);
    writeFileSync(this.#path(''), `name,birth_date\n${lines.join('')}`);
  }

  static create(rows: number): ImportedFile {
    return new ImportedFile(rows);
  }

  get folder(): string {
    return this.#place.path;
  }

  get isUnfinished(): boolean {
    return existsSync(this.#path('.progress'));
  }

  /** The number of records that were sent and have no answer yet. */
  get openRecords(): number {
    if (!this.isUnfinished) return 0;
    const text = readFileSync(this.#path('.progress'), 'utf8').trim();
    if (text === '') return 0;
    const { open } = JSON.parse(text) as { readonly open: readonly { readonly count: number }[] };
    return open.reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * @param stored the names in the database
   * @returns a sentence for each row that was not created once, or not refused once
   */
  problems(stored: readonly string[]): readonly string[] {
    const indexes = Array.from({ length: this.rows }, (_, index) => index);
    const [created, refused] = [timesOf(stored), timesOf(this.#reported('refused'))];
    return [
      ...this.#reported('unknown').map((name) => `${name} is reported as unknown`),
      ...indexes.flatMap((index) => {
        const name = nameOf(index);
        const [expectedCreated, expectedRefused] = isRefused(index) ? [0, 1] : [1, 0];
        const [timesCreated, timesRefused] = [created.get(name) ?? 0, refused.get(name) ?? 0];
        return timesCreated === expectedCreated && timesRefused === expectedRefused
          ? []
          : [`${name} was created ${timesCreated} times and refused ${timesRefused} times`];
      }),
      ...[...created.keys(), ...refused.keys()]
        .filter((name) => !/^P\d+$/.test(name) || Number(name.slice(1)) >= this.rows)
        .map((name) => `${name} is in no row`),
    ];
  }

  remove(): void {
    this.#place.remove();
  }

  #reported(kind: 'refused' | 'unknown'): readonly string[] {
    const path = this.#path(`.${kind}.csv`);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.slice(1, -1).map((line) => line.split(',', 1)[0] ?? '');
  }

  #path(suffix: string): string {
    return join(this.folder, `${this.name}${suffix}`);
  }
}

function nameOf(index: number): string {
  return `P${index}`;
}

function isRefused(index: number): boolean {
  return index % REFUSED_SHARE === REFUSED_SHARE - 1;
}

function timesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}
