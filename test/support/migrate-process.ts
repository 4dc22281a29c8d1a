// A process that migrates the database at the given URL.
import { openServer } from './open-server.ts';

const database = openServer(process.argv[2] ?? '');
await database.migrate();
await database.close();
