import type { JSX } from 'preact';
import type { Api, Resource } from '../model/api.ts';
import { newCondition, newGroup, type FilterNode, type Group } from '../model/filter-tree.ts';
import { Condition } from './condition.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly api: Api;
  readonly resource: Resource;
  readonly group: Group;
  readonly label: string;
  /** Called with undefined to remove the group. */
  readonly onChange: (group: Group | undefined) => void;
  readonly removable?: boolean;
}

const joins = [
  { words: 'all of', join: 'and', negated: false },
  { words: 'any of', join: 'or', negated: false },
  { words: 'not all of', join: 'and', negated: true },
  { words: 'none of', join: 'or', negated: true },
] as const;

/** Conditions and nested groups, of which all, any, not all or none must hold. */
export function FilterGroup({ api, resource, group, label, onChange, removable }: Properties): JSX.Element {
  const { members } = group;
  const add = (node: FilterNode | undefined): void => {
    if (node !== undefined) onChange({ ...group, members: [...members, node] });
  };
  const replace = (before: FilterNode, after: FilterNode | undefined): void => {
    onChange({ ...group, members: members.flatMap((node) => (node === before ? (after ?? []) : node)) });
  };
  const addGroup = (): void => {
    const condition = newCondition(api, resource);
    const join = group.join === 'and' ? 'or' : 'and';
    add(newGroup(condition === undefined ? [] : [condition], join));
  };
  const joined = joins.findIndex(({ join, negated }) => join === group.join && negated === group.negated);
  return (
    <div class="filter-group" role="group" aria-label={label}>
      <div class="filter-head">
        <label>
          <select
            aria-label={`${label}: how they are combined`}
            value={joined}
            onChange={({ currentTarget }) => {
              const { join, negated } = joins[Number(currentTarget.value)] ?? joins[0];
              onChange({ ...group, join, negated });
            }}
          >
            {joins.map(({ words }, index) => (
              <option value={index}>{words}</option>
            ))}
          </select>
        </label>
        <span class="muted">{members.length === 0 ? 'no conditions yet' : 'these hold'}</span>
        {removable === true && (
          <button
            type="button"
            class="button icon-button quiet"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange(undefined)}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {members.map((node) => (
        <Node key={node.key} api={api} resource={resource} node={node} onChange={(after) => replace(node, after)} />
      ))}
      <div class="filter-add">
        <button type="button" class="button small" onClick={() => add(newCondition(api, resource))}>
          <Icon name="plus" />
          Condition
        </button>
        <button type="button" class="button small" onClick={addGroup}>
          <Icon name="plus" />
          Group
        </button>
      </div>
    </div>
  );
}

interface NodeProperties {
  readonly api: Api;
  readonly resource: Resource;
  readonly node: FilterNode;
  readonly onChange: (node: FilterNode | undefined) => void;
}

function Node({ api, resource, node, onChange }: NodeProperties): JSX.Element {
  switch (node.kind) {
    case 'condition':
      return <Condition api={api} resource={resource} condition={node} group={FilterGroup} onChange={onChange} />;
    case 'group':
      return <FilterGroup api={api} resource={resource} group={node} label="Group" onChange={onChange} removable />;
    case 'raw':
      return (
        <div class="condition">
          <code>{JSON.stringify(node.json)}</code>
          <button
            type="button"
            class="button icon-button quiet"
            aria-label="Remove this condition"
            onClick={() => onChange(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      );
  }
}
