import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { member, text, type Json } from '../../model/json.ts';
import type { DescribedOperation, DescribedParameter } from '../../model/reference.ts';
import { listedValues, resolved, typeText } from '../../model/schemas.ts';
import { parameterKey } from '../../model/tried-request.ts';
import { changeRequest, triedRequest } from '../../state/tried.ts';
import { Fold } from './fold.tsx';
import { Prose } from './prose.tsx';
import { Values } from './schema-tree.tsx';

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

interface Properties {
  readonly document: Json;
  readonly operation: DescribedOperation;
}

/** An operation's parameters in one location, each with an input for the request to try. */
export function ParameterFields({
  place,
  ...properties
}: Properties & { readonly place: keyof typeof PLACES }): JSX.Element | null {
  const parameters = properties.operation.parameters.filter((parameter) => parameter.place === place);
  if (parameters.length === 0) return null;
  const hasFilter = parameters.some(({ name }) => name === 'filter');
  const isSimple = ({ name }: DescribedParameter): boolean => hasFilter && name.startsWith('filter[');
  const simple = parameters.filter(isSimple);
  const inputs = (shown: readonly DescribedParameter[]): JSX.Element => (
    <>
      {shown.map((parameter) => (
        <Parameter key={parameter.name} {...properties} parameter={parameter} />
      ))}
    </>
  );
  return (
    <fieldset>
      <legend>{PLACES[place]}</legend>
      {hasFilter && <a href="query">The query language</a>}
      {inputs(parameters.filter((parameter) => !isSimple(parameter)))}
      {simple.length > 0 && <Fold summary={`${simple.length} simple filters`} content={() => inputs(simple)} />}
    </fieldset>
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
      <div class="bar">
        <label for={id}>
          <code>{name}</code> <span class="muted">{typeText(document, schema)}</span>
          {isRequired && <span class="bad"> required</span>}
        </label>
        {(value ?? '') === '' && mayBeEmpty(document, parameter) && (
          <label class="check">
            <input
              type="checkbox"
              aria-label={`Send ${name} empty`}
              checked={value === ''}
              onInput={({ currentTarget }) => change(currentTarget.checked ? '' : undefined)}
            />
            Send empty
          </label>
        )}
      </div>
      {choices.length === 0 ? (
        <input {...shared} placeholder={parameter.example} autocomplete="off" />
      ) : (
        <select {...shared}>
          {['', ...choices].map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      <div id={`${id}-about`}>
        <Prose text={description} />
      </div>
      {choices.length === 0 && <Values values={listedValues(document, schema)} />}
    </div>
  );
}

/** The allowed values, if exactly one of them is sent. */
function choicesFor(document: Json, schema: Json): readonly string[] {
  const type = text(member(resolved(document, schema), 'type'));
  if (type === 'boolean') return ['true', 'false'];
  return type === 'array' ? [] : listedValues(document, schema);
}

/** True if an empty value has a meaning: no fields, or the first page by cursor. */
function mayBeEmpty(document: Json, { name, schema }: DescribedParameter): boolean {
  const pattern = text(member(resolved(document, schema), 'pattern'));
  return name.startsWith('fields[') || (pattern !== undefined && new RegExp(pattern, 'u').test(''));
}
