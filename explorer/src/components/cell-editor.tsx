import type { JSX } from 'preact';
import type { Field, Resource } from '../model/api.ts';
import type { Included, Row } from '../model/documents.ts';
import { CellLink } from './cell-link.tsx';
import { CellValue } from './cell-value.tsx';

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly field: Field;
  readonly included: Included;
}

/** A list cell in edit mode. */
export function CellEditor({ field, included, ...rest }: Properties): JSX.Element {
  if (field.kind === 'relationship') return <CellLink relationship={field} included={included} {...rest} />;
  return <CellValue attribute={field} {...rest} />;
}
