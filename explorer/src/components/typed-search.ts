import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const typingPause = 200;

/**
 * What a search finds, anew whenever its text changes and the user pauses.
 * @param text undefined: no search now, and the previous result stays
 * @param search gives up when the signal does; returns undefined if it has given up
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
