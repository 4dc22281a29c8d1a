// Files that the service sends to browsers: read, hashed and compressed at the first request, then cached.
import { extname } from 'node:path';
import { fileContent, memoizeOnSuccess } from '../answer/answer.ts';
import type { Handler } from '../handlers/handler.ts';

/**
 * The Content-Security-Policy of pages: only content of this service, no inline script or style, no eval, no frames.
 * https://www.w3.org/TR/CSP3/
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  // RFC 7763
  '.md': 'text/markdown; charset=utf-8',
} as const satisfies Record<`.${string}`, string>;

type Extension = keyof typeof mediaTypes;

export const PAGE_HEADERS = { 'Content-Type': mediaTypes['.html'], 'Content-Security-Policy': PAGE_POLICY };

/**
 * Answers with a file.
 * @param name its extension determines the media type; a digest in it lets caches keep the file for ever
 * @param read called for the first request, and again only if it fails
 * @throws Error if the extension is unknown
 */
export function servedFile(name: string, read: () => Promise<Buffer>): Handler {
  const extension = extname(name);
  if (!isKnown(extension)) throw new Error(`no media type is known for the file ${name}`);
  const content = memoizeOnSuccess(async () => fileContent(await read()));
  const headers = {
    'Content-Type': mediaTypes[extension],
    'Cache-Control': hasDigest(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(extension === '.html' && PAGE_HEADERS),
  };
  return async () => ({ status: 200, headers, file: await content() });
}

/** True if a file name has a digest, as esbuild writes them: `explorer-5BXJKQ2A.js`. */
export function hasDigest(name: string): boolean {
  return /-[0-9A-Z]{8}\.[a-z]+$/.test(name);
}

function isKnown(extension: string): extension is Extension {
  return Object.hasOwn(mediaTypes, extension);
}
