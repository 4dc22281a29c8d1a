import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { typedOf, valueOf, type Value } from '../model/kinds.ts';
import { KindInput, unfinishedWords } from './kind-input.tsx';

interface Properties {
  readonly format: string;
  /** The values to choose from; undefined: any. */
  readonly choices?: readonly string[] | undefined;
  readonly label: string;
  readonly value: Value | undefined;
  readonly onValue: (value: Value | undefined) => void;
  readonly placeholder?: string | undefined;
}

/** The input for a value in a filter, by the format of the field. An empty input has no value. */
export function ValueInput({ format, choices, label, value, onValue, placeholder }: Properties): JSX.Element {
  /** The format of the half-typed value. Another format uses another input. */
  const unfinished = useSignal<string | undefined>(undefined);
  const isMoment = format === 'timestamp';
  const input = (
    <KindInput
      format={format}
      choices={choices}
      aria-label={isMoment ? `${label}, UTC` : label}
      class="filter-value"
      value={typedOf(format, value)}
      empty="choose…"
      placeholder={placeholder ?? placeholderOf(format)}
      onTyped={(typed, isUnfinished) => {
        unfinished.value = isUnfinished ? format : undefined;
        onValue(typed === '' ? undefined : valueOf(format, typed));
      }}
    />
  );
  return (
    <>
      {isMoment ? (
        <span class="moment">
          {input} <span class="muted">UTC</span>
        </span>
      ) : (
        input
      )}
      {unfinished.value === format && (
        <span class="muted" role="status">
          {unfinishedWords(format)}
        </span>
      )}
    </>
  );
}

function placeholderOf(format: string): string | undefined {
  // Inputs for dates and timestamps show their format as the placeholder.
  if (format === 'date' || format === 'timestamp') return undefined;
  return format === 'identifier' ? 'id' : 'value';
}
