// The `Last-Event-ID` header, with which browsers and other clients resume a change stream.
import { errorObject, type ErrorObject } from '../api/errors.ts';
import type { HeaderLines } from './conditions.ts';
import { isPlaceText } from './feed-texts.ts';

export const LAST_EVENT_ID = 'Last-Event-ID';

/** Parses the header. Reports a problem if it is malformed. */
export function readLastEventId(headers: HeaderLines): {
  readonly lastEventId: string | undefined;
  readonly problems: readonly ErrorObject[];
} {
  const lines = headers[LAST_EVENT_ID.toLowerCase()];
  if (lines === undefined) return { lastEventId: undefined, problems: [] };
  const [text = ''] = lines;
  if (lines.length === 1 && isPlaceText(text)) return { lastEventId: text, problems: [] };
  const detail = `${LAST_EVENT_ID} must be sent once, with the last id of an earlier stream`;
  const problem = errorObject('invalid-header', detail, undefined, { header: LAST_EVENT_ID });
  return { lastEventId: undefined, problems: [problem] };
}
