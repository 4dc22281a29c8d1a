// A process of its own that locks the folder given and says so, until it is killed.
import { lockFolder } from '../../src/adapters/persistence/connection/folder-lock.ts';

await lockFolder(process.argv[2] ?? '');
console.log('locked');
setInterval(() => undefined, 1000);
