// `Last-Event-ID`: where a client resumes a stream of changes, as browsers send it.
import { errorObject, type ErrorObject } from '../api/errors.ts';
import type { HeaderLines } from './conditions.ts';
import { isPlaceText } from './feed-texts.ts';

export const LAST_EVENT_ID = 'Last-Event-ID';

/** Reads the header of a request: no position without one, and a problem if it is malformed. */
export function readLastEventId(headers: HeaderLines): {
  readonly lastEventId: string | undefined;
  readonly problems: readonly ErrorObject[];
} {
  const lines = headers[LAST_EVENT_ID.toLowerCase()];
  if (lines === undefined) return { lastEventId: undefined, problems: [] };
  const [text = ''] = lines;
  if (lines.length === 1 && isPlaceText(text)) return { lastEventId: text, problems: [] };
  const detail = `${LAST_EVENT_ID} must be given once, as the last id that the stream had`;
  const problem = errorObject('invalid-header', detail, undefined, { header: LAST_EVENT_ID });
  return { lastEventId: undefined, problems: [problem] };
}
