// The description that the reference shows, and the operation in its address.
import { computed, effect, signal } from '@preact/signals';
import { linkedId, operationAt, parseReference, type ApiReference } from '../model/reference.ts';
import { loadActor } from './access.ts';
import { get, type Failure } from './send.ts';

/** Undefined until it is loaded. */
export const reference = signal<ApiReference | undefined>(undefined);
/** Why it could not be loaded. */
export const referenceFailure = signal<Failure | undefined>(undefined);

const hash = signal(location.hash);

export const linkedOperation = computed(() => reference.value && operationAt(reference.value, hash.value));
/** The id in the address, if no operation has it. */
export const unknownId = computed(() => (linkedOperation.value === undefined ? linkedId(hash.value) : undefined));

export async function loadReference(): Promise<void> {
  referenceFailure.value = undefined;
  const answer = await get('/openapi.json', { quiet: true, accept: 'application/json', asksToSignIn: false });
  if (answer.kind === 'done') {
    reference.value = parseReference(answer.document ?? null);
    if (reference.value.hasPolicy) void loadActor();
  } else if (answer.kind !== 'overtaken') referenceFailure.value = answer;
}

/** Follows links, back and forward. The new operation is read from its beginning, also by screen readers. */
export function followOperations(): void {
  addEventListener('hashchange', () => {
    hash.value = location.hash;
    // Once it is drawn.
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

/** Changes the address without a step back, as for another method of the same operation. */
export function replaceHash(next: string): void {
  history.replaceState(null, '', next);
  hash.value = location.hash;
}
