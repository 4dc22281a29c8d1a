// The requests tried in the reference, and the response to the last one.
import { signal } from '@preact/signals';
import type { Request } from '../model/curl.ts';
import type { DescribedOperation } from '../model/reference.ts';
import { exampleRequest, type TriedRequest } from '../model/tried-request.ts';
import { authorization } from './credential.ts';

export interface TriedResponse {
  /** Undefined until the response starts. */
  readonly status: number | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly milliseconds: number;
  readonly isRunning: boolean;
  /** True if the text is only the beginning of the body. */
  readonly isCut: boolean;
  /** The reason why the response is missing or incomplete. */
  readonly failure: string | undefined;
}

const mostCharacters = 256 * 1024;

const typed = signal<Readonly<Record<string, TriedRequest>>>({});
/** The response for the open operation. */
export const triedResponse = signal<TriedResponse | undefined>(undefined);

let running = new AbortController();

/** The request as edited so far, initially the example. */
export function triedRequest(operation: DescribedOperation): TriedRequest {
  return typed.value[operation.id] ?? exampleRequest(operation);
}

export function changeRequest(operation: DescribedOperation, change: Partial<TriedRequest>): void {
  typed.value = { ...typed.value, [operation.id]: { ...triedRequest(operation), ...change } };
}

/** Sends a request to this service and shows the response as it arrives. */
export async function tryRequest({ method, url, headers, body }: Request): Promise<void> {
  running.abort();
  const own = new AbortController();
  running = own;
  const started = performance.now();
  const nothing = { status: undefined, headers: [], text: '', isCut: false, failure: undefined };
  let response: TriedResponse = { ...nothing, milliseconds: 0, isRunning: true };
  const note = (change: Partial<TriedResponse>): void => {
    response = { ...response, ...change, milliseconds: Math.round(performance.now() - started) };
    if (running === own) triedResponse.value = response;
  };
  note({});
  try {
    const signed = { ...headers, ...authorization() };
    const answer = await fetch(url, {
      method,
      headers: signed,
      body: body ?? null,
      signal: own.signal,
      cache: 'no-store',
    });
    note({ status: answer.status, headers: [...answer.headers] });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let part = await reader?.read();
    while (part?.done === false && response.text.length < mostCharacters) {
      note({ text: response.text + part.value });
      part = await reader?.read();
    }
    note({ isCut: part?.done === false, isRunning: false });
    await reader?.cancel();
  } catch (error) {
    note({ isRunning: false, failure: own.signal.aborted ? undefined : String(error) });
  }
}

/** Aborts the running request. Streams end only this way. */
export function stopTrying(): void {
  running.abort();
}

/** Clears the response when another operation is opened. */
export function forgetResponse(): void {
  running.abort();
  running = new AbortController();
  triedResponse.value = undefined;
}
