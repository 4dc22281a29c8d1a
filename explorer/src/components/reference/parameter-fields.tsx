import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { member, text, type Json } from '../../model/json.ts';
import type { DescribedOperation, DescribedParameter } from '../../model/reference.ts';
import { listedValues, resolved, typeText } from '../../model/schemas.ts';
import { parameterKey } from '../../model/tried-request.ts';
import { changeRequest, triedRequest } from '../../state/tried.ts';
import { Prose } from './prose.tsx';
import { Values } from './schema-tree.tsx';

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

interface Properties {
  readonly document: Json;
  readonly operation: DescribedOperation;
}

/** The parameters of an operation by place, each with an input for the request to try. */
export function ParameterFields({ document, operation }: Properties): JSX.Element {
  const byPlace = Map.groupBy(operation.parameters, ({ place }) => place);
  return (
    <>
      {[...byPlace].map(([place, parameters]) => (
        <fieldset key={place}>
          <legend>{PLACES[place]}</legend>
          {parameters.some(({ name }) => name === 'filter') && <a href="query">The query language</a>}
          {parameters.map((parameter) => (
            <Parameter key={parameter.name} document={document} operation={operation} parameter={parameter} />
          ))}
        </fieldset>
      ))}
    </>
  );
}

interface ParameterProperties extends Properties {
  readonly parameter: DescribedParameter;
}

function Parameter({ document, operation, parameter }: ParameterProperties): JSX.Element {
  const id = useId();
  const { name, isRequired, description, schema } = parameter;
  const { [parameterKey(parameter)]: value, ...others } = triedRequest(operation).typed;
  const change = (next: string | undefined): void => {
    changeRequest(operation, { typed: next === undefined ? others : { ...others, [parameterKey(parameter)]: next } });
  };
  const shared = {
    ...{ id, name, value: value ?? '', required: isRequired, 'aria-describedby': `${id}-about` },
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      change(event.currentTarget.value === '' ? undefined : event.currentTarget.value),
  };
  const choices = choicesFor(document, schema);
  return (
    <div class="parameter">
      <label for={id}>
        <code>{name}</code> <span class="muted">{typeText(document, schema)}</span>
        {isRequired && <span class="bad"> required</span>}
      </label>
      {choices.length === 0 ? (
        <input {...shared} placeholder={parameter.example} autocomplete="off" />
      ) : (
        <select {...shared}>
          {['', ...choices].map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {(value ?? '') === '' && mayBeEmpty(document, parameter) && (
        <label class="check">
          <input
            type="checkbox"
            checked={value === ''}
            onInput={({ currentTarget }) => change(currentTarget.checked ? '' : undefined)}
          />
          Send {name} empty
        </label>
      )}
      <div id={`${id}-about`}>
        <Prose text={description} />
      </div>
      {choices.length === 0 && <Values values={listedValues(document, schema)} />}
    </div>
  );
}

/** The only values, if one of them is sent. */
function choicesFor(document: Json, schema: Json): readonly string[] {
  const type = text(member(resolved(document, schema), 'type'));
  if (type === 'boolean') return ['true', 'false'];
  return type === 'array' ? [] : listedValues(document, schema);
}

/** True if an empty value says something: no fields, or the first page by cursor. */
function mayBeEmpty(document: Json, { place, schema }: DescribedParameter): boolean {
  const json = resolved(document, schema);
  const pattern = text(member(json, 'pattern'));
  const isList = text(member(json, 'type')) === 'array';
  return place === 'query' && (isList || (pattern !== undefined && new RegExp(pattern).test('')));
}
