/**
 * What every answer says, whatever it is. It is data, never a page: a browser that opens it runs nothing of it, shows it in no frame, guesses
 * no other type, and hands it to no other origin.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
