import type { ListPart } from '../../../application/read/stream-resources.ts';
import { version } from './document.ts';
import { listLinks } from './links.ts';
import type { ParsedQuery } from './query/parse-query.ts';
import type { Rendering } from './render-document.ts';
import { renderResource } from './render-resource.ts';

/** A longer text is handed on. */
const CHUNK_LENGTH = 65_536;

/**
 * The document of a list without pages, piece by piece as its parts are read: the same text that `renderList` makes. There is no piece before
 * the first part, and the last one comes after all parts, so that a document that was broken off is none.
 * @throws what reading the parts throws
 */
export async function* streamDocument(
  parts: AsyncIterable<ListPart>,
  { parameters }: Pick<ParsedQuery, 'parameters'>,
  { path, presentation, linkTo }: Rendering,
): AsyncGenerator<string, void, undefined> {
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
      text += separator + JSON.stringify(renderResource(record, presentation, linkTo));
      separator = ',';
      if (text.length < CHUNK_LENGTH) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    text = '';
  }
  if (presentation.view.include !== undefined && place === 'data') text += '],"included":[';
  const { self = '' } = listLinks(path, parameters, undefined, count);
  const rest = JSON.stringify({ links: { self: linkTo(self) }, meta: { count }, jsonapi: version });
  yield `${text}],${rest.slice(1)}`;
}
