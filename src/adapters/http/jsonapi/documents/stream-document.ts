import type { ListPart } from '#application/reading/stream-resources';
import type { ParsedQuery } from '../query/parse-query.ts';
import { renderListEnd, type Rendering } from './render-document.ts';

/** A longer text is handed on. */
const CHUNK_LENGTH = 65_536;

/**
 * The document of a list without pages, piece by piece as its parts are read: the text of what `renderList` would make. There is no piece before
 * the first part, and the last one comes after all parts, so that a document that was broken off is none.
 * @throws what reading the parts throws
 */
export async function* streamDocument(
  parts: AsyncIterable<ListPart>,
  { parameters }: Pick<ParsedQuery, 'parameters'>,
  rendering: Rendering,
): AsyncGenerator<string, void, undefined> {
  const { presentation, renderResource } = rendering;
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
  const end = JSON.stringify(renderListEnd(count, { parameters, page: undefined }, rendering));
  yield `${text}],${end.slice('{'.length)}`;
}
