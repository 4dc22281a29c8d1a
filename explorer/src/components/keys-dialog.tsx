import type { JSX } from 'preact';
import { keyLines } from '../model/key-lines.ts';
import { keysShown } from '../state/keys-shown.ts';
import { Modal, ModalHead } from './modal.tsx';

/** All keys of the page, by place. */
export function KeysDialog(): JSX.Element | null {
  if (!keysShown.value) return null;
  const close = (): void => {
    keysShown.value = false;
  };
  const places = Map.groupBy(keyLines(), ({ place }) => place);
  return (
    <Modal class="keys" labelledBy="keys-title" isLight onClose={close}>
      <ModalHead id="keys-title" title="Keys" onClose={close} />
      <div class="key-places">
        {[...places].map(([place, lines]) => (
          <section key={place} aria-label={place}>
            <h3>{place}</h3>
            <dl>
              {lines.map(({ chords, does }) => (
                <div key={does}>
                  <dt>
                    {chords.map((chord) => (
                      <kbd key={chord}>{chord}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
