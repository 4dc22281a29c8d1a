import type { JSX } from 'preact';
import type { Relationship, Resource } from '../model/api.ts';
import type { ApiError } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { Errors } from './errors.tsx';
import { useHeldLinks } from './held-links.ts';
import { Icon } from './icon.tsx';
import { Picker } from './picker.tsx';

interface Properties {
  readonly resource: Resource;
  readonly relationship: Relationship;
  readonly links: readonly Link[];
  readonly errors: readonly ApiError[];
  readonly onLinks: (links: readonly Link[]) => void;
}

/** The input for the links of a new resource. */
export function LinkInput({ resource, relationship, links, errors, onLinks }: Properties): JSX.Element {
  const { name, cardinality, required } = relationship;
  const { place, links: shown, isGone, take } = useHeldLinks(links);
  const remove = (link: Link): void => {
    if (isGone(link)) return;
    take(link);
    onLinks(links.filter((other) => other !== link));
  };
  return (
    <div class={errors.length > 0 ? 'field invalid' : 'field'} role="group" aria-label={name}>
      <span class={required ? 'field-name required' : 'field-name'}>{name}</span>
      {shown.length > 0 && (
        <ul class="chips" ref={place}>
          {shown.map((link) => (
            <li class={isGone(link) ? 'chip gone' : 'chip'} key={link.id}>
              <span class="chip-text">
                {link.label} {link.from !== undefined && <span class="muted">from {link.from.label}</span>}
              </span>
              <button
                type="button"
                class="chip-button"
                aria-label={`${isGone(link) ? 'Removed' : 'Remove'} ${link.label}`}
                aria-disabled={isGone(link)}
                onClick={() => remove(link)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Picker
        resource={resource}
        relationship={relationship}
        of={undefined}
        linked={links}
        onPick={(link) => onLinks(cardinality === 'many' ? [...links, link] : [link])}
      />
      <Errors id={`links-${name}-errors`} errors={errors} />
    </div>
  );
}
