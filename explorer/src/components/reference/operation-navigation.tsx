import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { findOperations, hashOf, type DescribedOperation, type OperationGroup } from '../../model/reference.ts';
import { linkedOperation } from '../../state/reference.ts';

/** All operations by group, with a search box. */
export function OperationNavigation({ groups }: { readonly groups: readonly OperationGroup[] }): JSX.Element {
  const phrase = useSignal('');
  const found = findOperations(groups, phrase.value.trim());
  return (
    <nav class="operations" aria-label="Operations">
      <input
        type="search"
        aria-label="Search operations"
        placeholder="Search path, method or words"
        value={phrase.value}
        onInput={({ currentTarget }) => (phrase.value = currentTarget.value)}
      />
      <p class="muted" role="status">
        {found.length === 0 && `No operation matches “${phrase.value.trim()}”.`}
      </p>
      {found.map(({ name, operations }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {operations.map((operation) => (
            <OperationLink key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </nav>
  );
}

function OperationLink({ operation }: { readonly operation: DescribedOperation }): JSX.Element {
  const link = useRef<HTMLAnchorElement>(null);
  const isOpen = linkedOperation.value?.operation === operation;
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <a ref={link} class="operation-link" href={hashOf(operation)} aria-current={isOpen ? 'page' : undefined}>
      <MethodName name={operation.methods[0].name} />
      <span>
        {operation.summary}
        <code>{brokenAtSlashes(operation.path)}</code>
      </span>
    </a>
  );
}

/** Lets long paths wrap between segments. */
function brokenAtSlashes(path: string): readonly JSX.Element[] {
  return path.split(/(?=\/)/u).map((part) => (
    <>
      <wbr />
      {part}
    </>
  ));
}

export function MethodName({ name }: { readonly name: string }): JSX.Element {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>;
}
