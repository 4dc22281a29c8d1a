/** Headers of every answer. A browser must not run, frame or sniff it, nor hand it to another origin: it is data, never a page. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
