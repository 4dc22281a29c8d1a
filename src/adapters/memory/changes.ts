import { PositionExpiredError } from '#application/model/errors';
import type { Origin } from '#application/model/origin';
import type { FeedPlace } from '#application/model/feed-place';
import type { FilterByType } from '#application/model/query';
import type {
  ChangeQuery,
  ChangeFeed,
  ChangeWriter,
  FeedFigures,
  KeptChange,
  LookedAt,
} from '#application/ports/change-feed';
import { actionOf, changedEntity, type Change } from '#domain/changes';
import type { Entity } from '#domain/entity';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { evaluateFilter, type Evaluation } from './evaluate-filter.ts';
import type { RowSource } from './rows.ts';
import type { UndoLog } from './undo-log.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of a change without its texts. */
const BYTES_EACH = 400;
/** Numbers are assigned once and never lost, so their marks need not differ. */
const MARK = '0';

interface Write extends Origin {
  readonly seq: number;
  readonly at: string;
  readonly changes: readonly Change[];
  readonly bytes: number;
  readonly keptAt: number;
}

/** The changes of all writes. The oldest are dropped when together they take too much memory. */
export class MemoryChanges implements ChangeFeed {
  readonly #restart = crypto.randomUUID().replaceAll('-', '');
  readonly #secret = crypto.randomUUID();
  readonly #maxBytes: number;
  /** By number, the oldest first, without gaps. */
  readonly #writes = new Map<number, Write>();
  #last = 0;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** @param at the time of the transaction */
  keep(changes: readonly Change[], origin: Origin, at: string): void {
    this.#last += 1;
    const bytes = changes.reduce((sum, change) => sum + bytesOf(change), 0);
    this.#writes.set(this.#last, { ...origin, seq: this.#last, at, changes, bytes, keptAt: performance.now() });
    this.#bytes += bytes;
    this.#drop(() => this.#bytes > this.#maxBytes);
  }

  async look({ after, most, of, rows = {} }: ChangeQuery): Promise<LookedAt> {
    const place = after ?? this.#placeBehind(this.#oldest() - 1);
    this.#requireKept(place);
    const looked: KeptChange[] = [];
    let [seq, start] = place.told === 'all' ? [place.seq + 1, 0] : [place.seq, place.told];
    for (
      let write = this.#writes.get(seq);
      write !== undefined && looked.length < most;
      write = this.#writes.get(seq)
    ) {
      for (const [index, change] of write.changes.slice(start, start + most - looked.length).entries())
        looked.push(keptChange(write, change, start + index, this.#placeBehind(seq)));
      [seq, start] = [seq + 1, 0];
    }
    const reached = looked.at(-1)?.place ?? place;
    const isAsked = ({ type, id }: KeptChange): boolean =>
      of === undefined || of.some((each) => type === each.type && id === (each.id ?? id));
    const judge = judgeOf(rows);
    return {
      changes: looked.filter(isAsked).map((change) => ({ ...change, met: judge(change) })),
      place: reached,
      isEnd: reached.seq === this.#last && reached.told === 'all',
    };
  }

  async end(): Promise<FeedPlace> {
    return this.#placeBehind(this.#last);
  }

  async secret(): Promise<string> {
    return this.#secret;
  }

  async settle(): Promise<void> {
    // Every write has its number at once.
  }

  async purge(seconds: number): Promise<number> {
    const limit = performance.now() - 1000 * seconds;
    return this.#drop(({ keptAt }) => keptAt <= limit);
  }

  async measure(): Promise<FeedFigures> {
    const [oldest] = this.#writes.values();
    return { pending: 0, oldestSeconds: oldest === undefined ? 0 : (performance.now() - oldest.keptAt) / 1000 };
  }

  #oldest(): number {
    return this.#last - this.#writes.size + 1;
  }

  #placeBehind(seq: number): FeedPlace {
    return { restart: this.#restart, seq, told: 'all', mark: MARK };
  }

  #requireKept({ restart, seq, told, mark }: FeedPlace): void {
    if (restart !== this.#restart || mark !== MARK || seq > this.#last) throw new PositionExpiredError('other-history');
    if ((told === 'all' ? seq + 1 : seq) < this.#oldest()) throw new PositionExpiredError('too-old');
  }

  /** Drops the oldest writes while the condition holds. Returns the number of changes dropped. */
  #drop(isToDrop: (oldest: Write) => boolean): number {
    let dropped = 0;
    for (const [seq, write] of this.#writes) {
      if (!isToDrop(write)) break;
      this.#bytes -= write.bytes;
      this.#writes.delete(seq);
      dropped += write.changes.length;
    }
    return dropped;
  }
}

/** @param behind the place after the write */
function keptChange({ seq, at, changes }: Write, change: Change, n: number, behind: FeedPlace): KeptChange {
  const { type, id, version } = changedEntity(change);
  return {
    ...change,
    type,
    id,
    version,
    action: actionOf(change),
    name: { write: String(seq), n, mark: MARK },
    at,
    place: n + 1 === changes.length ? behind : { ...behind, told: n + 1 },
  };
}

/** Keeps the changes of a transaction once its undo log is committed. */
export function memoryChangeWriter(
  kept: MemoryChanges,
  { undoLog, now }: { readonly undoLog: UndoLog; readonly now: string },
): ChangeWriter {
  return {
    write: async (changes, origin) => {
      undoLog.recordChange(
        () => undefined,
        () => {
          kept.keep(changes, origin, now);
        },
      );
    },
  };
}

/** Judges changes as described at `KeptChange.met`. */
function judgeOf(rows: FilterByType): (change: KeptChange) => KeptChange['met'] {
  const evaluations = new Map<ResourceType, Evaluation>();
  for (const type of resourceTypes) {
    const filter = rows[type];
    if (filter !== undefined) evaluations.set(type, evaluateFilter(identifiersOnly, type, filter));
  }
  return ({ type, before, after }) => {
    const evaluation = evaluations.get(type);
    const meets = (row: Entity | undefined): boolean => row !== undefined && evaluation?.(row) === true;
    return evaluation && { before: meets(before), after: meets(after) };
  };
}

/** A condition on a past row cannot read other rows, but may test the identifiers that the row refers to. */
const identifiersOnly: RowSource = {
  get: (type, id) => ({ type, id, version: 0, attributes: {}, targets: {} }),
  index: (type, relationship) => {
    throw new Error(`a change does not store the rows that refer to others by ${type}.${relationship}`);
  },
};

/** An estimate: two bytes per character, because one wide character makes all characters of its string take two. */
function bytesOf({ before, after, links }: Change): number {
  const ids = Object.values(links).reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  return BYTES_EACH + textBytes(before) + textBytes(after) + 40 * ids;
}

function textBytes(entity: Entity | undefined): number {
  const values = entity === undefined ? [] : [...Object.values(entity.attributes), ...Object.values(entity.targets)];
  return values.reduce((sum: number, value) => sum + 16 + (typeof value === 'string' ? 2 * value.length : 0), 0);
}
