import type { AriaAttributes, JSX } from 'preact';
import { actionIn } from '../model/keys.ts';
import { afterEdit, withPlainBreaks } from '../model/line-breaks.ts';

export interface InputProperties extends AriaAttributes {
  readonly class: string;
  readonly id?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly value: string;
  readonly placeholder?: string | undefined;
}

interface Properties extends InputProperties {
  readonly inputMode?: 'email';
  readonly onTyped: (typed: string) => void;
}

/** An input that grows with its lines. An `input` element would strip the line breaks of a stored text. */
export function TextInput({ value, onTyped, ...shared }: Properties): JSX.Element {
  const shown = withPlainBreaks(value);
  return (
    <textarea
      rows={Math.min(shown.split('\n').length, mostRows)}
      value={shown}
      onInput={({ currentTarget }) => onTyped(afterEdit(value, currentTarget.value))}
      onKeyDown={submitOnEnter}
      {...shared}
    />
  );
}

/** Used only by browsers without `field-sizing`. */
const mostRows = 8;

/** Enter submits the form, as in an `input`; Shift+Enter starts a new line. */
function submitOnEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (actionIn('text', event) !== 'submit') return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.click();
}
