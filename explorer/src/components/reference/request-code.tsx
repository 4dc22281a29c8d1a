import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { codeIn, languages } from '../../model/code-samples.ts';
import type { Request } from '../../model/curl.ts';
import type { Reading } from '../../model/tried-request.ts';
import { recall, remember } from '../../state/storage.ts';

const storedAs = 'reference.language';
const language = signal(languages.find((each) => each === recall(storedAs)) ?? 'curl');

interface Properties {
  readonly request: Request;
  readonly reading: Reading;
}

/** The request as a code sample, in the language last chosen. */
export function RequestCode({ request, reading }: Properties): JSX.Element {
  const said = useSignal('');
  const code = codeIn[language.value](request, reading);
  const choose = (next: typeof language.value): void => {
    language.value = next;
    remember(storedAs, next);
  };
  const copy = async (): Promise<void> => {
    const [copied, refused] = ['Copied', 'Select the code to copy it'];
    said.value = await navigator.clipboard.writeText(code).then(
      () => copied,
      () => refused,
    );
    setTimeout(() => (said.value = ''), 2000);
  };
  return (
    <section aria-label="Code">
      <div class="bar">
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            class="button small"
            aria-pressed={each === language.value}
            onClick={() => choose(each)}
          >
            {each}
          </button>
        ))}
        <button type="button" class="button small" onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{said.value}</span>
      </div>
      <pre tabIndex={0} aria-label={`Request in ${language.value}`}>
        {code}
      </pre>
    </section>
  );
}
