import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Json } from '../../model/json.ts';
import { hashOf, type LinkedOperation } from '../../model/reference.ts';
import { acceptableTypes, howToRead, requestOf } from '../../model/tried-request.ts';
import { replaceHash } from '../../state/reference.ts';
import { urlOf } from '../../state/send.ts';
import { changeRequest, forgetResponse, triedRequest, tryRequest } from '../../state/tried.ts';
import { Content, DescribedResponses } from './described-responses.tsx';
import { MethodName } from './operation-navigation.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { Prose } from './prose.tsx';
import { RequestCode } from './request-code.tsx';
import { ResponseView } from './response-view.tsx';

interface Properties {
  readonly document: Json;
  readonly linked: LinkedOperation;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** One operation: its description, a request to try, its response, and the possible responses. */
export function OperationPage({ document, linked }: Properties): JSX.Element {
  const { operation, method } = linked;
  const tried = triedRequest(operation);
  const request = requestOf(linked, tried, urlOf);
  useEffect(() => forgetResponse, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    void tryRequest(request);
  };
  const press = (event: KeyboardEvent): void => {
    // Only the button sends a write.
    const isSent = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (isSent && !READING.has(method.name)) event.preventDefault();
  };
  return (
    <form onSubmit={submit} onKeyDown={press}>
      <a class="all-operations" href="#/">
        All operations
      </a>
      <h1>{operation.summary}</h1>
      <p class="operation-path">
        <MethodName name={method.name} /> <code>{operation.path}</code>
      </p>
      <Prose text={operation.description} />
      <div class="columns">
        <div class="trial">
          <Choices linked={linked} />
          <RequestCode request={request} reading={howToRead(linked, tried)} />
          <button type="submit" class="button primary">
            Send
          </button>
          <ResponseView request={request} />
        </div>
        <div>
          <ParameterFields place="path" document={document} operation={operation} />
          <Body document={document} linked={linked} />
          <ParameterFields place="query" document={document} operation={operation} />
          <ParameterFields place="header" document={document} operation={operation} />
          <DescribedResponses document={document} responses={operation.responses} />
        </div>
      </div>
    </form>
  );
}

/** Chooses among equivalent methods and among the response's media types. */
function Choices({ linked: { operation, method } }: Pick<Properties, 'linked'>): JSX.Element {
  const { methods } = operation;
  const types = acceptableTypes(operation);
  const chooseMethod = (name: string): void =>
    replaceHash(
      hashOf(
        operation,
        methods.find((each) => each.name === name),
      ),
    );
  return (
    <div class="bar">
      {methods.length > 1 && (
        <label>
          Method{' '}
          <select value={method.name} onInput={({ currentTarget }) => chooseMethod(currentTarget.value)}>
            {methods.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {types.length > 1 && (
        <label>
          Accept{' '}
          <select
            value={triedRequest(operation).accept}
            onInput={({ currentTarget }) => changeRequest(operation, { accept: currentTarget.value })}
          >
            <option value="">Default</option>
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
      )}
      {method.name === 'HEAD' && <p>HEAD returns the same headers as GET, without a body.</p>}
      {method.formType !== undefined && <p>QUERY returns the same as GET but takes the query string in the body.</p>}
    </div>
  );
}

function Body({ document, linked: { operation } }: Properties): JSX.Element | null {
  const { body: text } = triedRequest(operation);
  const content = operation.body;
  if (content === undefined) return null;
  return (
    <fieldset>
      <legend>Body</legend>
      <label for="body">
        <code>{content.mediaType}</code>
      </label>
      <textarea
        id="body"
        rows={Math.min(text.split('\n').length + 1, 24)}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => changeRequest(operation, { body: currentTarget.value })}
      />
      <Content document={document} content={{ ...content, examples: [] }} />
    </fieldset>
  );
}
