import type { JSX } from 'preact';
import { YesOrNoDialog } from './dialog.tsx';
import { ImportPart } from './import-part.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

export function Dialogs(): JSX.Element {
  return (
    <>
      <YesOrNoDialog />
      <ImportPart />
      <KeysDialog />
      <Palette />
    </>
  );
}
