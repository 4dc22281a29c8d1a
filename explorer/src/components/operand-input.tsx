import type { JSX } from 'preact';
import type { Api, Field, Operator, Resource } from '../model/api.ts';
import { attributesOf, resourceOf } from '../model/fields.ts';
import type { Group, Operand } from '../model/filter-tree.ts';
import { ListInput } from './list-input.tsx';
import { ValueInput } from './value-input.tsx';

/** Shows the conditions that related resources have to meet. */
export type GroupComponent = (properties: {
  readonly api: Api;
  readonly resource: Resource;
  readonly group: Group;
  readonly label: string;
  readonly onChange: (group: Group | undefined) => void;
}) => JSX.Element;

interface Properties {
  readonly api: Api;
  /** The resource whose field it is. */
  readonly owner: Resource | undefined;
  readonly field: Field | undefined;
  readonly operator: Operator | undefined;
  /** The name of the operator. */
  readonly op: string;
  readonly operand: Operand;
  readonly path: string;
  readonly group: GroupComponent;
  /** Called with undefined for an empty operand. */
  readonly onOperand: (operand: Operand | undefined) => void;
}

/** The input for an operand, in the form that the operator takes. */
export function OperandInput(properties: Properties): JSX.Element {
  const { operator, operand } = properties;
  const choices = operator?.null === true || operator?.fields === true || isSpecial(operand);
  return (
    <>
      {choices && <KindSelect {...properties} />}
      <Input {...properties} />
    </>
  );
}

function isSpecial({ kind }: Operand): boolean {
  return kind === 'unset' || kind === 'field';
}

/** Chooses between a value, nothing and another field. */
function KindSelect({ operator, operand, path, onOperand, field }: Properties): JSX.Element {
  const kind = isSpecial(operand) ? operand.kind : 'value';
  const choose = (chosen: string): void => {
    if (chosen === 'unset') onOperand({ kind: 'unset' });
    else if (chosen === 'field') onOperand({ kind: 'field', field: undefined });
    else onOperand(undefined);
  };
  const related = field?.kind === 'relationship';
  return (
    <select
      class="filter-kind"
      aria-label={`Compare ${path} with`}
      value={kind}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="value">{related ? 'the id' : 'the value'}</option>
      {(operator?.null === true || kind === 'unset') && <option value="unset">{related ? 'nothing' : 'unset'}</option>}
      {((operator?.fields === true && !related) || kind === 'field') && <option value="field">the field</option>}
    </select>
  );
}

function Input({
  api,
  owner,
  field,
  op,
  operand,
  path,
  group: FilterGroup,
  onOperand,
}: Properties): JSX.Element | null {
  const format = field?.kind === 'relationship' ? 'identifier' : (field?.format ?? 'text');
  const choices = field?.kind === 'attribute' ? field.values : undefined;
  const label = `Value of ${path}`;
  switch (operand.kind) {
    case 'unset':
      return null;
    case 'value':
      return (
        <ValueInput
          format={format}
          choices={choices}
          label={label}
          value={operand.value}
          onValue={(value) => onOperand({ kind: 'value', value })}
        />
      );
    case 'field':
      return (
        <select
          class="filter-value"
          aria-label={`Other field of ${path}`}
          value={operand.field ?? ''}
          onChange={({ currentTarget }) => onOperand({ kind: 'field', field: currentTarget.value })}
        >
          {operand.field === undefined && <option value="">choose…</option>}
          {comparable(owner, field, op, operand.field).map((name) => (
            <option value={name}>{name}</option>
          ))}
        </select>
      );
    case 'range': {
      const { low, high } = operand;
      return (
        <span class="range">
          <ValueInput
            format={format}
            choices={choices}
            label={`Lowest ${path}`}
            value={low}
            onValue={(value) => onOperand({ ...operand, low: value })}
          />
          <span>and</span>
          <ValueInput
            format={format}
            choices={choices}
            label={`Highest ${path}`}
            value={high}
            onValue={(value) => onOperand({ ...operand, high: value })}
          />
        </span>
      );
    }
    case 'list':
      return (
        <ListInput
          format={format}
          choices={choices}
          label={label}
          values={operand.values}
          max={api.limits.maxListValues}
          onValues={(values) => onOperand({ kind: 'list', values })}
        />
      );
    case 'filter': {
      const related = field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
      return related === undefined ? null : (
        <FilterGroup
          api={api}
          resource={related}
          group={operand.group}
          label={`Conditions of ${path}`}
          onChange={(group) => onOperand(group === undefined ? undefined : { kind: 'filter', group })}
        />
      );
    }
  }
}

/** The other attributes that have the operator, and the one already chosen. */
function comparable(
  owner: Resource | undefined,
  field: Field | undefined,
  op: string,
  chosen: string | undefined,
): readonly string[] {
  const others = (owner === undefined ? [] : attributesOf(owner)).filter(
    ({ name, operators }) => name !== field?.name && operators.includes(op),
  );
  return [...new Set([...others.map(({ name }) => name), ...(chosen === undefined ? [] : [chosen])])];
}
