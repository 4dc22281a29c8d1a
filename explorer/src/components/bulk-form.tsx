import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Attribute, Relationship, Resource } from '../model/api.ts';
import type { BulkChange } from '../model/bulk.ts';
import type { Link } from '../model/draft.ts';
import { bulkFieldsOf } from '../model/fields.ts';
import { valueOf } from '../model/kinds.ts';
import { changeSelected } from '../state/bulk.ts';
import { KindInput, unfinishedWords } from './kind-input.tsx';
import { LinkInput } from './link-input.tsx';

interface Properties {
  readonly resource: Resource;
}

/** Sets one attribute or one link of all selected resources. */
export function BulkForm({ resource }: Properties): JSX.Element {
  const fields = bulkFieldsOf(resource);
  const name = useSignal('');
  const field = fields.find((offered) => offered.name === name.value);
  const apply = (change: BulkChange): void => void changeSelected(resource, change);
  return (
    <div class="bulk-form">
      <select
        aria-label="What to change"
        value={name.value}
        onChange={({ currentTarget }) => (name.value = currentTarget.value)}
      >
        {name.value === '' && <option value="">choose a field…</option>}
        {fields.map((offered) => (
          <option value={offered.name}>{offered.name}</option>
        ))}
      </select>
      {field?.kind === 'relationship' && (
        <LinkForm key={field.name} resource={resource} relationship={field} apply={apply} />
      )}
      {field !== undefined && field.kind !== 'relationship' && (
        <ValueForm key={field.name} attribute={field} apply={apply} />
      )}
    </div>
  );
}

interface FormProperties {
  readonly apply: (change: BulkChange) => void;
}

function ValueForm({ attribute, apply }: FormProperties & { readonly attribute: Attribute }): JSX.Element {
  const typed = useSignal('');
  const unfinished = useSignal(false);
  const { name, format, values, nullable } = attribute;
  const set = (): void => {
    if (typed.value !== '') apply({ kind: 'set', attribute, value: valueOf(format, typed.value) });
  };
  return (
    <form
      class="bulk-value"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <KindInput
        format={format}
        choices={values}
        class="filter-value"
        aria-label={`New ${name}`}
        value={typed.value}
        empty="choose…"
        onTyped={(value, isUnfinished) => {
          typed.value = value;
          unfinished.value = isUnfinished;
        }}
      />
      <button type="submit" class="button small primary" disabled={typed.value === ''}>
        Set {name}
      </button>
      {nullable && (
        <button type="button" class="button small" onClick={() => apply({ kind: 'set', attribute, value: null })}>
          Unset {name}
        </button>
      )}
      {unfinished.value && (
        <span class="muted" role="status">
          {unfinishedWords(format)}
        </span>
      )}
    </form>
  );
}

interface LinkProperties extends FormProperties {
  readonly resource: Resource;
  readonly relationship: Relationship;
}

function LinkForm({ resource, relationship, apply }: LinkProperties): JSX.Element {
  const links = useSignal<readonly Link[]>([]);
  const { name } = relationship;
  const [to] = links.value;
  return (
    <div class="bulk-value">
      <LinkInput
        resource={resource}
        relationship={relationship}
        links={links.value}
        errors={[]}
        onLinks={(next) => (links.value = next)}
      />
      <button
        type="button"
        class="button small primary"
        disabled={to === undefined}
        onClick={() => apply({ kind: 'link', relationship, to })}
      >
        Set {name}
      </button>
      <button type="button" class="button small" onClick={() => apply({ kind: 'link', relationship, to: undefined })}>
        Unset {name}
      </button>
    </div>
  );
}
