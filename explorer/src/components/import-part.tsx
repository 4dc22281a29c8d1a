import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import type * as Dialog from './import-dialog.tsx';

const dialog = signal<typeof Dialog | 'failed' | undefined>(undefined);

/** Loads the import when it is opened for the first time. */
export function ImportPart({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const loaded = dialog.value;
  useEffect(() => {
    if (typeof dialog.value === 'object') return;
    void import('./import-dialog.tsx').catch(() => 'failed' as const).then((module) => (dialog.value = module));
  }, []);
  if (loaded === undefined) return null;
  if (loaded !== 'failed') return <loaded.ImportDialog resource={resource} />;
  return (
    <p class="failure" role="alert">
      The import could not be loaded. Reload the page.
    </p>
  );
}
