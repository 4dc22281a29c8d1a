import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Relationship as Related, Resource } from '../model/api.ts';
import type { Identifier, Included, Row } from '../model/documents.ts';
import type { Link as Linked } from '../model/draft.ts';
import type { LinkChange, Move } from '../model/link-change.ts';
import { relationshipsOf, resourceOf } from '../model/fields.ts';
import { exclusiveBack, inverseOf } from '../model/inverse.ts';
import { mayDo } from '../model/permitted.ts';
import { emptyQuestion } from '../model/question.ts';
import { api } from '../state/api.ts';
import type { Failure } from '../state/send.ts';
import { createLinked } from '../state/create-linked.ts';
import { changeLinkage } from '../state/writes.ts';
import { Chip, nameOf, nameOfRow } from './chip.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useHeldLinks } from './held-links.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Picker } from './picker.tsx';

const shownAtFirst = 50;

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly included: Included;
}

/** Everything a resource is linked to. Changes are made at once, not with the form. */
export function Relationships({ resource, row, included }: Properties): JSX.Element {
  return (
    <div class="relationships">
      {relationshipsOf(resource).map((relationship) => (
        <Relationship
          key={relationship.name}
          resource={resource}
          row={row}
          included={included}
          relationship={relationship}
        />
      ))}
    </div>
  );
}

function Relationship({
  resource,
  row,
  included,
  relationship,
}: Properties & { readonly relationship: Related }): JSX.Element {
  const attempt = useSignal<(() => Promise<Failure | undefined>) | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const all = useSignal(false);
  const { name } = relationship;
  const mayChange = mayDo(resource, 'update', name);
  const linked = row.linkage[name] ?? [];
  const shown = all.value ? linked : linked.slice(0, shownAtFirst);
  const named = (to: Identifier): Linked => ({ ...to, label: nameOf(to, included) });
  const change = (kind: LinkChange['kind'], to: Linked): Promise<Failure | undefined> => {
    const [before] = relationship.cardinality === 'one' ? linked.map(named) : [];
    const label = nameOfRow(row);
    const move = moveOf(relationship, to);
    return run(() => changeLinkage({ kind, resource, id: row.id, label, relationship, to, before, move }));
  };
  const run = async (action: () => Promise<Failure | undefined>): Promise<Failure | undefined> => {
    attempt.value = action;
    failure.value = await action();
    return failure.value;
  };
  const retry = (): void => {
    if (attempt.value !== undefined) void run(attempt.value);
  };
  return (
    <section class="relationship" aria-label={name}>
      <h3>
        {name}
        {relationship.cardinality === 'many' && <span class="muted"> {linked.length}</span>}
        {relationship.cardinality === 'many' && <Beyond row={row} relationship={relationship} />}
      </h3>
      {failure.value !== undefined && (
        <FailureMessage failure={failure.value} what={`${name} was not changed`} retry={retry} />
      )}
      <LinkedList
        links={shown.map(named)}
        included={included}
        unlink={mayChange ? (to) => change('unlink', to) : undefined}
      />
      {linked.length > shown.length && (
        <button type="button" class="button small" onClick={() => (all.value = true)}>
          Show all {linked.length}
        </button>
      )}
      {mayChange && (
        <Picker
          resource={resource}
          relationship={relationship}
          of={row.id}
          linked={linked}
          onPick={(to) => void change('link', to)}
        />
      )}
    </section>
  );
}

interface LinkedListProperties {
  readonly links: readonly Linked[];
  readonly included: Included;
  /** Undefined: the links may not be changed. */
  readonly unlink: ((to: Linked) => Promise<Failure | undefined>) | undefined;
}

function LinkedList({ links, included, unlink }: LinkedListProperties): JSX.Element {
  const { place, links: shown, isGone, take, restore } = useHeldLinks(links);
  const takeAway = async (link: Linked): Promise<void> => {
    if (unlink === undefined || isGone(link)) return;
    take(link);
    if ((await unlink(link)) !== undefined) restore(link);
  };
  return (
    <>
      <ul class="chips" ref={place}>
        {shown.map((link) => (
          <li class="linked" key={link.id}>
            {isGone(link) ? <span class="chip gone">{link.label}</span> : <Chip to={link} included={included} />}
            {unlink !== undefined && (
              <button
                type="button"
                class="chip-button"
                aria-label={`${isGone(link) ? 'Unlinked' : 'Unlink'} ${link.label}`}
                aria-disabled={isGone(link)}
                title="Unlink"
                onClick={() => void takeAway(link)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {links.length === 0 && <p class="unset">none</p>}
    </>
  );
}

function moveOf(relationship: Related, { from }: Linked): Move | undefined {
  const related = resourceOf(api.value, relationship.to);
  const back = exclusiveBack(api.value, relationship);
  return from === undefined || related === undefined || back === undefined ? undefined : { related, back, from };
}

interface BeyondProperties {
  readonly row: Row;
  readonly relationship: Related;
}

/** Links to the list of the related resources and to the form for a new one, if the other side allows these. */
function Beyond({ row, relationship }: BeyondProperties): JSX.Element | null {
  const { name, to } = relationship;
  const related = resourceOf(api.value, to);
  const back = inverseOf(api.value, relationship);
  if (related === undefined || back === undefined) return null;
  const filter = [{ name: back.name, op: 'eq', val: row.id }];
  const fresh = `New ${related.label.toLowerCase()}`;
  const holder = { type: row.type, id: row.id, label: nameOfRow(row) };
  return (
    <span class="beyond">
      {back.operators.includes('eq') && (
        <Link class="related-list" to={{ ...emptyQuestion(to), filter }} label={`Show ${name} as a list`}>
          as a list
        </Link>
      )}
      {mayDo(related, 'create', back.name) && (
        <button
          type="button"
          class="button small"
          aria-label={`${fresh} in ${name}`}
          onClick={() => void createLinked(related, back.name, holder)}
        >
          <Icon name="plus" />
          {fresh}
        </button>
      )}
    </span>
  );
}
