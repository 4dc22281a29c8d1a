// The floor of the framework, a process of its own: bare Koa that sends one constant body, whatever is asked.
import Koa from 'koa';

const app = new Koa();
const body = process.env['BODY'] ?? '';
app.use((context) => {
  context.set('Content-Type', 'application/vnd.api+json');
  context.body = body;
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
