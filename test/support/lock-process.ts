// A process that locks the given folder, says so, and keeps the lock until killed.
import { lockFolder } from '#adapters/persistence/connection/folder-lock';

await lockFolder(process.argv[2] ?? '');
console.log('locked');
setInterval(() => undefined, 1000);
