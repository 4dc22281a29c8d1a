import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { choicesOf } from '../model/kinds.ts';
import { MomentInput, momentForms } from './moment-input.tsx';
import { TextInput, type InputProperties } from './text-input.tsx';

interface Properties extends InputProperties {
  readonly format: string;
  /** The values to choose from; undefined: any. */
  readonly choices?: readonly string[] | undefined;
  /** The label of the empty choice of a select; undefined: there is none. */
  readonly empty: string | undefined;
  /** @param isUnfinished true if the input holds a half-typed value, such as part of a date; `typed` is then empty */
  readonly onTyped: (typed: string, isUnfinished: boolean) => void;
}

/** The input for values of a kind. It holds text, even for other values. */
export function KindInput({ format, choices, empty, placeholder, onTyped, ...shared }: Properties): JSX.Element {
  const onText = (typed: string): void => onTyped(typed, false);
  const offered = choicesOf(format, choices);
  if (offered !== undefined)
    return (
      <select onInput={({ currentTarget }) => onText(currentTarget.value)} {...shared}>
        {empty !== undefined && <option value="">{empty}</option>}
        {withShown(offered, shared.value).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  switch (format) {
    case 'date':
    case 'timestamp':
      return <MomentInput format={format} placeholder={placeholder} onTyped={onTyped} {...shared} />;
    case 'integer':
      return <NumberInput placeholder={placeholder} onTyped={onTyped} {...shared} />;
    case 'identifier':
    case 'decimal':
      return (
        <input
          type="text"
          inputMode={format === 'decimal' ? 'decimal' : 'numeric'}
          placeholder={placeholder}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
          {...shared}
        />
      );
    case 'email':
      return <TextInput inputMode="email" placeholder={placeholder} onTyped={onText} {...shared} />;
    default:
      return <TextInput placeholder={placeholder} onTyped={onText} {...shared} />;
  }
}

/** Adds a value that is not a choice, such as one from the page address. The select could not show it otherwise. */
function withShown(choices: readonly string[], shown: string): readonly string[] {
  return shown === '' || choices.includes(shown) ? choices : [...choices, shown];
}

/** An input for integers. Browsers fire no event for half-typed ones, so it is checked on blur and on Enter. */
function NumberInput({ onTyped, ...shared }: InputProperties & Pick<Properties, 'onTyped'>): JSX.Element {
  const wasUnfinished = useRef(false);
  const tell = (input: HTMLInputElement): void => {
    wasUnfinished.current = input.validity.badInput;
    onTyped(input.value, input.validity.badInput);
  };
  const ask = (input: HTMLInputElement): void => {
    if (input.validity.badInput || wasUnfinished.current) tell(input);
  };
  return (
    <input
      type="number"
      onInput={({ currentTarget }) => tell(currentTarget)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The form checks again on submit. A message that appears or disappears before the click would move the button away from the pointer.
        if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) ask(currentTarget);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') ask(currentTarget);
      }}
      {...shared}
    />
  );
}

/** What is wrong with a half-typed value. */
export function unfinishedWords(format: string): string {
  if (format !== 'date' && format !== 'timestamp') return 'It is incomplete. Correct or clear it.';
  return `There is no such date. Write it as ${momentForms[format].placeholder}, or clear it.`;
}

/** The inputs with half-typed values. Browsers fire no event for these, so each input is checked. */
export function unfinishedIn(form: HTMLFormElement | null): readonly HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((element): element is HTMLInputElement => {
    return element instanceof HTMLInputElement && (element.validity.badInput || element.validity.customError);
  });
}
