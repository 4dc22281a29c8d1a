import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';

const OWNER_ONLY = 0o600;

/**
 * Replaces a file atomically: readers see either the old or the new text. Owner, group and mode stay. A file that did not exist is readable by the
 * current user only.
 * @param confirm called right before the file is replaced; throws to prevent that
 * @throws Error before anything is written if the owner or group cannot be kept
 */
export async function replaceFile(path: string, text: string, confirm: () => void): Promise<void> {
  const part = `${path}.part-${randomBytes(6).toString('hex')}`;
  const handle = await open(part, 'wx', OWNER_ONLY);
  try {
    await keepAccess(path, handle);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    // No other work runs between these two lines.
    confirm();
    renameSync(part, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function keepAccess(path: string, handle: FileHandle): Promise<void> {
  const former = await statIfPresent(path);
  if (former === undefined) return;
  const { uid, gid } = await handle.stat();
  const refused = (holder: string, who: string) => (cause: unknown) => {
    throw new Error(`${path} must remain owned by ${holder}: run this as ${who}`, { cause });
  };
  if (uid !== former.uid) await handle.chown(former.uid, -1).catch(refused(`user ${former.uid}`, 'that user'));
  // Members of the group may do this, but must not set the owner in the same call.
  if (gid !== former.gid)
    await handle.chown(-1, former.gid).catch(refused(`group ${former.gid}`, 'one of its members'));
  await handle.chmod(former.mode & 0o777);
}

async function statIfPresent(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
