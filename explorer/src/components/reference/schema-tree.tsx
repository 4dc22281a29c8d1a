import type { JSX } from 'preact';
import { member, text, type Json } from '../../model/json.ts';
import { listedValues, schemaParts, resolved, typeText, type SchemaPart } from '../../model/schemas.ts';
import { Fold } from './fold.tsx';
import { Prose } from './prose.tsx';

interface Properties {
  readonly document: Json;
  readonly schema: Json;
}

/** The members of a schema, each expanded on demand. */
export function SchemaTree({ document, schema }: Properties): JSX.Element {
  const parts = schemaParts(document, schema);
  if (parts.length === 0) return <p class="muted">{typeText(document, schema)}</p>;
  return (
    <ul class="schema">
      {parts.map((part) => (
        <Part key={part.name} document={document} {...part} />
      ))}
    </ul>
  );
}

function Part({ document, name, isOptional, schema }: Pick<Properties, 'document'> & SchemaPart): JSX.Element {
  const title = (
    <>
      <code>{name}</code>{' '}
      <span class="muted">
        {typeText(document, schema)}
        {isOptional && ', optional'}
      </span>
    </>
  );
  const isLeaf = schemaParts(document, schema).length === 0;
  return (
    <li>
      {isLeaf ? title : <Fold summary={title} content={() => <SchemaTree document={document} schema={schema} />} />}
      <Prose text={text(member(resolved(document, schema), 'description')) ?? ''} />
      <Values values={listedValues(document, schema)} />
    </li>
  );
}

/** The allowed values. */
export function Values({ values }: { readonly values: readonly string[] }): JSX.Element | null {
  const list = (): JSX.Element => <Prose text={values.map((value) => `\`${value}\``).join(', ')} />;
  return values.length <= mostInView ? list() : <Fold summary={`${values.length} values`} content={list} />;
}

const mostInView = 6;
