import type { ListPart } from '#application/reading/stream-resources';
import type { ParsedQuery } from '../query/parse-query.ts';
import { renderListEnd, type DocumentRenderer } from './render-document.ts';

/** Text is yielded when it gets longer than this. */
const CHUNK_LENGTH = 65_536;

/**
 * The text that `renderList` would make of a list without pages, in pieces as its parts are read. The first piece waits for the first part,
 * and the last one for all of them, so that a truncated document is not valid JSON.
 * @throws what reading the parts throws
 */
export async function* streamDocument(
  parts: AsyncIterable<ListPart>,
  { parameters }: Pick<ParsedQuery, 'parameters'>,
  renderer: DocumentRenderer,
): AsyncGenerator<string, void, undefined> {
  const { presentation, renderResource } = renderer;
  let text = '{"data":[';
  let place: ListPart['place'] = 'data';
  let separator = '';
  let count = 0;
  for await (const part of parts) {
    if (part.place !== place) {
      text += '],"included":[';
      separator = '';
      place = part.place;
    }
    if (place === 'data') count += part.records.length;
    for (const record of part.records) {
      text += separator + JSON.stringify(renderResource(record));
      separator = ',';
      if (text.length < CHUNK_LENGTH) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    text = '';
  }
  if (presentation.view.include !== undefined && place === 'data') text += '],"included":[';
  const end = JSON.stringify(renderListEnd(count, { parameters, page: undefined }, renderer));
  yield `${text}],${end.slice('{'.length)}`;
}
