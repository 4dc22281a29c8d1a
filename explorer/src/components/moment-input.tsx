import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isWholeMoment } from '../model/kinds.ts';
import { Icon } from './icon.tsx';
import type { InputProperties } from './text-input.tsx';

interface Properties extends InputProperties {
  readonly format: 'date' | 'timestamp';
  /** @param isUnfinished true if the input holds part of a date, or a day that does not exist; `typed` is then empty */
  readonly onTyped: (typed: string, isUnfinished: boolean) => void;
}

export const momentForms = {
  date: { type: 'date', placeholder: 'YYYY-MM-DD', max: '9999-12-31' },
  timestamp: { type: 'datetime-local', placeholder: 'YYYY-MM-DD HH:MM', max: '9999-12-31T23:59' },
} as const;

/** A date or a timestamp, written as in the table and in the API, or chosen in a calendar. Inputs of browsers write it as their language does. */
export function MomentInput({ format, value, placeholder, onTyped, ...shared }: Properties): JSX.Element {
  /** Text that is no moment yet. It is told when the person leaves it. */
  const unfinished = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const form = momentForms[format];
  const hold = (text: string | undefined): void => {
    unfinished.value = text;
    // The form asks for it before it is sent.
    input.current?.setCustomValidity(text === undefined ? '' : 'unfinished');
  };
  const take = (typed: string): void => {
    const isWhole = typed === '' || isWholeMoment(format, typed);
    hold(isWhole ? undefined : typed);
    if (isWhole) onTyped(typed, false);
  };
  const tell = (): void => {
    if (unfinished.value !== undefined) onTyped('', true);
  };
  useEffect(() => {
    const owner = input.current?.form;
    const clear = (): void => hold(undefined);
    owner?.addEventListener('reset', clear);
    return () => owner?.removeEventListener('reset', clear);
  }, []);
  return (
    <span class="moment-input">
      <input
        type="text"
        ref={input}
        value={unfinished.value ?? value}
        placeholder={placeholder ?? form.placeholder}
        onInput={({ currentTarget }) => take(currentTarget.value.trim())}
        onBlur={({ relatedTarget }) => {
          // The form asks again on submit. A message that appears before the click would move the button away from the pointer.
          if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) tell();
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') tell();
        }}
        {...shared}
      />
      <button
        type="button"
        class="calendar-button"
        aria-label="Choose a date"
        title="Choose a date"
        disabled={shared.disabled}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
      <input
        type={form.type}
        ref={calendar}
        class="calendar"
        max={form.max}
        value={isWholeMoment(format, value) ? value : ''}
        tabIndex={-1}
        aria-hidden="true"
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
    </span>
  );
}
