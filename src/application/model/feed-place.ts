/** A place in the feed of changes, behind a change that has been told. */
export interface FeedPlace {
  /** Identifies the feed: it is another one after each restart. */
  readonly restart: string;
  /** The write that it is in, as the feed counts them. */
  readonly seq: number;
  /** The changes of this write that are before the place: their number, or all, however many they are. */
  readonly told: number | 'all';
  /** How much of the change behind these has been told: see `FeedEntry`. By default nothing. */
  readonly within?: number;
  /** The mark of the write's number. If the number was lost and given once more, the mark is another. */
  readonly mark: string;
}
