import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const typingPause = 200;

/**
 * Searches again when the text has changed and the user pauses.
 * @param text undefined: do not search, and keep the previous result
 * @param search stops when the signal aborts, and then returns undefined
 */
export function useTypedSearch<Found>(
  before: Found,
  text: string | undefined,
  search: (text: string, signal: AbortSignal) => Promise<Found | undefined>,
): Found {
  const found = useSignal(before);
  useEffect(() => {
    if (text === undefined) return undefined;
    const abort = new AbortController();
    const start = async (): Promise<void> => {
      const result = await search(text, abort.signal);
      if (result !== undefined && !abort.signal.aborted) found.value = result;
    };
    const timer = setTimeout(() => void start(), text === '' ? 0 : typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return found.value;
}
