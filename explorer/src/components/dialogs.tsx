import type { JSX } from 'preact';
import { openDialog } from '../state/open-dialog.ts';
import { YesOrNoDialog } from './dialog.tsx';
import { ImportPart } from './import-part.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

export function Dialogs(): JSX.Element {
  return (
    <>
      <YesOrNoDialog />
      <OpenDialog />
    </>
  );
}

function OpenDialog(): JSX.Element | null {
  const open = openDialog.value;
  switch (open?.kind) {
    case undefined:
      return null;
    case 'palette':
      return <Palette />;
    case 'keys':
      return <KeysDialog />;
    case 'import':
      return <ImportPart resource={open.resource} />;
  }
}
