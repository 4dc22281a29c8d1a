// Examples of the changes feed, as a page and as a stream. In both, the first resource of the first type is created.
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import { createdAt } from '#domain/resource';
import { relationshipNames } from '#domain/schema';
import { FeedFrames } from '../answer/feed-frames.ts';
import { renderEntry, type EntryTexts, type FeedObject } from '../answer/render-changes.ts';
import type { Document } from '../answer/render-document.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { plainFormat } from '../api/media-types.ts';
import { feedTexts } from '../request/feed-texts.ts';
import { describeValues } from './value-schemas.ts';

type Created = Pick<KeptChange, 'type' | 'id'> & Pick<NonNullable<KeptChange['after']>, 'attributes'>;

/**
 * A page with this single change.
 * @param record the created resource
 */
export function changesExample(
  record: Created,
  path: string,
  { resources, linkTo }: Pick<ApiConfig, 'resources' | 'linkTo'>,
): Document {
  const texts = exampleTexts();
  return {
    data: [rendered(entryOf(record), resources, texts)],
    links: { self: linkTo(path), next: null },
    meta: { position: texts.writePlace(END) },
    jsonapi: plainFormat.jsonapi,
  };
}

/**
 * The beginning of a stream that was opened before the change.
 * @param record the created resource
 */
export function streamExample(record: Created, { resources }: Pick<ApiConfig, 'resources'>): string {
  const texts = exampleTexts();
  const writeEntry = (entry: FeedEntry): string => JSON.stringify(rendered(entry, resources, texts));
  const frames = new FeedFrames({ writePlace: texts.writePlace, writeEntry }, BEGINNING, 0);
  return [frames.opening(), ...frames.next({ entries: [entryOf(record)], place: END }, 0)].join('');
}

const BEGINNING: FeedPlace = { restart: '0'.repeat(32), seq: 0, told: 'all', mark: '0' };
const END: FeedPlace = { ...BEGINNING, seq: 1 };

function exampleTexts(): EntryTexts {
  const { writeName, writePlace } = feedTexts('');
  return { writeName, writePlace: (place) => writePlace(place, undefined) };
}

function rendered(entry: FeedEntry, set: ApiConfig['resources'], texts: EntryTexts): FeedObject {
  return renderEntry(entry, { set, fieldsets: new Map() }, texts, { shown: 'epoch' }).object;
}

function entryOf({ type, id, attributes }: Created): FeedEntry {
  const targets = Object.fromEntries(relationshipNames(type, 'one').map((name) => [name, null]));
  const kept: KeptChange = {
    type,
    id,
    version: 1,
    action: 'created',
    before: undefined,
    after: { type, id, version: 1, attributes, targets },
    links: {},
    at: String(describeValues(createdAt()).example),
    name: { write: '1', n: 0, mark: '0' },
    place: END,
  };
  return { kept, told: { kind: 'change', shown: kept }, place: END };
}
