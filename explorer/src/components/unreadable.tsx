import type { JSX } from 'preact';
import { emptyQuestion } from '../model/question.ts';
import { api } from '../state/api.ts';
import { question } from '../state/question.ts';
import { Link } from './link.tsx';

/** Replaces a list if parts of the address are invalid: other rows would be mistaken for the requested ones. */
export function Unreadable(): JSX.Element {
  const { type, unreadable } = question.value;
  const offered = api.value.resources.filter((resource) => type === '' || resource.type === type);
  return (
    <div class="list-page">
      <header class="list-head">
        <h1>This address cannot be read</h1>
      </header>
      <div class="failure" role="alert">
        <p class="failure-what">No rows are shown, because these parts of the address are invalid:</p>
        <ul>
          {unreadable.map((part) => (
            <li key={part}>
              <code>{part}</code>
            </li>
          ))}
        </ul>
        <p class="retry">
          {offered.map((resource) => (
            <Link key={resource.type} class="button" to={emptyQuestion(resource.type)}>
              Show all {resource.plural}
            </Link>
          ))}
        </p>
      </div>
    </div>
  );
}
