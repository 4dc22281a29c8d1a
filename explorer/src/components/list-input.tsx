import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { actionIn } from '../model/keys.ts';
import { choicesOf, valueOf, type Value } from '../model/kinds.ts';
import { Icon } from './icon.tsx';
import { ValueInput } from './value-input.tsx';

const shownValues = 12;

interface Properties {
  readonly format: string;
  /** The values to choose from; undefined: any. */
  readonly choices: readonly string[] | undefined;
  readonly label: string;
  readonly values: readonly Value[];
  readonly max: number;
  readonly onValues: (values: readonly Value[]) => void;
}

/** An input for several values: check boxes if there are choices, otherwise typed values. */
export function ListInput({ choices, ...shared }: Properties): JSX.Element {
  const offered = choicesOf(shared.format, choices);
  return offered === undefined ? <TypedList {...shared} /> : <TickedList choices={offered} {...shared} />;
}

interface TickedProperties extends Properties {
  readonly choices: readonly string[];
}

/** A check box for each choice, and for each value that is not a choice. */
function TickedList({ format, choices, label, values, max, onValues }: TickedProperties): JSX.Element {
  const offered = [...new Set([...choices.map((choice) => valueOf(format, choice)), ...values])];
  const tick = (value: Value, ticked: boolean): void =>
    onValues(offered.filter((other) => (other === value ? ticked : values.includes(other))));
  return (
    <span class="list-input" role="group" aria-label={label}>
      {offered.map((value) => (
        <label class="check" key={String(value)}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            disabled={values.length >= max && !values.includes(value)}
            onChange={({ currentTarget }) => tick(value, currentTarget.checked)}
          />
          {String(value)}
        </label>
      ))}
    </span>
  );
}

/** Enter adds the value that was typed. */
function TypedList({ format, label, values, max, onValues }: Omit<Properties, 'choices'>): JSX.Element {
  const typed = useSignal<Value | undefined>(undefined);
  const add = (): void => {
    const value = typed.value;
    if (value === undefined) return;
    typed.value = undefined;
    if (!values.includes(value) && values.length < max) onValues([...values, value]);
  };
  const addOnEnter = (event: KeyboardEvent): void => {
    if (actionIn('text', event) !== 'submit') return;
    event.preventDefault();
    add();
  };
  return (
    <span class="list-input" onKeyDown={addOnEnter} onFocusOut={add}>
      {values.slice(0, shownValues).map((value) => (
        <span class="chip" key={value}>
          {String(value)}
          <button
            type="button"
            class="chip-button"
            aria-label={`Remove ${String(value)}`}
            onClick={() => onValues(values.filter((other) => other !== value))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {values.length > shownValues && <span class="muted">and {values.length - shownValues} more</span>}
      <ValueInput
        format={format}
        label={`${label}, add with Enter`}
        value={typed.value}
        placeholder="add, then Enter"
        onValue={(value) => (typed.value = value)}
      />
    </span>
  );
}
