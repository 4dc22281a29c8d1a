import type { JSX } from 'preact';

/** Renders the Markdown of descriptions: paragraphs, lists and code. */
export function Prose({ text }: { readonly text: string }): JSX.Element | null {
  if (text === '') return null;
  return (
    <div class="prose">
      {text
        .split(/\n{2,}/u)
        .map((block) =>
          block.startsWith('- ') ? (
            <ul>{block.split(/^- /mu).flatMap((item) => (item === '' ? [] : [<li>{withCode(item)}</li>]))}</ul>
          ) : (
            <p>{withCode(block)}</p>
          ),
        )}
    </div>
  );
}

function withCode(text: string): readonly (string | JSX.Element)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
