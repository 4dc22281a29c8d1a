import type { JSX } from 'preact';
import type { Field } from '../model/api.ts';
import type { Included, Row } from '../model/documents.ts';
import type { Json } from '../model/json.ts';
import { Chip } from './chip.tsx';
import { Link } from './link.tsx';

const shownChips = 3;

interface Properties {
  readonly field: Field;
  readonly row: Row;
  readonly included: Included;
}

/** A table cell for one field. */
export function Cell({ field, row, included }: Properties): JSX.Element {
  if (field.kind === 'relationship') return <Linkage name={field.name} row={row} included={included} />;
  return <Value value={row.attributes[field.name]} />;
}

/** The value of an attribute as text. */
export function Value({ value }: { readonly value: Json | undefined }): JSX.Element {
  if (value === undefined || value === null) return <span class="unset">unset</span>;
  return <span>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}

function Linkage({ name, row, included }: Omit<Properties, 'field'> & { readonly name: string }): JSX.Element {
  const identifiers = row.linkage[name] ?? [];
  const hidden = identifiers.length - shownChips;
  if (identifiers.length === 0) return <span class="unset">none</span>;
  return (
    <span class="chips">
      {identifiers.slice(0, shownChips).map((identifier) => (
        <Chip key={identifier.id} to={identifier} included={included} />
      ))}
      {hidden > 0 && (
        <Link
          class="chip more"
          to={{ open: { type: row.type, id: row.id } }}
          label={`${hidden} more ${name} of ${row.id}`}
        >
          +{hidden}
        </Link>
      )}
    </span>
  );
}
