import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

const OWNER_ONLY = 0o600;

interface Replacing {
  /** Called right before the file is replaced; throws to prevent that. */
  readonly confirm?: () => void;
  /** True if the new text must survive a power failure. Otherwise it survives only a crash of the process. */
  readonly isDurable?: boolean;
  /** Where the new text is written first. By default no two calls use the same path. */
  readonly part?: string;
  /** True if the current user may become the owner when the former owner or group cannot be kept. */
  readonly mayChangeOwner?: boolean;
}

/**
 * Replaces a file atomically: readers see either the old or the new text. Owner, group and mode stay. A file that did not exist is readable by the
 * current user only.
 * @throws Error before anything is written if the owner or group cannot be kept, unless `mayChangeOwner`
 */
export function replaceFile(path: string, text: string, options: Replacing = {}): void {
  const { confirm, isDurable = false, mayChangeOwner = false } = options;
  const { part = `${path}.part-${randomBytes(6).toString('hex')}` } = options;
  const descriptor = openSync(part, 'wx', OWNER_ONLY);
  try {
    try {
      keepAccess(path, descriptor, mayChangeOwner);
      writeFileSync(descriptor, text);
      if (isDurable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    confirm?.();
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function keepAccess(path: string, descriptor: number, mayChangeOwner: boolean): void {
  const former = statSync(path, { throwIfNoEntry: false });
  if (former === undefined) return;
  const { uid, gid } = fstatSync(descriptor);
  const chown = (user: number, group: number, holder: string, who: string): void => {
    try {
      fchownSync(descriptor, user, group);
    } catch (cause) {
      if (mayChangeOwner) return;
      throw new Error(`${path} must remain owned by ${holder}: run this as ${who}`, { cause });
    }
  };
  if (uid !== former.uid) chown(former.uid, -1, `user ${former.uid}`, 'that user');
  // Members of the group may do this, but must not set the owner in the same call.
  if (gid !== former.gid) chown(-1, former.gid, `group ${former.gid}`, 'one of its members');
  fchmodSync(descriptor, former.mode & 0o777);
}
