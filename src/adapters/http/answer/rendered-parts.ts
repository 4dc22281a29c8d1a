// Renders each change once for all streams that show it the same way.
import { LRUCache } from 'lru-cache';
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { LivePart } from '#application/reading/follow-live';
import type { Window } from '#application/reading/feed-tail';
import type { FrameTexts } from './feed-frames.ts';

/** Makes the texts that streams can share. */
export interface EntryRenderer {
  /** @param writePlace writes the places in the object */
  readonly render: (entry: FeedEntry, writePlace: FrameTexts['writePlace']) => { readonly meta: object };
  readonly writePlace: FrameTexts['writePlace'];
}

export interface EntryWriter extends FrameTexts {
  /** Call it before writing the entries of a part. */
  readonly prepare: (part: LivePart) => Promise<void>;
}

/** The texts of one rendition. */
interface Texts {
  readonly entries: WeakMap<KeptChange, string>;
  readonly places: WeakMap<FeedPlace, string>;
}

/** The maximum number of renditions to remember. */
const MOST_RENDITIONS = 1000;

export class RenderedParts {
  readonly #token: () => Promise<string | undefined>;
  /** Only streams hold strong references, so the texts are freed with the last stream that shows them. */
  readonly #texts = new LRUCache<string, WeakRef<Texts>>({ max: MOST_RENDITIONS });
  /** By window, so that readers who share a window share its token. */
  readonly #tokens = new WeakMap<Window, Promise<string | undefined>>();

  /** @param token makes a `Consistency-Token` that covers what has been read */
  constructor(token: () => Promise<string | undefined>) {
    this.#token = token;
  }

  /** @param rendition equal for all streams that show the same objects */
  writerFor(rendition: string, { render, writePlace }: EntryRenderer): EntryWriter {
    const texts = this.#textsOf(rendition);
    let consistency: string | undefined;
    const writeShared = (place: FeedPlace): string => remembered(texts.places, place, () => writePlace(place));
    const write = (entry: FeedEntry): string => {
      const object = render(entry, writeShared);
      return JSON.stringify(consistency === undefined ? object : { ...object, meta: { ...object.meta, consistency } });
    };
    return {
      prepare: async ({ window, entries }) => {
        if (window !== undefined && entries.length > 0) consistency = await this.#tokenOf(window);
      },
      writeEntry: (entry) =>
        entry.told.kind === 'refetch' ? write(entry) : remembered(texts.entries, entry.kept, () => write(entry)),
      writePlace: writeShared,
    };
  }

  #textsOf(rendition: string): Texts {
    const known = this.#texts.get(rendition)?.deref();
    if (known !== undefined) return known;
    const texts = { entries: new WeakMap<KeptChange, string>(), places: new WeakMap<FeedPlace, string>() };
    this.#texts.set(rendition, new WeakRef(texts));
    return texts;
  }

  #tokenOf(window: Window): Promise<string | undefined> {
    return remembered(this.#tokens, window, this.#token);
  }
}

/** The value of a key, made at its first use. */
function remembered<Key extends object, Value>(values: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = make();
  values.set(key, value);
  return value;
}
