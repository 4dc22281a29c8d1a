import type { ComponentChildren, JSX } from 'preact';
import type { Question } from '../model/question.ts';
import { addressOf, go } from '../state/question.ts';

interface Properties {
  readonly to: Partial<Question>;
  readonly class?: string;
  readonly id?: string;
  readonly label?: string | undefined;
  readonly title?: string;
  readonly current?: 'page' | 'true' | undefined;
  readonly children: ComponentChildren;
}

/** An ordinary link to another question, so that it can also be opened in a new tab. */
export function Link({ to, label, title, current, children, ...rest }: Properties): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void go(to);
  };
  return (
    <a
      class={rest.class}
      id={rest.id}
      href={addressOf(to)}
      aria-label={label}
      title={title}
      aria-current={current}
      onClick={follow}
    >
      {children}
    </a>
  );
}
