import { accept, refuse, type Checked } from '../../../../../domain/rules.ts';

/** Parses JSON; when it is broken, the reason says where, if the engine tells. */
export function readJson(text: string): Checked<unknown> {
  try {
    return accept(JSON.parse(text));
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.startsWith('Unexpected end')) return refuse('is not JSON: it ends too early');
    const position = / at position (\d+)/.exec(message)?.[1];
    return refuse(position === undefined ? 'is not JSON' : `is not JSON at position ${position}`);
  }
}
