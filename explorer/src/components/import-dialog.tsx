// The import, a part of its own: only who imports a file loads it.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { chosenFile, forgetFile } from '../state/import-file.ts';
import { importRun } from '../state/import-run.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportChoose } from './import-choose.tsx';
import { ImportProgress } from './import-progress.tsx';
import { Modal } from './modal.tsx';

interface Properties {
  readonly resource: Resource;
}

/** Chooses a file, shows what would be written, and sends it. */
export function ImportDialog({ resource }: Properties): JSX.Element {
  const run = importRun.value;
  const chosen = chosenFile.value;
  const { plural } = run?.resource ?? chosen?.plan.resource ?? resource;
  // A file that was left unsent for another list would surprise.
  useEffect(() => {
    if (chosenFile.value?.plan.resource.type !== resource.type) forgetFile();
  }, []);
  return (
    <Modal class="import" title={`Import ${plural}`}>
      {run !== undefined ? (
        <ImportProgress run={run} />
      ) : chosen === undefined ? (
        <ImportChoose resource={resource} />
      ) : (
        <ImportCheck chosen={chosen} />
      )}
    </Modal>
  );
}
