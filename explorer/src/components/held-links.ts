import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keyOf } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';

interface HeldLinks {
  /** The element that shows the links. */
  readonly place: RefObject<HTMLUListElement | null>;
  /** The linked resources and those just unlinked, each in its place. */
  readonly links: readonly Link[];
  readonly isGone: (link: Link) => boolean;
  /** Call it when a link is being removed. */
  readonly take: (link: Link) => void;
  /** Call it if the link was not removed. */
  readonly restore: (link: Link) => void;
}

/**
 * Keeps removed links in their places until the pointer or the focus moves elsewhere. Otherwise the button of the next link would move under
 * the pointer, and a double click would remove both.
 */
export function useHeldLinks(linked: readonly Link[]): HeldLinks {
  const place = useRef<HTMLUListElement>(null);
  const held = useSignal<readonly Link[]>([]);
  const taken = useSignal<readonly string[]>([]);
  const isHolding = held.value.length > 0;
  useEffect(() => {
    if (!isHolding) return undefined;
    const release = ({ target }: Event): void => {
      if (target instanceof Node && place.current?.contains(target) === true) return;
      held.value = [];
      taken.value = [];
    };
    document.addEventListener('pointerover', release);
    document.addEventListener('focusin', release);
    return () => {
      document.removeEventListener('pointerover', release);
      document.removeEventListener('focusin', release);
    };
  }, [isHolding]);
  const links = [...held.value, ...linked.filter((link) => !isAmong(held.value, link))];
  return {
    place,
    links,
    isGone: (link) => taken.value.includes(keyOf(link)) || !isAmong(linked, link),
    take: (link) => {
      held.value = links;
      taken.value = [...taken.value, keyOf(link)];
    },
    restore: (link) => {
      taken.value = taken.value.filter((key) => key !== keyOf(link));
    },
  };
}

function isAmong(links: readonly Link[], link: Link): boolean {
  return links.some((other) => keyOf(other) === keyOf(link));
}
