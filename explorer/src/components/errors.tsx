import type { JSX } from 'preact';
import type { ApiError } from '../model/documents.ts';

interface Properties {
  readonly id: string;
  readonly errors: readonly ApiError[];
  readonly also?: string | undefined;
}

/** The errors of one input, read out when they appear. */
export function Errors({ id, errors, also }: Properties): JSX.Element {
  return (
    <div class="errors" id={id} role="alert">
      {errors.map(({ detail, title }) => (
        <p>{detail === '' ? title : detail}</p>
      ))}
      {also !== undefined && <p>{also}</p>}
    </div>
  );
}
