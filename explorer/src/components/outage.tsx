import type { JSX } from 'preact';
import { reload } from '../state/loaded.ts';
import { outage } from '../state/outage.ts';
import { FailureMessage } from './failure-message.tsx';

/** One message for everything on the page that failed to load. */
export function Outage(): JSX.Element | null {
  const failure = outage.value;
  if (failure === undefined) return null;
  return <FailureMessage failure={failure} what="The latest data could not be loaded" retry={reload} automatic />;
}
