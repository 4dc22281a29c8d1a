import type { JSX } from 'preact';
import type { Api, Resource } from '../model/api.ts';
import { withOperator, withPath } from '../model/condition-changes.ts';
import { follow } from '../model/fields.ts';
import { filterRoutes, ownerOf } from '../model/filter-routes.ts';
import { emptyOperand, type Condition as Conditional } from '../model/filter-tree.ts';
import { offered } from '../model/text-ways.ts';
import { OperandInput, type GroupComponent } from './operand-input.tsx';
import { Icon } from './icon.tsx';
import { operatorHint, operatorWords } from './operator-words.ts';

interface Properties {
  readonly api: Api;
  readonly resource: Resource;
  readonly condition: Conditional;
  readonly group: GroupComponent;
  readonly onChange: (condition: Conditional | undefined) => void;
}

/** A field, an operator and an operand. */
export function Condition({ api, resource, condition, group, onChange }: Properties): JSX.Element {
  const { path, op, operand } = condition;
  const field = follow(api, resource, path);
  const operators = offered(field?.operators ?? []);
  const name = `of ${path}`;
  const hint = operatorHint(op);
  return (
    <div
      class={operand.kind === 'filter' ? 'condition related' : 'condition'}
      role="group"
      aria-label={`Condition ${name}`}
    >
      <FieldSelect
        api={api}
        resource={resource}
        path={path}
        onPath={(next) => onChange(withPath(api, resource, condition, next))}
      />
      <select
        class="filter-operator"
        aria-label={`Operator ${name}`}
        value={op}
        onChange={({ currentTarget }) => onChange(withOperator(api, condition, currentTarget.value))}
      >
        {[...new Set([...operators, op])].map((choice) => (
          <option value={choice}>{operatorWords(choice)}</option>
        ))}
      </select>
      <OperandInput
        api={api}
        owner={ownerOf(api, resource, path)}
        field={field}
        operator={api.operators.get(op)}
        op={op}
        operand={operand}
        path={path}
        group={group}
        onOperand={(next) => onChange({ ...condition, operand: next ?? emptyOperand(api.operators.get(op)) })}
      />
      {hint !== undefined && <span class="muted">{hint}</span>}
      <button
        type="button"
        class="button icon-button quiet"
        aria-label={`Remove condition ${name}`}
        onClick={() => onChange(undefined)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface FieldProperties {
  readonly api: Api;
  readonly resource: Resource;
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** The fields of the resource and of its related resources. */
function FieldSelect({ api, resource, path, onPath }: FieldProperties): JSX.Element {
  const own = filterable(resource, '');
  const related = filterRoutes(api, resource, path).map((route) => {
    return { name: inWords(route.path), paths: filterable(route.resource, `${route.path}__`) };
  });
  const isOffered = [own, ...related.map(({ paths }) => paths)].some((paths) => paths.includes(path));
  return (
    <select
      class="filter-field"
      aria-label="Field"
      value={path}
      onChange={({ currentTarget }) => onPath(currentTarget.value)}
    >
      {!isOffered && <option value={path}>{path}</option>}
      <optgroup label={resource.label}>
        {own.map((choice) => (
          <option value={choice}>{choice}</option>
        ))}
      </optgroup>
      {related.map(({ name, paths }) => (
        <optgroup label={`Through ${name}`}>
          {paths.map((choice) => (
            <option value={choice}>{inWords(choice)}</option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

function inWords(path: string): string {
  return path.replaceAll('__', ' › ');
}

function filterable(resource: Resource, prefix: string): readonly string[] {
  return resource.fields.flatMap(({ name, operators }) => (operators.length > 0 ? [prefix + name] : []));
}
