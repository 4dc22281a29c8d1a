// Koa and `pg` by hand, a process of its own. It reads as the floor does. It validates nothing and serves only the requests of the
// benchmark, but writes with the guarantees of the service: see locking-writes.ts.
import Koa from 'koa';
import { renderAnswer } from '../floor-answer.ts';
import { answerRead } from '../floor-reads.ts';
import { openDatabase, readRequest } from '../floor-request.ts';
import { answerLockingWrite } from './locking-writes.ts';
import { listen } from './listen.ts';

const database = await openDatabase();
const app = new Koa();

app.use(async (context) => {
  const request = await readRequest(database, context.req);
  const answer = request.method === 'GET' ? renderAnswer(await answerRead(request)) : await answerLockingWrite(request);
  context.status = answer.status;
  context.set(answer.headers);
  context.body = answer.text;
});

listen(app, () => database.pool.end());
