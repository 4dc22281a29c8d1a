import { accept, refuse, type Checked } from '../../../../../domain/checked.ts';
import { jsonFault } from '../../json-fault.ts';

/** Parses JSON; when it is broken, the reason says where, if the engine tells. */
export function readJson(text: string): Checked<unknown> {
  try {
    return accept(JSON.parse(text));
  } catch (error) {
    return refuse(`is not JSON: ${jsonFault(error)}`);
  }
}
