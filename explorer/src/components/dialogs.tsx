import type { JSX } from 'preact';
import { ImportPart } from './import-part.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

/** The dialogs that people open, as opposed to those that ask them something. */
export function Dialogs(): JSX.Element {
  return (
    <>
      <ImportPart />
      <KeysDialog />
      <Palette />
    </>
  );
}
