import type { Viewed, ViewedList } from '#application/model/view';
import { CURSOR_MEDIA_TYPE } from '../api/media-types.ts';
import { okAnswer, type Answer } from './answer.ts';
import { cursorForm } from './cursor-form.ts';
import { numberedForm, renderList, type DocumentRendering } from './render-document.ts';
import { streamList } from './stream-document.ts';

/** The response to a GET of a list: pages by number or by cursor, or no pages. Long ones are streamed. */
export function answerList(found: Viewed<ViewedList>, rendering: DocumentRendering): Answer {
  const { page, cursors } = rendering.read;
  const form = page?.kind === 'cursor' ? cursorForm(page, rendering) : numberedForm(page, rendering);
  const isProfiled = page?.kind === 'cursor' && cursors?.isNegotiated === true;
  const headers = isProfiled ? { headers: { 'Content-Type': CURSOR_MEDIA_TYPE } } : {};
  return found.kind === 'whole'
    ? { ...okAnswer(renderList(found.whole, form, rendering)), ...headers }
    : { status: 200, pieces: streamList(found.parts, form, rendering), ...headers };
}
