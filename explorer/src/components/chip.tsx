import type { JSX } from 'preact';
import { keyOf, type Identifier, type Included, type Row } from '../model/documents.ts';
import { labelOf, resourceOf } from '../model/fields.ts';
import { api } from '../state/api.ts';
import { Link } from './link.tsx';

/** The name shown for a related resource: its label if it is included, else its number. */
export function nameOf(identifier: Identifier, included: Included): string {
  const row = included.get(keyOf(identifier));
  return (row === undefined ? undefined : labelIn(row)) ?? `#${identifier.id}`;
}

/** The same for a resource whose attributes are loaded. */
export function nameOfRow(row: Row): string {
  return labelIn(row) ?? `#${row.id}`;
}

/** The label of a resource; undefined if it has none. */
export function labelIn(row: Row): string | undefined {
  const resource = resourceOf(api.value, row.type);
  const attribute = resource === undefined ? undefined : labelOf(resource);
  const label = attribute === undefined ? undefined : row.attributes[attribute.name];
  return typeof label === 'string' && label !== '' ? label : undefined;
}

interface Properties {
  readonly to: Identifier;
  readonly included: Included;
}

/** A related resource as a link that opens it. */
export function Chip({ to, included }: Properties): JSX.Element {
  const name = nameOf(to, included);
  const label = resourceOf(api.value, to.type)?.label ?? to.type;
  return (
    <Link class="chip" to={{ open: { type: to.type, id: to.id } }} title={`${label} ${to.id}: ${name}`}>
      {name}
    </Link>
  );
}
