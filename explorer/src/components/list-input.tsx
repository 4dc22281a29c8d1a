import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { isOfInputMethod } from '../model/input-method.ts';
import type { Value } from '../model/kinds.ts';
import { Icon } from './icon.tsx';
import { ValueInput } from './value-input.tsx';

const shownValues = 12;

interface Properties {
  readonly format: string;
  readonly label: string;
  readonly values: readonly Value[];
  readonly max: number;
  readonly onValues: (values: readonly Value[]) => void;
}

/** Several values: Enter adds the one that was typed. */
export function ListInput({ format, label, values, max, onValues }: Properties): JSX.Element {
  const typed = useSignal<Value | undefined>(undefined);
  const add = (): void => {
    const value = typed.value;
    if (value === undefined) return;
    typed.value = undefined;
    if (!values.includes(value) && values.length < max) onValues([...values, value]);
  };
  const addOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isOfInputMethod(event)) return;
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
