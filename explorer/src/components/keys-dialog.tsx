import type { JSX } from 'preact';
import { keyLines } from '../model/key-lines.ts';
import { Modal } from './modal.tsx';

/** All keys of the page, by place. */
export function KeysDialog(): JSX.Element {
  const places = Map.groupBy(keyLines(), ({ place }) => place);
  return (
    <Modal class="keys" title="Keys" isLight>
      <div class="keys-places">
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
