// Renders each change once for all streams that show it alike.
import { LRUCache } from 'lru-cache';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { LivePart } from '#application/reading/follow-live';
import type { Window } from '#application/reading/feed-tail';

export interface EntryWriter {
  /** Call it before writing the entries of a part. */
  readonly prepare: (part: LivePart) => Promise<void>;
  /** The object of an entry as JSON. */
  readonly entry: (entry: FeedEntry) => string;
}

type Texts = WeakMap<KeptChange, string>;

/** The maximum number of views whose texts are kept. */
const MOST_VIEWS = 1000;

export class RenderedParts {
  readonly #token: () => Promise<string | undefined>;
  readonly #texts = new LRUCache<string, Texts>({ max: MOST_VIEWS });
  /** By window, so that readers who share a window share its token. */
  readonly #tokens = new WeakMap<Window, Promise<string | undefined>>();

  /** @param token makes a `Consistency-Token` that covers what has been read */
  constructor(token: () => Promise<string | undefined>) {
    this.#token = token;
  }

  /**
   * @param view the same text for all streams that show the same objects
   * @param render makes the object of an entry
   */
  writerFor(view: string, render: (entry: FeedEntry) => { readonly meta: object }): EntryWriter {
    const texts = this.#texts.get(view) ?? new WeakMap<KeptChange, string>();
    this.#texts.set(view, texts);
    let consistency: string | undefined;
    const write = (entry: FeedEntry): string => {
      const object = render(entry);
      return JSON.stringify(consistency === undefined ? object : { ...object, meta: { ...object.meta, consistency } });
    };
    return {
      prepare: async ({ window, entries }) => {
        if (window !== undefined && entries.length > 0) consistency = await this.#tokenOf(window);
      },
      entry: (entry) => {
        if (entry.told.kind === 'refetch') return write(entry);
        const known = texts.get(entry.kept);
        if (known !== undefined) return known;
        const text = write(entry);
        texts.set(entry.kept, text);
        return text;
      },
    };
  }

  #tokenOf(window: Window): Promise<string | undefined> {
    const known = this.#tokens.get(window);
    if (known !== undefined) return known;
    const token = this.#token();
    this.#tokens.set(window, token);
    return token;
  }
}
