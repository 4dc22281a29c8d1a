/**
 * Headers of every response. Only the client's own cache may store it, and must revalidate it before each use. A browser
 * must not run, frame or sniff it, nor hand it to another origin, because it is data, never a page. The last header does
 * not interfere with CORS: it covers embedded content (images, scripts), and browsers ignore it for CORS requests.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
