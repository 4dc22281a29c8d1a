import type { AriaAttributes, JSX } from 'preact';

type Control = HTMLInputElement | HTMLSelectElement;

interface Properties extends AriaAttributes {
  readonly format: string;
  readonly class: string;
  readonly id?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly value: string;
  /** What the empty choice means, where values are chosen; undefined: it is not offered. */
  readonly empty: string | undefined;
  readonly placeholder?: string | undefined;
  readonly onInput: (event: { readonly currentTarget: Control }) => void;
}

/** The input for values of a kind. It holds text, whatever the value is. */
export function KindInput({ format, empty, placeholder, ...shared }: Properties): JSX.Element {
  switch (format) {
    case 'date':
      return <input type="date" max="9999-12-31" {...shared} />;
    case 'timestamp':
      return <input type="datetime-local" max="9999-12-31T23:59:59.999" step="1" {...shared} />;
    case 'integer':
      return <input type="number" placeholder={placeholder} {...shared} />;
    case 'boolean':
      return (
        <select {...shared}>
          {empty !== undefined && <option value="">{empty}</option>}
          <option>true</option>
          <option>false</option>
        </select>
      );
    case 'identifier':
      return <input type="text" inputMode="numeric" placeholder={placeholder} {...shared} />;
    case 'email':
      return <input type="text" inputMode="email" placeholder={placeholder} {...shared} />;
    default:
      return <input type="text" placeholder={placeholder} {...shared} />;
  }
}
