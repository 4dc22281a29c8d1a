import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Relationship as Related, Resource } from '../model/api.ts';
import type { Identifier, Included, Row } from '../model/documents.ts';
import type { Link as Linked } from '../model/draft.ts';
import { moveOf, type LinkChange } from '../model/link-change.ts';
import { relationshipsOf, resourceOf } from '../model/fields.ts';
import { inverseOf } from '../model/inverse.ts';
import { countOf, membersOf } from '../model/members.ts';
import { mayDo } from '../model/permitted.ts';
import { emptyQuestion } from '../model/question.ts';
import { api } from '../state/api.ts';
import type { Failure } from '../state/send.ts';
import { createLinked } from '../state/create-linked.ts';
import { showMore } from '../state/show-more.ts';
import { changeLinkage } from '../state/writes.ts';
import { Chip, nameOf, nameOfRow } from './chip.tsx';
import { FailureMessage } from './failure-message.tsx';
import type { FailedAttempt } from './form-failure.tsx';
import { useHeldLinks } from './held-links.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Picker } from './picker.tsx';

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly included: Included;
}

/** The links of a resource. Changes are sent at once, not with the form. */
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
  const failed = useSignal<FailedAttempt | undefined>(undefined);
  const { name } = relationship;
  const mayChange = mayDo(resource, 'update', name);
  const linked = membersOf(row, name);
  const named = (to: Identifier): Linked => ({ ...to, label: nameOf(to, included) });
  const change = (kind: LinkChange['kind'], to: Linked): Promise<Failure | undefined> => {
    const [before] = relationship.cardinality === 'one' ? linked.map(named) : [];
    const label = nameOfRow(row);
    const move = moveOf(api.value, relationship, to);
    const link = { kind, resource, id: row.id, label, relationship, to, before, move };
    return run(`${name} was not changed`, () => changeLinkage(link));
  };
  const run = async (what: string, action: () => Promise<Failure | undefined>): Promise<Failure | undefined> => {
    const failure = await action();
    failed.value = failure === undefined ? undefined : { of: failure, what, retry: () => void run(what, action) };
    return failure;
  };
  return (
    <section class="relationship" aria-label={name}>
      <h3>
        {name}
        {relationship.cardinality === 'many' && <span class="muted"> {countOf(row, name).toLocaleString('en')}</span>}
        {relationship.cardinality === 'many' && <Beyond row={row} relationship={relationship} />}
      </h3>
      {failed.value !== undefined && (
        <FailureMessage failure={failed.value.of} what={failed.value.what} retry={failed.value.retry} />
      )}
      <LinkedList
        links={linked.map(named)}
        included={included}
        unlink={mayChange ? (to) => change('unlink', to) : undefined}
      />
      {row.rest[name] !== undefined && (
        <More
          row={row}
          name={name}
          more={() => run(`More ${name} could not be loaded`, () => showMore(resource, row, name))}
        />
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

interface MoreProperties {
  readonly row: Row;
  readonly name: string;
  readonly more: () => Promise<unknown>;
}

/** The number of members shown, and a button to load more. */
function More({ row, name, more }: MoreProperties): JSX.Element {
  const busy = useSignal(false);
  const load = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    await more();
    busy.value = false;
  };
  return (
    <p class="more-members">
      {row.rest[name]?.next !== undefined && (
        <button
          type="button"
          class="button small"
          aria-label={`Show more ${name}`}
          aria-disabled={busy.value}
          onClick={() => void load()}
        >
          Show more
        </button>
      )}
      <span class="muted" role="status">
        {membersOf(row, name).length.toLocaleString('en')} of {countOf(row, name).toLocaleString('en')} shown
      </span>
    </p>
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
