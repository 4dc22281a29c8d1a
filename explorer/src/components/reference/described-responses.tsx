import type { JSX } from 'preact';
import { items, member, text, type Json } from '../../model/json.ts';
import { exampleText, type DescribedContent, type DescribedResponse } from '../../model/reference.ts';
import { schemaParts } from '../../model/schemas.ts';
import { Fold } from './fold.tsx';
import { Prose } from './prose.tsx';
import { SchemaTree } from './schema-tree.tsx';

interface Properties {
  readonly document: Json;
  readonly responses: readonly DescribedResponse[];
}

/** The possible responses: successes first, errors on demand. */
export function DescribedResponses({ document, responses }: Properties): JSX.Element {
  const errors = responses.filter(({ status }) => Number(status) >= 400);
  const successes = responses.filter((response) => !errors.includes(response));
  return (
    <section aria-labelledby="responses-title">
      <h2 id="responses-title">Responses</h2>
      {successes.map(({ status, description, headers, contents }) => (
        <div key={status} class="described">
          <h3 class="good">{status}</h3>
          <Prose text={description} />
          {contents.map((content, index) => (
            <Fold
              key={content.mediaType}
              summary={<MediaType name={content.mediaType} />}
              startsOpen={index === 0}
              content={() => <Content document={document} content={content} />}
            />
          ))}
          {schemaParts(document, headers).length > 0 && (
            <Fold summary="Headers" content={() => <SchemaTree document={document} schema={headers} />} />
          )}
        </div>
      ))}
      {errors.length > 0 && (
        <Fold
          summary={`Errors: ${errors.map(({ status }) => status).join(', ')}`}
          content={() => <>{errors.map(ErrorCodes)}</>}
        />
      )}
    </section>
  );
}

/** The media type of a JSON:API 1.1 document has parameters. */
function MediaType({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      <code>{name}</code> {/;(?:ext|profile)=/u.test(name) && <span class="muted">JSON:API 1.1</span>}
    </>
  );
}

interface ContentProperties {
  readonly document: Json;
  readonly content: DescribedContent;
}

/** A body's examples and schema. */
export function Content({ document, content }: ContentProperties): JSX.Element {
  return (
    <>
      {content.examples.map(([name, value]) => (
        <pre key={name} tabIndex={0} aria-label="Example">
          {exampleText(value)}
        </pre>
      ))}
      <Fold summary="Schema" content={() => <SchemaTree document={document} schema={content.schema} />} />
    </>
  );
}

/** Error codes, each linked to its entry on the errors page. */
function ErrorCodes({ status, contents }: DescribedResponse): JSX.Element {
  return (
    <div key={status} class="described">
      <h3 class="bad">{status}</h3>
      {contents.at(-1)?.examples.map(([code, value]) => (
        <div key={code}>
          <a href={`errors#${code}`}>{code}</a> {text(member(items(member(value, 'errors'))[0], 'detail'))}
          <Fold summary="Example" content={() => <pre tabIndex={0}>{exampleText(value)}</pre>} />
        </div>
      ))}
    </div>
  );
}
