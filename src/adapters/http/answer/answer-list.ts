import type { Viewed, ViewedList } from '#application/model/view';
import { okAnswer, type Answer } from './answer.ts';
import { cursorForm } from './cursor-form.ts';
import { profileHeaders } from './document-format.ts';
import { numberedForm, renderList, type DocumentRendering } from './render-document.ts';
import { streamList } from './stream-document.ts';

/** The response to a GET of a list: pages by number or by cursor, or no pages. Long ones are streamed. */
export function answerList(found: Viewed<ViewedList>, rendering: DocumentRendering): Answer {
  const { page } = rendering.read;
  const form = page?.kind === 'cursor' ? cursorForm(page, rendering) : numberedForm(page, rendering);
  const headers = profileHeaders(rendering.read);
  return found.kind === 'whole'
    ? { ...okAnswer(renderList(found.whole, form, rendering)), ...headers }
    : { status: 200, pieces: streamList(found.parts, form, rendering), ...headers };
}
