// The API description shown in the reference, and the operation in the address.
import { computed, effect, signal } from '@preact/signals';
import { linkedId, operationAt, parseReference, type ApiReference } from '../model/reference.ts';
import { loadActor } from './access.ts';
import { get, type Failure } from './send.ts';

/** Undefined until loaded. */
export const reference = signal<ApiReference | undefined>(undefined);
/** The reason why it could not be loaded. */
export const referenceFailure = signal<Failure | undefined>(undefined);

const hash = signal(location.hash);

export const linkedOperation = computed(() => reference.value && operationAt(reference.value, hash.value));
/** The operation id in the address, if no operation has it. */
export const unknownId = computed(() => (linkedOperation.value === undefined ? linkedId(hash.value) : undefined));

export async function loadReference(): Promise<void> {
  referenceFailure.value = undefined;
  const answer = await get('/openapi.json', { quiet: true, accept: 'application/json', asksToSignIn: false });
  if (answer.kind === 'done') {
    reference.value = parseReference(answer.document ?? null);
    if (reference.value.hasPolicy) void loadActor();
  } else if (answer.kind !== 'overtaken') referenceFailure.value = answer;
}

/** Handles links, back and forward. Scrolls to the top of the new operation and moves the focus there for screen readers. */
export function followOperations(): void {
  addEventListener('hashchange', () => {
    hash.value = location.hash;
    // After it is rendered.
    requestAnimationFrame(() => {
      const main = document.getElementById('main');
      main?.scrollIntoView();
      main?.focus({ preventScroll: true });
    });
  });
  effect(() => {
    const summary = linkedOperation.value?.operation.summary;
    document.title = [summary ?? 'Reference', reference.value?.title].filter(Boolean).join(': ');
  });
}

/** Changes the address without a history entry, for example for another method of the same operation. */
export function replaceHash(next: string): void {
  history.replaceState(null, '', next);
  hash.value = location.hash;
}
