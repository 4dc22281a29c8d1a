import type Koa from 'koa';

/**
 * Listens on any port, which it prints, until the process is to stop.
 * @param close what is left to do then
 */
export function listen(app: Koa, close: () => Promise<void>): void {
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    console.log(`Listening on http://127.0.0.1:${address.port}`);
  });
  process.once('SIGTERM', () => {
    server.close(() => void close());
    server.closeAllConnections();
  });
}
