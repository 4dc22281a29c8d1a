// GET on the changes feed.
import { PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { ChangePage, FollowChanges } from '#application/reading/follow-changes';
import type { EpochMark } from '../answer/entity-tags.ts';
import { replaced, withQuery } from '../answer/list-links.ts';
import { isTold, renderEntry, type ShownFields } from '../answer/render-changes.ts';
import type { Document } from '../answer/render-document.ts';
import { topLevelLinks } from '../answer/top-level-links.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import { bareFormat } from '../api/media-types.ts';
import { parseChangesRequest, type ChangesRequest } from '../request/changes.ts';
import { isPlaceText, type FeedTexts } from '../request/feed-texts.ts';
import { LAST_EVENT_ID } from '../request/last-event-id.ts';
import { viewerOf } from '../request/read-rules.ts';
import type { Api, Handler } from './handler.ts';
import { tokenHeader } from './transact.ts';

/** A page ends early when its changes reach this many bytes. */
const MOST_BYTES = 1024 * 1024;

/** The changes after a place. */
export function getChanges(api: Api): Handler {
  return async ({ actor, path, queryString, dialect }) => {
    const asked = parseChangesRequest(queryString, api.set, api.limits, isPlaceText, 'changes');
    const texts = await api.feedTexts();
    const view = viewerOf(api, actor);
    const writePlace = (place: FeedPlace): string => texts.writePlace(place, view);
    try {
      const after = placeIn(asked.after ?? '', texts, view);
      const page = await readPage(api.use.by(actor).followChanges, asked, after, api);
      const { items, place, isEnd } = renderPage(page, { ...api, ...asked }, texts, writePlace, await api.epochMark());
      const self = api.linkTo(path);
      const next = withQuery(self, replaced(asked.parameters, 'page[after]', writePlace(place)));
      const format = bareFormat(dialect);
      const links = { self: withQuery(self, asked.parameters), next: isEnd ? null : next };
      const end: Document = {
        ...topLevelLinks(links, format, api.linkTo),
        meta: { position: writePlace(place) },
        jsonapi: format.jsonapi,
      };
      const text = `{"data":[${items.join(',')}],${JSON.stringify(end).slice('{'.length)}`;
      return { status: 200, text, headers: await tokenHeader(api.use.positions) };
    } catch (error) {
      throw error instanceof PositionExpiredError ? expired(error.reason, api, false) : error;
    }
  };
}

/** @returns the place of a position: `now` for the end of the feed, undefined for before the oldest change */
export function placeIn(after: string, texts: FeedTexts, view: string | undefined): FeedPlace | 'now' | undefined {
  if (after === '') return undefined;
  if (after === 'now') return after;
  const read = texts.readPlace(after, view);
  if (read.kind === 'place') return read.place;
  throw new PositionExpiredError(read.kind);
}

async function readPage(
  follow: FollowChanges,
  { size, of, fieldsets }: ChangesRequest,
  after: FeedPlace | 'now' | undefined,
  { set }: Pick<Api, 'set'>,
): Promise<ChangePage> {
  if (after === 'now') return { entries: [], place: await follow.end(), isEnd: true };
  return follow.execute({ after, size, of, shows: (change) => isTold(change, { set, fieldsets }) });
}

/** Renders as many entries as fit on a page, each as JSON. */
function renderPage(
  { entries, place, isEnd }: ChangePage,
  shown: ShownFields,
  texts: FeedTexts,
  writePlace: (place: FeedPlace) => string,
  mark: EpochMark,
): { readonly items: readonly string[]; readonly place: FeedPlace; readonly isEnd: boolean } {
  const items: string[] = [];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    const { text } = renderEntry(entry, shown, { writeName: texts.writeName, writePlace }, mark);
    bytes += Buffer.byteLength(text);
    const last = entries[index - 1];
    if (bytes > MOST_BYTES && last !== undefined) return { items, place: last.place, isEnd: false };
    items.push(text);
  }
  return { items, place, isEnd };
}

const REASONS: Readonly<Record<PositionExpiredError['reason'], string>> = {
  'too-old': 'The changes after this position are no longer stored',
  'other-history': 'This position belongs to another history of the data',
  'other-view': 'This position was issued under different permissions or claims',
};

/** @param isInHeader true if the position is the `Last-Event-ID` */
export function expired(
  reason: PositionExpiredError['reason'],
  { set, linkTo }: Pick<Api, 'set' | 'linkTo'>,
  isInHeader: boolean,
): ApiError {
  const refetch = Object.values(set).map((resource) => linkTo(resource.path));
  const detail = `${REASONS[reason]}: start over with page[after]=now, then read the lists in meta.refetch again`;
  return new ApiError([
    isInHeader
      ? errorObject('position-expired', detail, undefined, { reason, refetch, header: LAST_EVENT_ID })
      : errorObject('position-expired', detail, { parameter: 'page[after]' }, { reason, refetch }),
  ]);
}
