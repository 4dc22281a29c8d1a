// A process of its own that migrates the database at the URL given.
import { openServer } from '../../src/adapters/persistence/connection/server.ts';

const database = openServer(process.argv[2] ?? '');
await database.migrate();
await database.close();
