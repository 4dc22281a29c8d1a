import type { JSX } from 'preact';

interface Properties {
  readonly format: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onValue: (value: string | undefined) => void;
  readonly placeholder?: string | undefined;
}

/** The input for a value in a filter, by the format of the field. An emptied one has no value. */
export function ValueInput({ format, label, value, onValue, placeholder }: Properties): JSX.Element {
  const shared = {
    'aria-label': label,
    class: 'filter-value',
    value: value ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
      onValue(currentTarget.value === '' ? undefined : currentTarget.value);
    },
  };
  switch (format) {
    case 'date':
      return <input type="date" max="9999-12-31" {...shared} />;
    case 'identifier':
      return <input type="text" inputMode="numeric" placeholder={placeholder ?? 'id'} {...shared} />;
    default:
      return <input type="text" placeholder={placeholder ?? 'value'} {...shared} />;
  }
}
