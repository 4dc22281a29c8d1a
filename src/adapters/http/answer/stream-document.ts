// Documents that are read in parts, as pieces of text. Together the pieces equal the text of the whole document. The
// last piece waits for the last part, so that a truncated document is not valid JSON.
import type { ListPosition, ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { EndPart, Part } from '#application/model/view';
import type { ResourceType } from '#domain/schema';
import type { NamedRelationship } from '../api/operations.ts';
import { PartWriter, type RecordFormat } from './part-writer.ts';
import {
  encoderOfMembers,
  endOfOne,
  endOfRelationship,
  needsIncluded,
  type Document,
  type DocumentRendering,
  type ListForm,
  type ReadRendering,
} from './render-document.ts';
import { renderIdentifiers, renderResource, type ResourceObject } from './render-resource.ts';

type Pieces = AsyncGenerator<string, void, undefined>;

/** The text of `renderList`. */
export function streamList(parts: AsyncIterable<Part>, form: ListForm, rendering: ReadRendering): Pieces {
  const end = ({ total, hasMore }: EndPart, ends: Ends): Document => form.end({ total, hasMore, ...ends });
  return streamDocument(parts, { brackets: ['[', ']'], primary: jsonForm(form.item), end }, rendering);
}

/** The text of `renderOne`. */
export function streamOne(parts: AsyncIterable<Part>, rendering: DocumentRendering): Pieces {
  const primary = jsonForm((record) => renderResource(record, rendering));
  return streamDocument(parts, { brackets: ['', ''], primary, end: () => endOfOne(rendering) }, rendering);
}

/**
 * The text of `renderRelationship`.
 * @param record that has the relationship
 */
export function streamRelationship(
  parts: AsyncIterable<Part>,
  record: ResourceRecord,
  relationship: NamedRelationship,
  rendering: ReadRendering,
): Pieces {
  const { stored, to, cardinality } = relationship.field;
  const none = cardinality === 'many' ? '' : 'null';
  const encode = encoderOfMembers(relationship.field, rendering);
  const writeMembers: RecordFormat['writeIds'] =
    encode === undefined
      ? writeIds
      : (type, ids, positions = []) => textOf(renderIdentifiers(type, ids, positions, encode));
  const positionsIn = ({ omitted, members }: ResourceRecord): readonly ListPosition[] =>
    omitted?.includes(stored) === true ? [] : (members?.[stored]?.pageInfo?.positions ?? []);
  const write = (records: readonly ResourceRecord[]): string =>
    records.map((each) => writeMembers(to, each.linkage[stored] ?? [], positionsIn(each))).join('') || none;
  const frame: Frame = {
    brackets: cardinality === 'many' ? ['[', ']'] : ['', ''],
    primary: { separator: '', write, writeIds: writeMembers, idSeparator: ',' },
    end: () => endOfRelationship(record, relationship, rendering),
  };
  return streamDocument(parts, frame, rendering);
}

/** The text around the included resources. */
interface Frame {
  /** The brackets around the primary data. */
  readonly brackets: readonly [string, string];
  readonly primary: RecordFormat;
  /** The members after the resources. */
  readonly end: (part: EndPart, ends: Ends) => Document;
}

/** The positions of the first and the last resource of a cursor page. */
interface Ends {
  readonly first: ListPosition | undefined;
  readonly last: ListPosition | undefined;
}

async function* streamDocument(
  parts: AsyncIterable<Part>,
  { brackets: [open, close], primary, end }: Frame,
  rendering: ReadRendering,
): Pieces {
  let text = `{"data":${open}`;
  let writer = new PartWriter(primary);
  let closing = close;
  const ends: { first: ListPosition | undefined; last: ListPosition | undefined } = {
    first: undefined,
    last: undefined,
  };
  const startIncluded = (): void => {
    text += `${writer.end()}${closing},"included":[`;
    writer = new PartWriter(jsonForm((record) => renderResource(record, rendering)));
    closing = ']';
  };
  let isIncluded = false;
  for await (const part of parts) {
    if (part.kind === 'end') {
      if (!isIncluded && (rendering.read.view.include !== undefined || needsIncluded(rendering.read))) startIncluded();
      yield `${text}${writer.end()}${closing},${JSON.stringify(end(part, ends)).slice('{'.length)}`;
      return;
    }
    if (part.kind === 'records') {
      if (part.place === 'included' && !isIncluded) {
        startIncluded();
        isIncluded = true;
      }
      ends.first ??= part.positions?.at(0);
      ends.last = part.positions?.at(-1) ?? ends.last;
    }
    yield* writer.write(part, text);
    text = '';
  }
  throw new Error('the parts of a view ended without an end part');
}

function jsonForm(render: (record: ResourceRecord, position?: ListPosition) => ResourceObject): RecordFormat {
  return {
    separator: ',',
    write: (records, positions) =>
      records.map((record, index) => JSON.stringify(render(record, positions?.[index]))).join(','),
    writeIds,
    idSeparator: ',',
  };
}

/** The members of a linkage. */
export function writeIds(type: ResourceType, ids: readonly string[]): string {
  return textOf(ids.map((id) => ({ type, id })));
}

function textOf(identifiers: readonly ResourceIdentifier[]): string {
  return identifiers.map((identifier) => JSON.stringify(identifier)).join(',');
}
